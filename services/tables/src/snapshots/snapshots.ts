import { type Handlers, Json } from '@space/bus';
import { notFound } from '@space/contracts/core';
import { type snapshots, tableSnapshotCreated, tableSnapshotDeleted } from '@space/contracts/tables';
import { readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { takeSnapshot } from '../new-snapshots/take-snapshot.ts';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { diffSnapshot } from './diff.ts';
import { restoreSnapshot } from './restore.ts';
import { deleteSnapshot, listSnapshots, readSnapshot } from './snapshots.queries.ts';

/**
 * Snapshots and restores.
 *
 * A snapshot copies no row. It stores a number, allocated from the counter of row versions while no writer is active,
 * and the columns and views as JSON. So it takes the same time for every size of table. The rows of that moment follow
 * from the history that every write leaves: a current row belongs to the snapshot if its version is not greater than
 * the number, and an entry of `row_history` if the number is within its interval. `as-of.ts` reads a table this way,
 * and `diff.ts` compares it.
 *
 * A restore is an ordinary change. Rows written since go to the history, earlier versions are inserted with new version
 * numbers, and columns and views are restored by id (`restore.ts`). It is atomic and its cost depends on the changes
 * since the snapshot. The automatic snapshot before it reverts it exactly, any number of times.
 *
 * Restored are rows with their times and authors, columns, views, the title column and the names of the table. Not
 * restored are its slug, its archived state, comments, share links and allocated numbers: autonumbers and cell ids of
 * deleted rows are never reused. Other tables stay unchanged. Where they no longer fit, the restore adds a warning
 * instead of failing (`reconcile-columns.ts`, `linked-tables.ts`).
 */
export function snapshotHandlers(ports: Ports, schemas: SchemaCache): Handlers<typeof snapshots> {
  const { database } = ports;
  const write = createWriter('tables', ports);
  return {
    list: ({ input, caller }) =>
      schemas.withSchema(
        caller.space_id,
        input.table_id,
        async () => new Json(await readPage(database, listSnapshots(caller.space_id, input))),
      ),

    get: ({ input, caller }) =>
      schemas.withSchema(
        caller.space_id,
        input.table_id,
        async () => new Json(await readSnapshot(database, caller.space_id, input.table_id, input.snapshot_id)),
      ),

    create: (call) =>
      write.write(call, async (tx) => {
        const { input, caller } = call;
        const { table_id, label = null } = input;
        const taken = await takeSnapshot(tx, { space_id: caller.space_id, table_id, label, kind: 'manual', caller, now: tx.now });
        const table = await schemas.read(tx, caller.space_id, table_id);
        tx.emit(tableSnapshotCreated, { table_id, table: table.plural_label, snapshot_id: taken.id, snapshot: label });
        return new Json(taken.json);
      }),

    restore: (call) => restoreSnapshot(write, schemas, call),

    diff: (call) => diffSnapshot(ports, schemas, call),

    delete: (call) =>
      write.write(call, async (tx) => {
        const { table_id, snapshot_id } = call.input;
        const table = await schemas.read(tx, call.caller.space_id, table_id);
        const gone = await deleteSnapshot(tx, call.caller.space_id, table_id, snapshot_id);
        if (!gone) throw notFound('snapshot of this table', snapshot_id);
        tx.emit(tableSnapshotDeleted, { table_id, table: table.plural_label, snapshot_id, snapshot: gone.label });
        return { id: snapshot_id, deleted: true as const };
      }),
  };
}
