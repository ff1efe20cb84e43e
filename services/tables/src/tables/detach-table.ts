import type { CommonQueryMethods } from 'slonik';
import { lockSchemaChanges } from '../compute/dependencies.ts';
import { startRecompute } from '../compute/recompute.ts';
import { bumpSchemaVersion } from '../schema/schema.queries.ts';
import { findReferencingColumns, markOrphanedReferences } from './tables.queries.ts';

/** Takes the locks that deleting a table for good needs: its own, and those of the tables whose columns point at it. */
export async function lockWithReferencing(tx: CommonQueryMethods, space: string, table: string): Promise<void> {
  // Behind the lock of schema changes nobody begins or ceases to point at it.
  await lockSchemaChanges(tx, space);
  const pointing = await findReferencingColumns(tx, space, table);
  await lockSchemaChanges(tx, space, [...new Set([table, ...pointing.map(({ table_id }) => table_id)])]);
}

/**
 * Deletes a table by `remove`, and lets the columns of other tables that point at it say so: references keep their cells,
 * which lead nowhere, and what was worked out from its rows is empty. The caller has the locks of `lockWithReferencing`.
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
