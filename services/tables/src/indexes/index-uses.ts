import type { CommonQueryMethods } from 'slonik';
import type { IndexKind } from '../schema/stored-cell-sql.ts';

/** Heaps whose uses are noted between two collections, at most. */
const MAX_COUNTED = 10_000;

/** How often an index of each kind on each cell of a row_table could have been used. */
export type IndexUseCounts = Map<string, { readonly row_table: string; readonly use: IndexUse; count: number }>;

const countsByDatabase = new WeakMap<CommonQueryMethods, IndexUseCounts>();

/** Notes what a statement could have used. It costs no statement: the notes are collected now and then (index-task.ts). */
export function recordIndexUses(database: CommonQueryMethods, row_table: string, uses: readonly IndexUse[]): void {
  if (uses.length === 0) return;
  let notes = countsByDatabase.get(database);
  if (!notes) {
    notes = new Map();
    countsByDatabase.set(database, notes);
  }
  for (const use of uses) {
    const name = `${row_table} ${use.cid} ${use.kind}`;
    const known = notes.get(name);
    if (known) known.count += 1;
    else if (notes.size < MAX_COUNTED) notes.set(name, { row_table, use, count: 1 });
  }
}

/** What was noted since the last time, which is forgotten with it. */
export function takeIndexUses(database: CommonQueryMethods): IndexUseCounts {
  const notes = countsByDatabase.get(database) ?? new Map();
  countsByDatabase.delete(database);
  return notes;
}

/** An index that a statement could have used, by the name of the cell, or of the column of the row_table. */
export interface IndexUse {
  readonly cid: string;
  readonly kind: IndexKind;
}
