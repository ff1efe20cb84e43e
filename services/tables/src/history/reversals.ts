import { type FieldError, invalidFields, notFound, Problem } from '@space/contracts/core';
import { MAX_WRITTEN_BYTES } from '@space/contracts/tables';
import { isoTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { parseCell } from '../cells/parse-cell.ts';
import type { RowChange } from '../compute/row-change.ts';
import { isStoredInVersions } from '../present/cell-changes.ts';
import type { RowDraft } from '../rows/draft-rows.ts';
import { findByUnique, uniqueKey } from '../rows/duplicates.queries.ts';
import { deleteRows, lockForDeletion, lockRows } from '../rows/rows.queries.ts';
import type { WriteContext } from '../rows/write-context.ts';
import { type RowUpdate, updateDraftRows } from '../rows/write-rows.ts';
import { columnRolesOf } from '../schema/column-roles.ts';
import { isComputed } from '../schema/lookups.ts';
import type { Cell, Column, Schema, StoredRow } from '../schema/schema.ts';
import { type DeletedRow, restoreDeletedRows } from './restore-deleted-rows.ts';
import { findVersions, rowExisted, type StoredVersion } from './row-versions.queries.ts';

/** A row, the version to which it returns, and its path in the request; null deletes the row. */
export interface Reversal {
  readonly at: string;
  readonly row_id: string;
  readonly version: number | null;
}

/** A reversal with the stored version and the draft of its cells, or the reason why there is none; both are null for a row to delete. */
export interface PreparedReversal extends Reversal {
  readonly stored: StoredVersion | null;
  readonly draft: RowDraft | Problem | null;
}

/** Reads the versions and builds the drafts of the rows. Throws 404 for an unknown row or version. */
export async function prepareReversals(
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
  for (const reversal of wanted) {
    const { at, row_id, version } = reversal;
    const stored = byRow.get(row_id) ?? null;
    if (version !== null && !stored)
      throw (await rowExisted(database, schema, row_id)) ? noSuchVersion(version) : notFound('row of this table', row_id);
    prepared.push({ ...reversal, stored, draft: stored && draftOf(schema, stored, at) });
  }
  return prepared;
}

/** Returns the drafts of reversals. */
export const draftsOf = (reversals: readonly PreparedReversal[]): RowDraft[] =>
  reversals.flatMap(({ draft }) => (draft === null || draft instanceof Problem ? [] : draft));

/**
 * Writes the rows: changes those that exist, restores those that were deleted, and deletes those without a version. Returns their changes
 * in the given order. Throws `conflict` for a cell that its column can no longer hold.
 */
export async function writeReversals(context: WriteContext, reversals: readonly PreparedReversal[]): Promise<readonly RowChange[]> {
  const { tx, schema, caller, now } = context;
  const locked = new Map((await lockReversed(context, reversals)).map((row) => [row.id, row]));
  const updates: RowUpdate[] = [];
  const deleted: StoredRow[] = [];
  const restored: DeletedRow[] = [];
  for (const { row_id, stored, draft } of reversals) {
    const row = locked.get(row_id);
    if (draft instanceof Problem) throw draft;
    if (stored && draft && !row) restored.push({ row_id, stored, draft });
    else if (!row) throw notFound('row of this table', row_id);
    else if (draft) updates.push({ row, draft });
    else deleted.push(row);
  }
  // A unique value may pass from a row that is deleted to another one.
  if (deleted.length > 0) await deleteRows(tx, schema, deleted, caller.actor, isoTime(now));
  const changes: RowChange[] = deleted.map((before) => ({ row_id: before.id, before, after: null }));
  changes.push(...(await updateDraftRows(context, updates)));
  changes.push(...(await restoreDeletedRows(context, restored)));
  const byRow = new Map(changes.map((change) => [change.row_id, change]));
  return reversals.map(({ row_id }) => byRow.get(row_id)!);
}

/** Locks the rows of reversals that exist until the transaction ends. */
export const lockReversed = ({ tx, schema }: WriteContext, reversals: readonly Reversal[]): Promise<readonly StoredRow[]> => {
  const lock = reversals.some(({ version }) => version === null) ? lockForDeletion : lockRows;
  return lock(
    tx,
    schema.row_table,
    reversals.map(({ row_id }) => row_id),
  );
};

/**
 * Returns the ids of rows that cannot be reverted: a column can no longer hold a former cell, or another row has a former unique value by
 * now, or gets it from an earlier reversal. `deleted` are rows that the same call deletes before it writes these.
 */
export async function findConflicts(
  { tx, schema }: WriteContext,
  reversals: readonly PreparedReversal[],
  deleted: ReadonlySet<string> = new Set(),
): Promise<ReadonlySet<string>> {
  const conflicts = new Set(reversals.flatMap(({ row_id, draft }) => (draft instanceof Problem ? row_id : [])));
  for (const column of columnRolesOf(schema).unique) {
    const given = reversals.flatMap(({ row_id, draft }) => {
      const cell = draft === null || draft instanceof Problem ? null : (draft.patch[column.cid] ?? null);
      return cell === null ? [] : [{ row_id, cell }];
    });
    const holders = await findByUnique(
      tx,
      schema,
      column,
      given.map(({ cell }) => cell),
    );
    const claimed = new Set<string>();
    for (const { row_id, cell } of given) {
      const key = uniqueKey(cell);
      const holder = holders.get(key);
      const isFree = holder === undefined || holder === row_id || deleted.has(holder);
      if (!isFree || claimed.has(key)) conflicts.add(row_id);
      else if (!conflicts.has(row_id)) claimed.add(key);
    }
  }
  return conflicts;
}

const noSuchVersion = (version: number) =>
  new Problem(
    'not_found',
    `The row has no version ${version} to revert to; the history lists its versions. A version that deleted the row cannot be restored.`,
  );

/** Returns true if a column is writable and stored in the row itself. */
const isWritable = (column: Column): boolean => isStoredInVersions(column) && !isComputed(column) && column.type !== 'autonumber';

/** Returns the draft that restores the writable cells of a version, or the problem of cells that their column can no longer hold. */
function draftOf(schema: Schema, { data }: StoredVersion, at: string): RowDraft | Problem {
  const patch: Record<string, Cell> = {};
  const errors: FieldError[] = [];
  for (const column of schema.columns.filter(isWritable)) {
    const cell = data[column.cid] ?? null;
    const read = cell === null ? { cell: null } : fitToColumn(column, cell);
    if ('message' in read) errors.push({ path: `${at}.${column.key}`, code: read.code, message: read.message });
    else patch[column.cid] = read.cell;
  }
  if (errors.length > 0)
    return new Problem(
      'conflict',
      `${errors.length === 1 ? 'A column' : `${errors.length} columns`} cannot hold the cells of that version any more: ${errors[0]!.path.slice(at.length + 1)} ${errors[0]!.message}; change the row with PATCH /tables/{table_id}/rows/{row_id} instead.`,
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
      // A text that names an asset is no file: whether the asset exists is known only to another service.
    } else if (!read.new_options?.length && !read.texts?.length && !(typecast && read.asset_ids)) return { cell: read.cell };
  }
  return { code: 'unknown', message: 'cannot be converted' };
}
