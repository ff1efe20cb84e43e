import type { Answer, Call } from '@space/bus';
import type { rows } from '@space/contracts/tables';
import { mustMatch } from '@space/database';
import type { Writer } from '@space/event-log';
import { begin } from './create-rows.ts';
import { finishRows } from './emit-row-events.ts';
import { deleteRows, lockForDeletion } from './rows.queries.ts';
import { inOrder, peopleOf, refuseRepeated } from './update-rows.ts';
import { withSchemaForWriting } from './writable-schema.ts';
import { prepareWriting, type WritePorts } from './write-context.ts';

type Operations = (typeof rows)['operations'];

/** Answers calls that delete rows. Links to them stay where they are, and lead to the rows again when a restore brings them back. */
export function rowDeleters(on: WritePorts, write: Writer) {
  const remove = <O extends Operations['delete'] | Operations['delete_bulk']>(
    call: Call<O>,
    ids: readonly string[],
    answer: (previous: number) => Answer<O>,
  ): Promise<Answer<O>> =>
    withSchemaForWriting(on, call, async (schema) => {
      refuseRepeated(ids, (index) => `row_ids.${index}`);
      const prepared = await prepareWriting(on, schema, await peopleOf(on, call, schema, ids));
      return write.write(call, async (tx) => {
        const writing = await begin(tx, on, call, prepared, []);
        const rows = inOrder(ids, await lockForDeletion(writing.tx, schema.heap, ids));
        mustMatch(call.if_version, rows[0]!.seq);
        await deleteRows(writing.tx, schema, rows, call.caller.actor, tx.now);
        await finishRows(
          writing,
          rows.map((before) => ({ row_id: before.id, before, after: null })),
        );
        return answer(rows[0]!.seq);
      });
    });

  return {
    delete: (call: Call<Operations['delete']>) =>
      remove(call, [call.input.row_id], (previous_version) => ({ id: call.input.row_id, deleted: true as const, previous_version })),
    delete_bulk: (call: Call<Operations['delete_bulk']>) =>
      remove(call, call.input.row_ids, () => ({ row_ids: [...call.input.row_ids], deleted: call.input.row_ids.length })),
  };
}
