import type { CommonQueryMethods } from 'slonik';
import type { IndexKind } from '../schema/stored-cell-sql.ts';

/** Heaps whose uses are noted between two collections, at most. */
const MAX_NOTED = 10_000;

/** How often an index of each kind on each cell of a heap could have been used. */
export type NotedUses = Map<string, { readonly heap: string; readonly use: IndexUse; count: number }>;

const noted = new WeakMap<CommonQueryMethods, NotedUses>();

/** Notes what a statement could have used. It costs no statement: the notes are collected now and then (index-task.ts). */
export function noteUses(database: CommonQueryMethods, heap: string, uses: readonly IndexUse[]): void {
  if (uses.length === 0) return;
  let notes = noted.get(database);
  if (!notes) {
    notes = new Map();
    noted.set(database, notes);
  }
  for (const use of uses) {
    const name = `${heap} ${use.cid} ${use.kind}`;
    const known = notes.get(name);
    if (known) known.count += 1;
    else if (notes.size < MAX_NOTED) notes.set(name, { heap, use, count: 1 });
  }
}

/** What was noted since the last time, which is forgotten with it. */
export function collectUses(database: CommonQueryMethods): NotedUses {
  const notes = noted.get(database) ?? new Map();
  noted.delete(database);
  return notes;
}

/** An index that a statement could have used, by the name of the cell, or of the column of the heap. */
export interface IndexUse {
  readonly cid: string;
  readonly kind: IndexKind;
}
