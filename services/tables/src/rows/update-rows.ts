import { crc32 } from 'node:zlib';
import { type Answer, type Call, Json } from '@space/bus';
import { invalidFields, notFound } from '@space/contracts/core';
import type { Row, rows } from '@space/contracts/tables';
import { mustMatch } from '@space/database';
import type { Writer } from '@space/event-log';
import { columnRolesOf } from '../schema/column-roles.ts';
import type { Schema, StoredRow } from '../schema/schema.ts';
import { beginRowWrite } from './create-rows.ts';
import { draftRows, type RowDraft, type RowInput, wireParser } from './draft-rows.ts';
import { withDuplicateProblem } from './duplicates.ts';
import { finishRows, type WrittenRow } from './emit-row-events.ts';
import { readInverseLinks, writeInverseLinks } from './inverse-links.ts';
import { resolveReferences } from './references.ts';
import { findNamingCells, resolveNamed } from './resolve-named.ts';
import { lockRows } from './rows.queries.ts';
import { assertResolved } from './unresolved-references.ts';
import { withSchemaForWriting } from './writable-schema.ts';
import { prepareWrite, type WriteContext, type WritePorts } from './write-context.ts';
import { updateDraftRows } from './write-rows.ts';

type Operations = (typeof rows)['operations'];

/** Returns the handlers of the operations that change rows. */
export function updateRowHandlers(dependencies: WritePorts, write: Writer) {
  const { ports } = dependencies;

  const update = <O extends Operations['update'] | Operations['update_bulk']>(
    call: Call<O>,
    ids: readonly string[],
    given: readonly RowInput[],
    answer: (updated: readonly WrittenRow[], schema: Schema) => Json<unknown>,
  ): Promise<Answer<O>> =>
    withSchemaForWriting(dependencies, call, async (schema) => {
      assertDistinct(ids, (index) => `updates.${index}.row_id`);
      const { drafts, new_options } = draftRows(schema, given, wireParser(call), false);
      return withDuplicateProblem(ports.database, schema, drafts, async () => {
        const resolved = await resolveNamed(ports.bus, call, schema, drafts, await findNamingCells(dependencies, schema, ids));
        const prepared = await prepareWrite(dependencies, schema, resolved.named, new_options);
        return write.write(call, async (tx) => {
          const context = await beginRowWrite(tx, dependencies, call, prepared, drafts);
          const rows = inRequestOrder(ids, await lockRows(context.tx, schema.row_table, ids));
          mustMatch(call.if_version, rows[0]!.seq);
          return answer(await updateResolved(context, rows, resolved.drafts), context.schema) as Answer<O>;
        });
      });
    });

  return {
    update: (call: Call<Operations['update']>) =>
      update(call, [call.input.row_id], [{ at: 'data', cells: call.input.data }], (updated, schema) =>
        toUpdateResponse(updated[0]!, isReversible(schema, call.input.data)),
      ),
    update_bulk: (call: Call<Operations['update_bulk']>) =>
      update(
        call,
        call.input.updates.map(({ row_id }) => row_id),
        call.input.updates.map(({ data }, index) => ({ at: `updates.${index}.data`, cells: data })),
        (updated, schema) => {
          const isWhole = call.input.updates.every(({ data }) => isReversible(schema, data));
          return new Json(
            JSON.stringify({ data: updated.map(({ row }) => row), previous_versions: isWhole ? previousVersions(updated) : null }),
          );
        },
      ),
  };
}

/** Builds the response of one changed row: the row with its ETag, and the version to revert to, if that version restores all changes. */
export function toUpdateResponse({ row, seq, previous }: WrittenRow, isWhole: boolean): Json<Row & { previous_version: number | null }> {
  const text = JSON.stringify(row);
  return new Json(JSON.stringify({ ...row, previous_version: isWhole ? previous : null }), seq, crc32(text));
}

/**
 * Returns true if restoring the previous version of a row reverts this change. Inverse links are stored in the other table, so
 * their changes are not reverted.
 */
export const isReversible = (schema: Schema, cells: object): boolean =>
  !columnRolesOf(schema).inverse_references.some(({ key }) => Object.hasOwn(cells, key));

/** Returns the versions of the changed rows before a call. */
const previousVersions = (updated: readonly WrittenRow[]): { row_id: string; version: number }[] =>
  updated.flatMap(({ row, previous }) => (previous === null ? [] : [{ row_id: row.id, version: previous }]));

/** Updates locked rows from drafts whose contacts are resolved, with all consequences. */
export async function updateResolved(context: WriteContext, rows: readonly StoredRow[], given: readonly RowDraft[]): Promise<WrittenRow[]> {
  const { drafts, errors } = await resolveReferences(context.tx, context.schema, context.targets, given);
  assertResolved(errors);
  const inverseChanges = rows.map(({ id }, index) => ({ row_id: id, draft: drafts[index]! }));
  const { before, changing } = await readInverseLinks(context, inverseChanges);
  const changed = await updateDraftRows(
    context,
    rows.map((row, index) => ({ row, draft: drafts[index]! })),
    changing,
  );
  await writeInverseLinks(context, inverseChanges, before);
  return finishRows(context, changed, before);
}

/** Returns rows in the order of the request. Rejects missing rows by id. */
export function inRequestOrder(ids: readonly string[], found: readonly StoredRow[]): StoredRow[] {
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (!row) throw notFound('row of this table', id);
    return row;
  });
}

/** Rejects a call that names a row twice, since the updates may conflict. */
export function assertDistinct(ids: readonly string[], path: (index: number) => string): void {
  const first = new Map<string, number>();
  const errors = ids.flatMap((id, index) => {
    const twin = first.get(id);
    first.set(id, twin ?? index);
    return twin === undefined
      ? []
      : [{ path: path(index), code: 'duplicate_row', message: `is the same row as ${path(twin)}; send each row once` }];
  });
  if (errors.length > 0) throw invalidFields(errors);
}
