import type { Answer, Call } from '@space/bus';
import type { rows } from '@space/contracts/tables';
import { mustMatch } from '@space/database';
import type { Writer } from '@space/event-log';
import type { StoredRow } from '../schema/schema.ts';
import { beginRowWrite } from './create-rows.ts';
import { finishRows } from './emit-row-events.ts';
import { findNamedOfRows } from './resolve-named.ts';
import { deleteRows, lockForDeletion } from './rows.queries.ts';
import { assertDistinct, inRequestOrder } from './update-rows.ts';
import { withSchemaForWriting } from './writable-schema.ts';
import { prepareWrite, type WritePorts } from './write-context.ts';

type Operations = (typeof rows)['operations'];

/** Returns the handlers of the operations that delete rows. Links to deleted rows stay stored and resolve again after a restore. */
export function deleteRowHandlers(dependencies: WritePorts, write: Writer) {
  const remove = <O extends Operations['delete'] | Operations['delete_bulk']>(
    call: Call<O>,
    ids: readonly string[],
    answer: (deleted: readonly StoredRow[]) => Answer<O>,
  ): Promise<Answer<O>> =>
    withSchemaForWriting(dependencies, call, async (schema) => {
      assertDistinct(ids, (index) => `row_ids.${index}`);
      const prepared = await prepareWrite(dependencies, schema, await findNamedOfRows(dependencies, call, schema, ids));
      return write.write(call, async (tx) => {
        const context = await beginRowWrite(tx, dependencies, call, prepared, []);
        const rows = inRequestOrder(ids, await lockForDeletion(context.tx, schema.row_table, ids));
        mustMatch(call.if_version, rows[0]!.seq);
        await deleteRows(context.tx, schema, rows, call.caller.actor, tx.now);
        await finishRows(
          context,
          rows.map((before) => ({ row_id: before.id, before, after: null })),
        );
        return answer(rows);
      });
    });

  return {
    delete: (call: Call<Operations['delete']>) =>
      remove(call, [call.input.row_id], ([row]) => ({ id: row!.id, deleted: true as const, previous_version: row!.seq })),
    delete_bulk: (call: Call<Operations['delete_bulk']>) =>
      remove(call, call.input.row_ids, (deleted) => ({
        row_ids: [...call.input.row_ids],
        deleted: deleted.length,
        previous_versions: deleted.map(({ id, seq }) => ({ row_id: id, version: seq })),
      })),
  };
}
