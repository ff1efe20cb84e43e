import { columnRolesOf } from '../schema/column-roles.ts';
import type { Schema, StoredRow } from '../schema/schema.ts';
import { uniqueKey } from './duplicates.queries.ts';

/** Sorts new rows by their unique cells: of two calls that insert the same cells one waits for the other, without a deadlock. */
export function sortByUniqueCells(schema: Schema, rows: readonly StoredRow[]): readonly StoredRow[] {
  const { unique } = columnRolesOf(schema);
  if (unique.length === 0 || rows.length < 2) return rows;
  return rows
    .map((row) => ({ row, key: JSON.stringify(unique.map(({ cid }) => uniqueKey(row.data[cid] ?? null))) }))
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ row }) => row);
}
