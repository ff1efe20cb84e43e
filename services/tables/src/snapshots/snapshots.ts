import { type Handlers, Json } from '@space/bus';
import { notFound } from '@space/contracts/core';
import { type snapshots, tableSnapshotCreated, tableSnapshotDeleted } from '@space/contracts/tables';
import { readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { diffSnapshot } from './diff.ts';
import { restoreSnapshot } from './restore.ts';
import { deleteSnapshot, listSnapshots } from './snapshots.queries.ts';
import { takeSnapshot } from './take-snapshot.ts';

/**
 * The Time Machine.
 *
 * A snapshot copies no row. It is one number, drawn from the counter of row versions while no writer is at work, beside
 * the columns and views of that moment as JSON: it takes the same time whatever the table holds. What the rows were is
 * known from the history that every write leaves anyway: a row of the row_table was there when its version is not above the
 * number, an image of `row_history` when the number lies in its interval (`as-of.ts` reads a table so, `diff.ts` compares).
 *
 * A restore is a change like any other: rows written since go into the history, the images of then come back under new
 * versions, columns and views are put back by id (`restore.ts`). Nobody sees it half done, its cost is that of the
 * changes since, and the snapshot that it takes first undoes it exactly, again and again.
 *
 * Put back are rows with their times and authors, columns, views, the title column and the names of the table. Not put
 * back are its slug, whether it is archived, comments, share links, and numbers that were given out: a deleted
 * autonumber or cell id is never given again. Other tables stay as they are; where they went on, what comes back says so
 * in a warning instead of failing (`settle-columns.ts`, `other-tables.ts`).
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
