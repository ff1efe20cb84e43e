import type { Schema } from '../schema/schema.ts';

/** Statements one process names in its life: each stays with each connection. */
const MAX_NAMED = 256;

/** Times a page is read before its statement gets a name. */
const MIN_READS = 5;

const named = new Set<string>();

/** A name under which Postgres keeps the plan of a first page that is asked for often; undefined for others. */
export function preparedPageName(asked: number, { row_table, schema_version }: Schema, limit: number): string | undefined {
  if (asked < MIN_READS) return undefined;
  const name = `${row_table}-${schema_version}-${limit}`;
  if (!named.has(name) && named.size >= MAX_NAMED) return undefined;
  named.add(name);
  return name;
}
