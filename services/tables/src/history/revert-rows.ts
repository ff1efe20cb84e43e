import { type Answer, type Call, Json } from '@space/bus';
import { invalidFields } from '@space/contracts/core';
import { MAX_CONFLICT_SAMPLE, type rows } from '@space/contracts/tables';
import type { Writer } from '@space/event-log';
import type { RowChange } from '../compute/row-change.ts';
import { beginRowWrite } from '../rows/create-rows.ts';
import { withDuplicateProblem } from '../rows/duplicates.ts';
import { finishRows, type WrittenRow } from '../rows/emit-row-events.ts';
import { findNamingCells, namingCids, tryResolveNamed } from '../rows/resolve-named.ts';
import { assertDistinct, toUpdateResponse } from '../rows/update-rows.ts';
import { withSchemaForWriting } from '../rows/writable-schema.ts';
import { prepareWrite, type WriteContext, type WritePorts } from '../rows/write-context.ts';
import { isChanged } from '../rows/write-rows.ts';
import { findStates, type RowState } from './changed-rows.queries.ts';
import {
  draftsOf,
  findConflicts,
  lockReversed,
  type PreparedReversal,
  prepareReversals,
  type Reversal,
  writeReversals,
} from './reversals.ts';
import { revertChange } from './revert-change.ts';

type Operations = (typeof rows)['operations'];

/** The rows of a call after it, their changes, and the states of the rows that it left as they are. */
interface RevertedRows {
  readonly written: readonly WrittenRow[];
  readonly changes: readonly RowChange[];
  readonly left: ReadonlyMap<string, RowState>;
}

/**
 * Returns the handlers of the operations that revert rows: to versions of their history, or all rows of a change. This is an ordinary
 * change with new versions, history entries and events. A deleted row returns with its id and autonumbers. Links to missing rows are
 * restored as well, as in a restore of a snapshot. A cell that its column can no longer hold is rejected; with
 * `skip_changed` its row is a conflict.
 */
export function revertRowHandlers(dependencies: WritePorts, write: Writer) {
  const { database, bus } = dependencies.ports;

  const revertRows = <O extends Operations['revert'] | Operations['revert_bulk']>(
    call: Call<O>,
    wanted: readonly Reversal[],
    skipChanged: boolean,
    answer: (reverted: RevertedRows) => Json<unknown>,
  ): Promise<Answer<O>> =>
    withSchemaForWriting(dependencies, call, async (schema) => {
      const ids = wanted.map(({ row_id }) => row_id);
      assertDistinct(ids, (index) => `versions.${index}.row_id`);
      const reversals = await prepareReversals(database, schema, wanted);
      return withDuplicateProblem(database, schema, draftsOf(reversals), async () => {
        const cells = namingCids(schema).flatMap((cid) => reversals.map(({ stored }) => stored?.data[cid]));
        const { named } = await tryResolveNamed(bus, call, schema, [], [...cells, ...(await findNamingCells(dependencies, schema, ids))]);
        const prepared = await prepareWrite(dependencies, schema, named);
        return write.write(call, async (tx) => {
          const context = await beginRowWrite(tx, dependencies, call, prepared, []);
          const { left, unchanged } = skipChanged ? await findRowsToLeave(context, reversals) : nothingLeft;
          const changes = await writeReversals(
            context,
            reversals.filter(({ row_id }) => !left.has(row_id)),
          );
          const all = inOrder(ids, [...changes, ...unchanged]);
          return answer({ written: await finishRows(context, all), changes, left }) as Answer<O>;
        });
      });
    });

  return {
    revert: (call: Call<Operations['revert']>) => {
      const { row_id, version } = call.input;
      return revertRows(call, [{ at: 'version', row_id, version }], false, ({ written: [row] }) => toUpdateResponse(row!, true));
    },
    revert_bulk: (call: Call<Operations['revert_bulk']>) => {
      const { versions, snapshot_id, skip_changed } = call.input;
      if ((versions === undefined) === (snapshot_id === undefined))
        throw invalidFields([
          versions === undefined
            ? { path: 'versions', code: 'invalid_type', message: 'is required unless snapshot_id is given' }
            : { path: 'versions', code: 'conflict', message: 'cannot be given together with snapshot_id' },
        ]);
      if (snapshot_id !== undefined) return revertChange(dependencies, write, call, snapshot_id);
      return revertRows(
        call,
        versions!.map((one, index) => ({ at: `versions.${index}`, ...one })),
        skip_changed,
        toBulkResponse,
      );
    },
  };
}

const nothingLeft = { left: new Map<string, RowState>(), unchanged: [] as readonly RowChange[] };

/**
 * Locks the rows, and returns those that are not as the change to undo left them, and those that cannot be as before. `unchanged` has
 * those of them that exist.
 */
async function findRowsToLeave(context: WriteContext, reversals: readonly PreparedReversal[]) {
  const locked = await lockReversed(context, reversals);
  const states = await findStates(context.tx, context.schema, reversals);
  const left = new Map([...states].filter(([, state]) => state !== 'unchanged'));
  const reverted = reversals.filter(({ row_id }) => !left.has(row_id));
  const deleted = new Set(reverted.flatMap(({ row_id, version }) => (version === null ? row_id : [])));
  for (const row_id of await findConflicts(context, reverted, deleted)) left.set(row_id, 'conflict');
  const unchanged = locked.filter(({ id }) => left.has(id)).map((row): RowChange => ({ row_id: row.id, before: row, after: row }));
  return { left, unchanged };
}

function inOrder(ids: readonly string[], changes: readonly RowChange[]): readonly RowChange[] {
  const byRow = new Map(changes.map((change) => [change.row_id, change]));
  return ids.flatMap((id) => byRow.get(id) ?? []);
}

function toBulkResponse({ written, changes, left }: RevertedRows): Json<unknown> {
  const changed = changes.filter(isChanged);
  const of = (wanted: RowState) => [...left].flatMap(([row_id, state]) => (state === wanted ? row_id : []));
  const conflicts = of('conflict');
  const deleted = changed.filter(({ after }) => after === null).length;
  return new Json(
    JSON.stringify({
      data: written.map(({ row }) => row),
      previous_versions: changed.map(({ row_id, before }) => ({ row_id, version: before === null ? null : before.seq })),
      reverted: changed.length - deleted,
      deleted,
      conflicts: conflicts.length,
      conflict_ids: conflicts.slice(0, MAX_CONFLICT_SAMPLE),
      missing: of('missing').length,
      snapshot_id: null,
    }),
  );
}
