import { columnRolesOf } from '../schema/column-roles.ts';
import type { Schema, StoredRow } from '../schema/schema.ts';
import { uniqueKey } from './duplicates.queries.ts';

/** Returns items in the order of their keys, the same for every caller and locale. */
export const inKeyOrder = <T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] =>
  items
    .map((item) => ({ item, key: keyOf(item) }))
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ item }) => item);

/**
 * Returns new rows in the order in which Postgres inserts them: by their cells in unique columns. Of two calls with the same
 * cells one waits for the other at the first of them, without a deadlock.
 */
export function inUniqueOrder(schema: Schema, rows: readonly StoredRow[]): readonly StoredRow[] {
  const { unique } = columnRolesOf(schema);
  if (unique.length === 0) return rows;
  return inKeyOrder(rows, ({ data }) => JSON.stringify(unique.map(({ cid }) => uniqueKey(data[cid] ?? null))));
}
