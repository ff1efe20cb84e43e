import type { CommonQueryMethods } from 'slonik';
import type { IndexKind } from '../schema/stored-cell-sql.ts';

/** Distinct indexes that are counted between two saves. */
const MAX_COUNTED = 10_000;

/** Uses of each possible index on the cells of a row table. */
export type IndexUseCounts = Map<string, { readonly row_table: string; readonly use: IndexUse; count: number }>;

const countsByDatabase = new WeakMap<CommonQueryMethods, IndexUseCounts>();

/** Records the indexes that a statement could use, in memory; the index task saves them. */
export function recordIndexUses(database: CommonQueryMethods, row_table: string, uses: readonly IndexUse[]): void {
  if (uses.length === 0) return;
  let counts = countsByDatabase.get(database);
  if (!counts) {
    counts = new Map();
    countsByDatabase.set(database, counts);
  }
  for (const use of uses) {
    const name = `${row_table} ${use.cid} ${use.kind}`;
    const known = counts.get(name);
    if (known) known.count += 1;
    else if (counts.size < MAX_COUNTED) counts.set(name, { row_table, use, count: 1 });
  }
}

/** Returns the counts since the last call and resets them. */
export function takeIndexUses(database: CommonQueryMethods): IndexUseCounts {
  const counts = countsByDatabase.get(database) ?? new Map();
  countsByDatabase.delete(database);
  return counts;
}

/** An index that a statement could use: the cid of a cell, or the name of a column of the row table. */
export interface IndexUse {
  readonly cid: string;
  readonly kind: IndexKind;
}
