import type { Schema } from '../schema/schema.ts';

/** Statements one process names in its life: each stays with each connection. */
const MAX_NAMED = 256;

/** Inserts into a table before their statement gets a name. */
const MIN_INSERTS = 5;

const inserts = new Map<string, number>();
let named = 0;

/**
 * A name under which Postgres keeps the plan of inserts into a table that gets many; undefined for others. `form` says
 * everything that the text of the statement depends on beside the table.
 */
export function preparedInsertName({ row_table }: Schema, form: string): string | undefined {
  const name = `${row_table}-insert-${form}`;
  const count = (inserts.get(name) ?? 0) + 1;
  if (count > MIN_INSERTS) return name;
  if (count === MIN_INSERTS && named === MAX_NAMED) return undefined;
  if (count === MIN_INSERTS) named += 1;
  // Tables that get few rows are forgotten again: only what has a name must be known for good.
  if (inserts.size > 10 * MAX_NAMED) for (const [key, seen] of inserts) if (seen < MIN_INSERTS) inserts.delete(key);
  inserts.set(name, count);
  return count === MIN_INSERTS ? name : undefined;
}
