import type { Schema } from '../schema/schema.ts';

/** Maximum of prepared statements per process. Each one stays with every connection. */
const MAX_NAMED = 256;

/** Inserts into a table before its statement is prepared. */
const MIN_INSERTS = 5;

const inserts = new Map<string, number>();
let named = 0;

/** Returns the name of the prepared insert of a busy table, or undefined. `form` identifies the rest of the statement's text. */
export function preparedInsertName({ row_table }: Schema, form: string): string | undefined {
  const name = `${row_table}-insert-${form}`;
  const count = (inserts.get(name) ?? 0) + 1;
  if (count > MIN_INSERTS) return name;
  if (count === MIN_INSERTS && named === MAX_NAMED) return undefined;
  if (count === MIN_INSERTS) named += 1;
  // Tables with few inserts are evicted. Tables with a name must stay.
  if (inserts.size > 10 * MAX_NAMED) for (const [key, seen] of inserts) if (seen < MIN_INSERTS) inserts.delete(key);
  inserts.set(name, count);
  return count === MIN_INSERTS ? name : undefined;
}
