import { type Answer, type Call, Json } from '@space/bus';
import { type FieldError, invalidFields, notFound, Problem } from '@space/contracts/core';
import { MAX_WRITTEN_BYTES, type rows } from '@space/contracts/tables';
import { isoTime } from '@space/database';
import type { Writer } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { parseCell } from '../cells/parse-cell.ts';
import type { RowChange } from '../compute/row-change.ts';
import { isStoredInVersions } from '../present/cell-changes.ts';
import { beginRowWrite } from '../rows/create-rows.ts';
import type { RowDraft } from '../rows/draft-rows.ts';
import { withDuplicateProblem } from '../rows/duplicates.ts';
import { finishRows, type WrittenRow } from '../rows/emit-row-events.ts';
import { tryResolveContacts } from '../rows/resolve-contacts.ts';
import { deleteRows, lockForDeletion, lockRows } from '../rows/rows.queries.ts';
import { assertDistinct, findContactCells, toUpdateResponse } from '../rows/update-rows.ts';
import { withSchemaForWriting } from '../rows/writable-schema.ts';
import { prepareWrite, type WriteContext, type WritePorts } from '../rows/write-context.ts';
import { isChanged, type RowUpdate, updateDraftRows } from '../rows/write-rows.ts';
import { columnRolesOf } from '../schema/column-roles.ts';
import { isComputed } from '../schema/lookups.ts';
import type { Cell, Column, Schema, StoredRow } from '../schema/schema.ts';
import { restoreDeletedRow } from './restore-deleted-row.ts';
import { findVersions, rowExisted, type StoredVersion } from './row-versions.queries.ts';

type Operations = (typeof rows)['operations'];

/** A row, the version to which it returns, and its path in the request; null deletes the row. */
interface Reversal {
  readonly at: string;
  readonly row_id: string;
  readonly version: number | null;
}

/** A reversal with the stored version and the draft of its cells; both are null for a row to delete. */
interface PreparedReversal {
  readonly row_id: string;
  readonly stored: StoredVersion | null;
  readonly draft: RowDraft | null;
}

/**
 * Returns the handlers of the operations that revert rows to versions of their history. This is an ordinary change with new
 * versions, history entries and events. A deleted row returns with its id and autonumbers. Links to missing rows are restored as
 * well, as in a restore of a snapshot. A cell that its column can no longer hold is rejected.
 */
export function revertRowHandlers(dependencies: WritePorts, write: Writer) {
  const { database, bus } = dependencies.ports;

  const revertRows = <O extends Operations['revert'] | Operations['revert_bulk']>(
    call: Call<O>,
    wanted: readonly Reversal[],
    answer: (rows: readonly WrittenRow[], changes: readonly RowChange[]) => Json<unknown>,
  ): Promise<Answer<O>> =>
    withSchemaForWriting(dependencies, call, async (schema) => {
      const ids = wanted.map(({ row_id }) => row_id);
      assertDistinct(ids, (index) => `versions.${index}.row_id`);
      const reversals = await prepareReversals(database, schema, wanted);
      const drafts = reversals.flatMap(({ draft }) => draft ?? []);
      return withDuplicateProblem(database, schema, drafts, async () => {
        const cells = columnRolesOf(schema).contacts.flatMap(({ cid }) => drafts.map(({ patch }) => patch[cid]));
        const { contacts } = await tryResolveContacts(
          bus,
          call,
          schema,
          [],
          [...cells, ...(await findContactCells(dependencies, schema, ids))],
        );
        const prepared = await prepareWrite(dependencies, schema, contacts);
        return write.write(call, async (tx) => {
          const context = await beginRowWrite(tx, dependencies, call, prepared, []);
          const changes = await writeReversals(context, reversals);
          return answer(await finishRows(context, changes), changes) as Answer<O>;
        });
      });
    });

  return {
    revert: (call: Call<Operations['revert']>) => {
      const { row_id, version } = call.input;
      return revertRows(call, [{ at: 'version', row_id, version }], ([row]) => toUpdateResponse(row!, true));
    },
    revert_bulk: (call: Call<Operations['revert_bulk']>) =>
      revertRows(
        call,
        call.input.versions.map((one, index) => ({ at: `versions.${index}`, ...one })),
        (written, changes) =>
          new Json(
            JSON.stringify({
              data: written.map(({ row }) => row),
              previous_versions: changes
                .filter(isChanged)
                .map(({ row_id, before }) => ({ row_id, version: before === null ? null : before.seq })),
            }),
          ),
      ),
  };
}

/** Reads the versions and builds the drafts of the rows. Throws 404 for an unknown row or version. */
async function prepareReversals(
  database: CommonQueryMethods,
  schema: Schema,
  wanted: readonly Reversal[],
): Promise<readonly PreparedReversal[]> {
  const existing = wanted.flatMap(({ row_id, version }) => (version === null ? [] : [{ row_id, version }]));
  const found = existing.length === 0 ? [] : await findVersions(database, schema, existing, MAX_WRITTEN_BYTES);
  if ((found[0]?.total_bytes ?? 0) > MAX_WRITTEN_BYTES)
    throw invalidFields([
      {
        path: 'versions',
        code: 'too_big',
        message: `have more than ${MAX_WRITTEN_BYTES} bytes of cells together; revert fewer rows in one call`,
      },
    ]);
  const byRow = new Map(found.map((version) => [version.row_id, version]));
  const prepared: PreparedReversal[] = [];
  for (const { at, row_id, version } of wanted) {
    const stored = byRow.get(row_id) ?? null;
    if (version !== null && !stored)
      throw (await rowExisted(database, schema, row_id)) ? noSuchVersion(version) : notFound('row of this table', row_id);
    prepared.push({ row_id, stored, draft: stored && draftOf(schema, stored, at) });
  }
  return prepared;
}

/** Writes the rows: changes those that exist, restores those that were deleted, and deletes those without a version. */
async function writeReversals(context: WriteContext, reversals: readonly PreparedReversal[]): Promise<readonly RowChange[]> {
  const { tx, schema, caller, now } = context;
  const ids = reversals.map(({ row_id }) => row_id);
  const lock = reversals.some(({ stored }) => stored === null) ? lockForDeletion : lockRows;
  const locked = new Map((await lock(tx, schema.row_table, ids)).map((row) => [row.id, row]));
  const updates: RowUpdate[] = [];
  const deleted: StoredRow[] = [];
  const restored: (PreparedReversal & { stored: StoredVersion; draft: RowDraft })[] = [];
  for (const { row_id, stored, draft } of reversals) {
    const row = locked.get(row_id);
    if (stored && draft && !row) restored.push({ row_id, stored, draft });
    else if (!row) throw notFound('row of this table', row_id);
    else if (draft) updates.push({ row, draft });
    else deleted.push(row);
  }
  // A unique value may pass from a row that is deleted to another one.
  if (deleted.length > 0) await deleteRows(tx, schema, deleted, caller.actor, isoTime(now));
  const changes: RowChange[] = deleted.map((before) => ({ row_id: before.id, before, after: null }));
  changes.push(...(await updateDraftRows(context, updates)));
  for (const { row_id, stored, draft } of restored) changes.push(await restoreDeletedRow(context, row_id, stored, draft));
  const byRow = new Map(changes.map((change) => [change.row_id, change]));
  return ids.map((id) => byRow.get(id)!);
}

const noSuchVersion = (version: number) =>
  new Problem(
    'not_found',
    `The row has no version ${version} to revert to; the history lists its versions. A version that deleted the row cannot be restored.`,
  );

/** Returns true if a column is writable and stored in the row itself. */
const isWritable = (column: Column): boolean => isStoredInVersions(column) && !isComputed(column) && column.type !== 'autonumber';

/** Returns the draft that restores the writable cells of a version. Rejects cells that their column can no longer hold. */
function draftOf(schema: Schema, { data }: StoredVersion, at: string): RowDraft {
  const patch: Record<string, Cell> = {};
  const errors: FieldError[] = [];
  for (const column of schema.columns.filter(isWritable)) {
    const cell = data[column.cid] ?? null;
    const read = cell === null ? { cell: null } : fitToColumn(column, cell);
    if ('message' in read) errors.push({ path: `${at}.${column.key}`, code: read.code, message: read.message });
    else patch[column.cid] = read.cell;
  }
  if (errors.length > 0)
    throw new Problem(
      'conflict',
      `${errors.length === 1 ? 'A column' : `${errors.length} columns`} cannot hold the cells of that version any more: ${errors[0]!.path.slice(at.length + 1)} ${errors[0]!.message}; change the row with PATCH instead.`,
      { errors },
    );
  return { at, patch, texts: {} };
}

/** Converts a stored cell to the current type of its column. */
function fitToColumn(column: Column, cell: Cell): { cell: Cell } | { code: string; message: string } {
  for (const typecast of [false, true]) {
    const read = parseCell(column, cell, { typecast });
    if ('error' in read) {
      if (typecast) return read.error;
    } else if (!read.new_options?.length && !read.texts?.length) return { cell: read.cell };
  }
  return { code: 'unknown', message: 'cannot be converted' };
}
