import { isDeepStrictEqual } from 'node:util';
import { newId } from '@space/database';
import { computeRows } from '../compute/compute-rows.ts';
import type { RowChange } from '../compute/row-change.ts';
import { columnRolesOf } from '../schema/column-roles.ts';
import type { Cell, Schema, StoredRow } from '../schema/schema.ts';
import { type RowDraft, storedCellsOf } from './draft-rows.ts';
import { assertRowSizes } from './row-size.ts';
import { allocateAutonumbers, insertRows, updateRows } from './rows.queries.ts';
import type { WriteContext } from './write-context.ts';

/** A locked row and its draft with resolved links. */
export interface RowUpdate {
  readonly row: StoredRow;
  readonly draft: RowDraft;
}

/** Creates rows from drafts with resolved links. */
export async function createRows(
  { tx, schema, caller, now, evaluate, late }: WriteContext,
  drafts: readonly RowDraft[],
): Promise<RowChange[]> {
  if (drafts.length === 0) return [];
  const { actor } = caller;
  const cells = drafts.map((draft) => withoutInverseLinks(schema, storedCellsOf(draft)));
  assertRowSizes(cells.map((data, index) => ({ at: drafts[index]!.at, data })));
  for (const column of columnRolesOf(schema).autonumbers)
    for (const [index, number] of (await allocateAutonumbers(tx, schema, column, drafts.length)).entries())
      cells[index]![column.cid] = number;
  const rows = cells.map((data) => ({ id: newId('row'), created_at: now, updated_at: now, created_by: actor, data }));
  const computed = await computeRows(tx, schema, rows, now, evaluate);
  for (const id of computed.late) late.add(id);
  const written = await insertRows(
    tx,
    schema,
    rows.map((row, index) => ({ ...row, ...computed.cells[index]!, seq: 0, updated_by: actor })),
  );
  return written.map((after) => ({ row_id: after.id, before: null, after }));
}

/** Updates rows from drafts. Unchanged rows get no new version unless `also` lists them. Returns all rows in the given order. */
export async function updateDraftRows(
  context: WriteContext,
  changes: readonly RowUpdate[],
  also: ReadonlySet<string> = new Set(),
): Promise<RowChange[]> {
  const { schema } = context;
  const next = changes.map(({ row, draft }) => ({ row, at: draft.at, data: withoutInverseLinks(schema, applyPatch(row, draft)) }));
  assertRowSizes(next);
  return saveNewVersions(
    context,
    next.filter(({ row, data }) => also.has(row.id) || !isDeepStrictEqual(data, row.data)),
    changes.map(({ row }) => row),
  );
}

/** Stores these cells as new versions. Returns all of `rows`, including unchanged ones. */
export async function saveNewVersions(
  { tx, schema, caller, now, evaluate, late }: WriteContext,
  revised: readonly { readonly row: StoredRow; readonly data: StoredRow['data'] }[],
  rows: readonly StoredRow[],
): Promise<RowChange[]> {
  const after = new Map<string, StoredRow>();
  if (revised.length > 0) {
    const next = revised.map(({ row, data }) => ({ ...row, data, updated_at: now, updated_by: caller.actor }));
    const computed = await computeRows(
      tx,
      schema,
      next.map((row, index) => ({ ...row, before: revised[index]!.row })),
      now,
      evaluate,
    );
    for (const id of computed.late) late.add(id);
    const written = await updateRows(
      tx,
      schema,
      next.map((row, index) => ({ ...row, ...computed.cells[index]! })),
    );
    for (const row of written) after.set(row.id, row);
  }
  return rows.map((before) => ({ row_id: before.id, before, after: after.get(before.id) ?? before }));
}

/** Applies a patch to the cells of a row. */
function applyPatch({ data }: StoredRow, { patch }: RowDraft): Record<string, Cell> {
  const cells: Record<string, Cell> = { ...data };
  for (const cid of Object.keys(patch))
    if (patch[cid] === null) delete cells[cid];
    else cells[cid] = patch[cid]!;
  return cells;
}

/** Removes the cells of inverse columns, which are stored in the other table. */
function withoutInverseLinks(schema: Schema, cells: Record<string, Cell>): Record<string, Cell> {
  for (const { cid } of columnRolesOf(schema).inverse_references) delete cells[cid];
  return cells;
}

/** Returns true if a write changed a row. */
export const isChanged = ({ before, after }: RowChange): boolean => before?.seq !== after?.seq;
