import type { CommonQueryMethods } from 'slonik';
import { lockSchemaChanges } from '../compute/dependencies.ts';
import { startRecompute } from '../compute/recompute.ts';
import { bumpSchemaVersion } from '../schema/schema.queries.ts';
import { findReferencingColumns, markOrphanedReferences } from './tables.queries.ts';

/** Takes the locks of a table deletion: those of the table and of all tables with columns that refer to it. */
export async function lockWithReferencing(tx: CommonQueryMethods, space: string, table: string): Promise<void> {
  // Under the lock of schema changes, no column can start or stop to refer to the table.
  await lockSchemaChanges(tx, space);
  const pointing = await findReferencingColumns(tx, space, table);
  await lockSchemaChanges(tx, space, [...new Set([table, ...pointing.map(({ table_id }) => table_id)])]);
}

/**
 * Deletes a table by `remove` and updates the columns of other tables that refer to it. References store their links
 * but show an error, and cells computed from its rows become empty. The caller holds the locks of
 * `lockWithReferencing`.
 */
export async function detachReferences(
  tx: CommonQueryMethods & { readonly now: string },
  space: string,
  table: string,
  remove: () => Promise<void>,
): Promise<void> {
  const pointing = Map.groupBy(await findReferencingColumns(tx, space, table), ({ table_id }) => table_id);
  await remove();
  await markOrphanedReferences(tx, space, table, tx.now);
  for (const [table_id, columns] of pointing) {
    await bumpSchemaVersion(tx, space, table_id, tx.now);
    await startRecompute(
      tx,
      { space_id: space, table_id },
      columns.map(({ id }) => id),
    );
  }
}
