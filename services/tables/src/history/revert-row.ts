import type { Answer, Call } from '@space/bus';
import { type FieldError, notFound, Problem } from '@space/contracts/core';
import type { rows } from '@space/contracts/tables';
import type { Writer } from '@space/event-log';
import { parseCell } from '../cells/parse-cell.ts';
import { isStoredInVersions, versionCell } from '../present/cell-changes.ts';
import { beginRowWrite } from '../rows/create-rows.ts';
import type { RowDraft } from '../rows/draft-rows.ts';
import { withDuplicateProblem } from '../rows/duplicates.ts';
import { finishRows } from '../rows/emit-row-events.ts';
import { tryResolveContacts } from '../rows/resolve-contacts.ts';
import { lockRows } from '../rows/rows.queries.ts';
import { findContactCells, toUpdateResponse } from '../rows/update-rows.ts';
import { prepareWrite, type WritePorts } from '../rows/write-context.ts';
import { updateDraftRows } from '../rows/write-rows.ts';
import { isComputed } from '../schema/lookups.ts';
import type { Cell, Column, Schema } from '../schema/schema.ts';
import { assertActive } from '../schema/schema-cache.ts';
import { restoreDeletedRow } from './restore-deleted-row.ts';
import { findVersion, rowExisted, type VersionRow } from './row-versions.queries.ts';

type Revert = (typeof rows)['operations']['revert'];

/**
 * Reverts a row to a version of its history. This is an ordinary change with a new version, a history entry and an
 * event. A deleted row returns with its id and autonumbers. Links to missing rows are restored as well, as in a restore
 * of a snapshot. A cell that its column can no longer hold is rejected.
 */
export const revertRow = (dependencies: WritePorts, write: Writer, call: Call<Revert>): Promise<Answer<Revert>> =>
  dependencies.schemas.withSchema(call.caller.space_id, call.input.table_id, async (schema) => {
    const { database, bus } = dependencies.ports;
    const { row_id, version: number } = call.input;
    assertActive(schema);
    const version = await findVersion(database, schema, row_id, number);
    if (!version) throw (await rowExisted(database, schema, row_id)) ? noSuchVersion(number) : notFound('row of this table', row_id);
    const draft = draftOf(schema, version);
    return withDuplicateProblem(database, schema, [draft], async () => {
      const cell = schema.columns.filter(({ type }) => type === 'contact').map(({ cid }) => draft.patch[cid]);
      const { contacts } = await tryResolveContacts(
        bus,
        call,
        schema,
        [],
        [...cell, ...(await findContactCells(dependencies, schema, [row_id]))],
      );
      const prepared = await prepareWrite(dependencies, schema, contacts);
      return write.write(call, async (tx) => {
        const context = await beginRowWrite(tx, dependencies, call, prepared, []);
        const [row] = await lockRows(tx, schema.row_table, [row_id]);
        const written = row ? await updateDraftRows(context, [{ row, draft }]) : [await restoreDeletedRow(context, row_id, version, draft)];
        const [reverted] = await finishRows(context, written);
        return toUpdateResponse(reverted!, true);
      });
    });
  });

const noSuchVersion = (version: number) =>
  new Problem(
    'not_found',
    `The row has no version ${version} to revert to; the history lists its versions. A version that deleted the row cannot be restored.`,
  );

/** Returns true if a column is writable and stored in the row itself. */
const isWritable = (column: Column): boolean => isStoredInVersions(column) && !isComputed(column) && column.type !== 'autonumber';

/** Returns the draft that restores the writable cells of a version. Rejects cells that their column can no longer hold. */
function draftOf(schema: Schema, version: VersionRow): RowDraft {
  const patch: Record<string, Cell> = {};
  const errors: FieldError[] = [];
  for (const column of schema.columns.filter(isWritable)) {
    const cell = versionCell(column, version);
    const read = cell === null ? { cell: null } : fitToColumn(column, cell);
    if ('message' in read) errors.push({ path: `version.${column.key}`, code: read.code, message: read.message });
    else patch[column.cid] = read.cell;
  }
  if (errors.length > 0)
    throw new Problem(
      'conflict',
      `${errors.length === 1 ? 'A column' : `${errors.length} columns`} cannot hold the cells of that version any more: ${errors[0]!.path.slice('version.'.length)} ${errors[0]!.message}; change the row with PATCH instead.`,
      { errors },
    );
  return { at: 'version', patch, texts: {} };
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
