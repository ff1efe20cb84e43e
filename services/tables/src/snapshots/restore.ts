import type { Answer, Call } from '@space/bus';
import { notFound, Problem } from '@space/contracts/core';
import { MAX_RESTORE_SECONDS, type snapshots, tableRestored } from '@space/contracts/tables';
import type { Transaction, Writer } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { ensureColumnIndexes } from '../columns/column-indexes.queries.ts';
import { lockSchemaChanges } from '../compute/dependencies.ts';
import { dropCellIndexes } from '../indexes/drop-cell-indexes.queries.ts';
import { takeSnapshot } from '../new-snapshots/take-snapshot.ts';
import { lockTableExclusively } from '../schema/locks.queries.ts';
import { isComputed } from '../schema/lookups.ts';
import type { Schema } from '../schema/schema.ts';
import { assertActive, type SchemaCache } from '../schema/schema-cache.ts';
import { type ColumnPlan, findReshapedColumns, planColumns } from './column-plan.ts';
import { findDanglingLinks } from './dangling-links.ts';
import { markColumnsBroken } from './linked-tables.queries.ts';
import { findLinkedTables, updateLinkedTables } from './linked-tables.ts';
import { recomputeAfterRestore } from './recompute-after-restore.ts';
import { type ReconciledColumns, reconcileColumns } from './reconcile-columns.ts';
import {
  findColumnsInCycles,
  type RestoreTarget,
  restoreColumns,
  restoreDependencies,
  restoreTableFields,
} from './restore-columns.queries.ts';
import { restoreRows } from './restore-rows.queries.ts';
import { restoreViews } from './restore-views.ts';
import { findSnapshot, findStoredColumns, type SnapshotRow, setStatementTimeout } from './snapshots.queries.ts';
import type { StoredColumn } from './stored-schema.ts';

type Restore = (typeof snapshots)['operations']['restore'];

/**
 * Restores a table to a snapshot in one transaction: columns, views and names by id, and rows from their history. It
 * first takes a snapshot of the current state, which can revert the restore.
 */
export const restoreSnapshot = (write: Writer, schemas: SchemaCache, call: Call<Restore>): Promise<Answer<Restore>> =>
  write.write(call, async (tx) => {
    const { caller } = call;
    const { snapshot_id } = call.input;
    await setStatementTimeout(tx, MAX_RESTORE_SECONDS * 1_000);
    const { schema, snapshot, live, reconciled } = await lockAndRead(tx, schemas, call);
    const undo = await takeSnapshot(tx, {
      space_id: schema.space_id,
      table_id: schema.table_id,
      label: snapshot.label === null ? null : `Before restoring ${snapshot.label.replace(/^(?:Before restoring )+/, '')}`.slice(0, 200),
      kind: 'before_restore',
      caller,
      now: tx.now,
    });
    const plan = planColumns(live, reconciled.columns);
    const columnsChanged = countChanges(plan);
    await dropCellIndexes(
      tx,
      schema.row_table,
      findReshapedColumns(live, plan).map(({ cid }) => cid),
    );
    const rows = await restoreRows(tx, schema, snapshot.seq, { actor: caller.actor, now: tx.now });
    const target = { space_id: schema.space_id, table_id: schema.table_id, now: tx.now };
    await restoreColumns(tx, target, plan);
    const version = await restoreTableFields(tx, target, snapshot.meta, columnsChanged > 0);
    const views = await restoreViews(tx, target, snapshot.views, version);
    if (columnsChanged > 0) await restoreDependencies(tx, target, reconciled.columns, snapshot.meta.dependencies);
    const cyclic = columnsChanged > 0 ? await breakCycles(tx, target) : [];
    if (columnsChanged > 0) await updateLinkedTables(tx, target, live, reconciled);
    if (columnsChanged > 0) await ensureColumnIndexes(tx, await schemas.read(tx, schema.space_id, schema.table_id));
    await recomputeAfterRestore(
      tx,
      await schemas.read(tx, schema.space_id, schema.table_id),
      plan,
      rows,
      new Set(cyclic.map(({ id }) => id)),
    );
    const after = await schemas.read(tx, schema.space_id, schema.table_id);
    const { at: _at, ...counts } = rows;
    tx.emit(tableRestored, {
      table_id: schema.table_id,
      table: after.plural_label,
      snapshot_id,
      snapshot: snapshot.label,
      undo_snapshot_id: undo.id,
      rows: counts,
    });
    return {
      snapshot_id,
      undo_snapshot_id: undo.id,
      rows: counts,
      columns_changed: columnsChanged,
      views_changed: views.changed,
      warnings: [
        ...reconciled.warnings,
        ...newlyBroken(schema, after),
        ...(views.idle_links > 0
          ? [
              views.idle_links === 1
                ? '1 share link leads to a view created since, and is not found until that view is restored.'
                : `${views.idle_links} share links lead to views created since, and are not found until those views are restored.`,
            ]
          : []),
        ...(await findDanglingLinks(tx, after, rows.at)),
      ],
    };
  });

/** The state at the start of a restore, read under its locks. */
interface RestoreStart {
  readonly schema: Schema;
  readonly snapshot: SnapshotRow;
  readonly live: readonly StoredColumn[];
  readonly reconciled: ReconciledColumns;
}

/**
 * Takes the locks of a restore and reads its start state. The lock of schema changes is needed if columns change or
 * other tables are computed from this one. The locks of affected tables follow in the order of schema/locks.queries.ts.
 */
async function lockAndRead(tx: Transaction<never>, schemas: SchemaCache, { input, caller }: Call<Restore>): Promise<RestoreStart> {
  const { table_id, snapshot_id } = input;
  const space_id = caller.space_id;
  const place = { space_id, table_id };

  async function readStart(isLocked: boolean) {
    const schema = await schemas.read(tx, space_id, table_id);
    assertActive(schema);
    const snapshot = await findSnapshot(tx, space_id, table_id, snapshot_id, isLocked);
    if (!snapshot) throw notFound('snapshot of this table', snapshot_id);
    const live = await findStoredColumns(tx, space_id, table_id);
    const reconciled = await reconcileColumns(tx, place, live, snapshot.columns);
    const linked = await findLinkedTables(tx, place, live, snapshot.columns);
    return {
      schema,
      snapshot,
      live,
      reconciled,
      linked,
      isWide: linked.size > 0 || countChanges(planColumns(live, reconciled.columns)) > 0,
    };
  }

  const first = await readStart(false);
  if (first.isWide) await lockSchemaChanges(tx, space_id);
  for (const id of [table_id, ...first.linked].toSorted()) await lockTableExclusively(tx, space_id, id);
  const { linked, isWide, ...beginning } = await readStart(true);
  if ((isWide && !first.isWide) || !linked.isSubsetOf(first.linked))
    throw new Problem('conflict', 'This table, or one that it is linked with, changed at the same time; try again.', { retry_after_s: 1 });
  return beginning;
}

const countChanges = ({ removed, reinstated, reverted }: ColumnPlan): number => removed.length + reinstated.length + reverted.length;

/** Marks the columns that would depend on themselves as broken. */
async function breakCycles(tx: CommonQueryMethods, place: RestoreTarget): Promise<readonly { readonly id: string }[]> {
  const cyclic = await findColumnsInCycles(tx, place);
  const error = { code: 'circular_reference', message: 'It would be computed from itself, by way of another table.' };
  if (cyclic.length > 0)
    await markColumnsBroken(
      tx,
      place.space_id,
      cyclic.map(({ id }) => id),
      error,
    );
  return cyclic;
}

/** Returns one warning for each computed column that the restore breaks. */
const newlyBroken = (before: Schema, { columns }: Schema): string[] =>
  columns
    .filter((column) => isComputed(column) && column.status === 'error' && before.byId.get(column.id)?.status !== 'error')
    .map(({ label, error }) => `The column ${label} is empty: ${error?.message ?? 'It cannot be computed.'}`);
