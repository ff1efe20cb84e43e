import type { Answer, Call } from '@space/bus';
import { invalidFields, unresolvedReferences } from '@space/contracts/core';
import { MAX_CONFLICT_SAMPLE, ROW_HISTORY_DAYS, type rows } from '@space/contracts/tables';
import type { Writer } from '@space/event-log';
import { DAY_MS } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import { recordChange } from '../new-snapshots/new-snapshots.queries.ts';
import { deleteSurplus, takeSnapshot } from '../new-snapshots/take-snapshot.ts';
import { type NamedThings, noNamedThings } from '../present/row-response.ts';
import { beginRowWrite } from '../rows/create-rows.ts';
import type { RowDraft } from '../rows/draft-rows.ts';
import { withDuplicateProblem } from '../rows/duplicates.ts';
import { assertPreviewed } from '../rows/matching-rows.ts';
import { namingCids, tryResolveNamed } from '../rows/resolve-named.ts';
import { withSchemaForWriting } from '../rows/writable-schema.ts';
import { prepareWrite, type WriteContext, type WritePorts } from '../rows/write-context.ts';
import { batchesOf, writeManyRows } from '../rows/write-many-rows.ts';
import { lockTableExclusively } from '../schema/locks.queries.ts';
import type { Schema } from '../schema/schema.ts';
import { assertSchemaVersion } from '../schema/schema-version.queries.ts';
import { deleteSnapshot } from '../snapshots/snapshots.queries.ts';
import { type ChangedRow, findCellsOfVersions, findChangedRows, findSnapshotOfChange } from './changed-rows.queries.ts';
import { draftsOf, findConflicts, prepareReversals, writeReversals } from './reversals.ts';

type Operation = (typeof rows)['operations']['revert_bulk'];

/**
 * Reverts the rows of a change that took a snapshot: an import, a change by filters or such a revert. A row is reverted only while its
 * cells are those that the change gave it, so no later change is lost, and rows that were created since stay. The revert takes a snapshot
 * itself, so it can be reverted the same way. Reverting a change again finds nothing to do.
 */
export const revertChange = (dependencies: WritePorts, write: Writer, call: Call<Operation>, id: string): Promise<Answer<Operation>> =>
  withSchemaForWriting(dependencies, call, async (schema) => {
    const { database } = dependencies.ports;
    const { previewed, named } = await previewNamed(dependencies, call, schema, id);
    const prepared = await prepareWrite(dependencies, schema, named);
    const drafts: RowDraft[] = [];
    return withDuplicateProblem(database, schema, drafts, () =>
      write.write(call, async (tx) => {
        drafts.length = 0;
        const { space_id, table_id } = schema;
        await lockTableExclusively(tx, space_id, table_id);
        const changed = await findRowsOfChange(tx, schema, id, Date.parse(tx.now), true);
        const found = changed.filter(({ state }) => state === 'unchanged');
        assertPreviewed(
          schema,
          found.map(({ row_id }) => row_id),
          previewed,
        );
        const idsOf = (wanted: ChangedRow['state']) => changed.flatMap(({ row_id, state }) => (state === wanted ? row_id : []));
        const report = (done: RevertedChange, snapshot_id: string | null) => {
          const conflicts = [...idsOf('conflict'), ...done.conflicts].toSorted();
          return {
            data: [],
            previous_versions: null,
            reverted: done.reverted,
            deleted: done.deleted,
            conflicts: conflicts.length,
            conflict_ids: conflicts.slice(0, MAX_CONFLICT_SAMPLE),
            missing: idsOf('missing').length,
            snapshot_id,
          };
        };
        if (found.length === 0) {
          await assertSchemaVersion(tx, schema);
          return report({ reverted: 0, deleted: 0, conflicts: [] }, null);
        }
        const snapshot = await takeSnapshot(tx, {
          space_id,
          table_id,
          label: 'Before a revert',
          kind: 'before_change',
          leaves_surplus: true,
          caller: call.caller,
          now: tx.now,
        });
        const context = await beginRowWrite(tx, dependencies, call, prepared, []);
        const done = await revertRows(context, found, drafts);
        if (done.reverted + done.deleted === 0) {
          await deleteSnapshot(tx, space_id, table_id, snapshot.id);
          return report(done, null);
        }
        await recordChange(tx, space_id, snapshot.id);
        await deleteSurplus(tx, schema);
        return report(done, snapshot.id);
      }),
    );
  });

/** Counts of rows that a revert changed, and the ids of those that cannot be as before. */
interface RevertedChange {
  readonly reverted: number;
  readonly deleted: number;
  readonly conflicts: readonly string[];
}

/** Reverts rows in batches, first those that it deletes, since a unique value may pass from them to another one. Adds the drafts of the rows to `drafts`. */
async function revertRows(context: WriteContext, found: readonly ChangedRow[], drafts: RowDraft[]): Promise<RevertedChange> {
  const created = found.filter(({ version }) => version === null);
  const existing = found.filter(({ version }) => version !== null);
  const conflicts: string[] = [];
  for (const part of [created, existing])
    await writeManyRows(
      context,
      batchesOf(context.schema, part, ({ bytes }) => bytes),
      async (batch) => {
        const reversals = await prepareReversals(
          context.tx,
          context.schema,
          batch.map(({ row_id, version }) => ({ at: row_id, row_id, version })),
        );
        drafts.push(...draftsOf(reversals));
        const left = await findConflicts(context, reversals);
        conflicts.push(...left);
        return {
          written: await writeReversals(
            context,
            reversals.filter(({ row_id }) => !left.has(row_id)),
          ),
        };
      },
    );
  return { reverted: existing.length - conflicts.length, deleted: created.length, conflicts };
}

/** Returns the rows of the change before which a snapshot was taken. Throws `unresolved_reference` for an unknown snapshot. */
async function findRowsOfChange(
  database: CommonQueryMethods,
  schema: Schema,
  id: string,
  now: number,
  mustLock: boolean,
): Promise<readonly ChangedRow[]> {
  const snapshot = await findSnapshotOfChange(database, schema, id, mustLock);
  if (!snapshot) throw unresolvedReferences([{ path: 'snapshot_id', noun: 'snapshot of this table', id }]);
  const refused = (code: string, message: string) => invalidFields([{ path: 'snapshot_id', code, message }]);
  if (snapshot.change_seq === null)
    throw refused('no_change', 'was not taken by an import, a change by filters or a revert; restore the snapshot instead');
  if (snapshot.created_at < now - ROW_HISTORY_DAYS * DAY_MS)
    throw refused('too_old', `is older than the row history (${ROW_HISTORY_DAYS} days); restore the snapshot instead`);
  return findChangedRows(database, schema, { from: snapshot.seq, to: snapshot.change_seq });
}

/** Reads the contacts and assets of the rows before the transaction, and the ids of these rows; nothing if the table names none. */
async function previewNamed(
  { ports: { database, bus, clock } }: WritePorts,
  call: Call<Operation>,
  schema: Schema,
  id: string,
): Promise<{ readonly previewed: readonly string[]; readonly named: NamedThings }> {
  const cids = namingCids(schema);
  if (cids.length === 0) return { previewed: [], named: noNamedThings() };
  const found = (await findRowsOfChange(database, schema, id, clock.now(), false)).filter(({ state }) => state === 'unchanged');
  const previewed = found.map(({ row_id }) => row_id);
  const versions = found.flatMap(({ row_id, version }) => (version === null ? [] : [{ row_id, version }]));
  const cells = await findCellsOfVersions(database, schema, versions, previewed, cids);
  return { previewed, named: (await tryResolveNamed(bus, call, schema, [], cells)).named };
}
