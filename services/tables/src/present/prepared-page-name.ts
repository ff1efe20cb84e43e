import type { Schema } from '../schema/schema.ts';

/** Prepared statements of one process; each stays on each connection. */
const MAX_NAMED = 256;

/** Reads of a page before its statement is prepared. */
const MIN_READS = 5;

const named = new Set<string>();

/** Returns the name of the prepared statement of a frequent first page, or undefined. */
export function preparedPageName(reads: number, { row_table, schema_version }: Schema, limit: number): string | undefined {
  if (reads < MIN_READS) return undefined;
  const name = `${row_table}-${schema_version}-${limit}`;
  if (!named.has(name) && named.size >= MAX_NAMED) return undefined;
  named.add(name);
  return name;
}
