import type { Call } from '@space/bus';
import { invalidFields } from '@space/contracts/core';
import { MAX_MATCHED_BYTES, type rows } from '@space/contracts/tables';
import type { Writer } from '@space/event-log';
import { bytesOfCells } from '../cells/cell-bytes.ts';
import { recordChange } from '../new-snapshots/new-snapshots.queries.ts';
import { columnRolesOf } from '../schema/column-roles.ts';
import type { Schema } from '../schema/schema.ts';
import { beginRowWrite } from './create-rows.ts';
import { draftRows, type RowDraft, wireParser } from './draft-rows.ts';
import { withDuplicateProblem } from './duplicates.ts';
import type { MatchingRow } from './matching-rows.queries.ts';
import { buildMatchingQuery, lockMatches, previewMatches, sampleOf } from './matching-rows.ts';
import { resolveReferences } from './references.ts';
import { findNamedOfRows, findNamingCells, resolveNamed } from './resolve-named.ts';
import { deleteRows, lockForDeletion, lockRows } from './rows.queries.ts';
import { assertResolved } from './unresolved-references.ts';
import { withSchemaForWriting } from './writable-schema.ts';
import { prepareWrite, type WriteContext, type WritePorts } from './write-context.ts';
import { batchesOf, writeManyRows } from './write-many-rows.ts';
import { isChanged, updateDraftRows } from './write-rows.ts';

type Operations = (typeof rows)['operations'];

/**
 * Returns the handlers of the operations that change or delete all rows which filters match. Each takes a snapshot first, which
 * locks out other writers, so the rows that it counts are those that it changes. `recordChange` makes the change revertible by it.
 */
export function changeMatchingHandlers(dependencies: WritePorts, write: Writer) {
  const { database, bus } = dependencies.ports;

  const update_matching = (call: Call<Operations['update_matching']>) =>
    withSchemaForWriting(dependencies, call, async (schema) => {
      const { input } = call;
      assertReversible(schema, input.data);
      const query = await buildMatchingQuery(dependencies.ports, call, schema, input.filters);
      const { drafts, new_options } = draftRows(schema, [{ at: 'data', cells: input.data }], wireParser(call), false);
      return withDuplicateProblem(database, schema, drafts, async () => {
        const previewed = await previewMatches(database, schema, query);
        const also = await findNamingCells(dependencies, schema, previewed);
        const resolved = await resolveNamed(bus, call, schema, drafts, also);
        const prepared = await prepareWrite(dependencies, schema, resolved.named, new_options);
        return write.write(call, async (tx) => {
          const { found, snapshot_id } = await lockMatches(tx, call, { schema, query, input, previewed });
          const answer = { matched: found.length, row_ids: sampleOf(found), snapshot_id };
          if (found.length === 0) return { ...answer, updated: 0 };
          const context = await beginRowWrite(tx, dependencies, call, prepared, resolved.drafts);
          const { drafts: linked, errors } = await resolveReferences(context.tx, context.schema, context.targets, resolved.drafts);
          assertResolved(errors);
          const updated = await updateMatching(context, found, linked[0]!);
          await recordChange(tx, schema.space_id, snapshot_id!);
          return { ...answer, updated };
        });
      });
    });

  const delete_matching = (call: Call<Operations['delete_matching']>) =>
    withSchemaForWriting(dependencies, call, async (schema) => {
      const { input } = call;
      const query = await buildMatchingQuery(dependencies.ports, call, schema, input.filters);
      const previewed = await previewMatches(database, schema, query);
      const prepared = await prepareWrite(dependencies, schema, await findNamedOfRows(dependencies, call, schema, previewed));
      return write.write(call, async (tx) => {
        const { found, snapshot_id } = await lockMatches(tx, call, { schema, query, input, previewed });
        const answer = { matched: found.length, deleted: found.length, row_ids: sampleOf(found), snapshot_id };
        if (found.length === 0) return answer;
        const context = await beginRowWrite(tx, dependencies, call, prepared, []);
        await writeManyRows(
          context,
          batchesOf(schema, found, ({ bytes }) => bytes),
          async (batch) => {
            const ids = batch.map(({ id }) => id);
            const gone = await lockForDeletion(context.tx, schema.row_table, ids);
            await deleteRows(context.tx, schema, gone, call.caller.actor, tx.now);
            return { written: gone.map((before) => ({ row_id: before.id, before, after: null })) };
          },
        );
        await recordChange(tx, schema.space_id, snapshot_id!);
        return answer;
      });
    });

  return { update_matching, delete_matching };
}

/** Applies a draft to the matching rows, with all consequences. Returns the number of rows that changed. */
async function updateMatching(context: WriteContext, found: readonly MatchingRow[], draft: RowDraft): Promise<number> {
  const added = bytesOfCells(draft.patch);
  let updated = 0;
  let bytes = 0;
  await writeManyRows(
    context,
    batchesOf(context.schema, found, (row) => row.bytes + added),
    async (batch) => {
      const ids = batch.map(({ id }) => id);
      const locked = await lockRows(context.tx, context.schema.row_table, ids);
      const changes = locked.map((row) => ({ row, draft }));
      const written = (await updateDraftRows(context, changes)).filter(isChanged);
      updated += written.length;
      for (const { after } of written) bytes += bytesOfCells(after?.data ?? {});
      if (bytes > MAX_MATCHED_BYTES) throw tooManyBytes();
      return { written };
    },
  );
  return updated;
}

/** Rejects inverse columns: their links are stored in the other table, where a revert of the rows of this one does not restore them. */
function assertReversible(schema: Schema, data: object): void {
  const errors = columnRolesOf(schema)
    .inverse_references.filter(({ key }) => Object.hasOwn(data, key))
    .map(({ key }) => ({
      path: `data.${key}`,
      code: 'inverse_column',
      message: 'cannot be changed here, because another table stores its links; change the rows there, or update rows by id',
    }));
  if (errors.length > 0) throw invalidFields(errors);
}

const tooManyBytes = () =>
  invalidFields([
    {
      path: 'data',
      code: 'too_big',
      message: `would give the matching rows more than ${MAX_MATCHED_BYTES} bytes of cells together; narrow the filters or write shorter cells`,
    },
  ]);
