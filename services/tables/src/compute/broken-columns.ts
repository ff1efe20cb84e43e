import type { CommonQueryMethods } from 'slonik';
import { findTableOfColumn } from './dependencies.queries.ts';
import { startRecompute } from './recompute.ts';

/**
 * Marks the columns that read a deleted column as broken and clears their cells. The column is deleted already; the
 * caller holds the lock of schema changes.
 */
export const onColumnDeleted = (tx: CommonQueryMethods, space: string, columnId: string): Promise<void> =>
  recomputeReaders(tx, space, columnId);

/** Repairs the columns that read a restored column, if nothing else is missing. */
export const onColumnRestored = (tx: CommonQueryMethods, space: string, columnId: string): Promise<void> =>
  recomputeReaders(tx, space, columnId);

async function recomputeReaders(tx: CommonQueryMethods, space: string, columnId: string): Promise<void> {
  const table = await findTableOfColumn(tx, space, columnId);
  if (table !== null) await startRecompute(tx, { space_id: space, table_id: table }, [columnId]);
}
