import { isDeepStrictEqual } from 'node:util';
import { sortedAssetIds } from '@space/contracts/assets';
import { type Row, tableRowCreated, tableRowDeleted, tableRowUpdated } from '@space/contracts/tables';
import { enqueueRows, recomputeDependents } from '../compute/recompute.ts';
import type { RowChange } from '../compute/row-change.ts';
import { compiledFormulasOf } from '../formulas/compiled-formulas.ts';
import { createCallBudget } from '../formulas/compute-budget.ts';
import { isStoredInVersions, versionCell } from '../present/cell-changes.ts';
import { assetIdsOfRows } from '../present/find-assets.ts';
import { findPendingInTx, noPending, type PendingOf } from '../present/pending-cells.ts';
import { loadRelatedDataInTx } from '../present/related-data-in-tx.ts';
import { type Contact, type RelatedData, toRowEventData, toRowResponse } from '../present/row-response.ts';
import { columnRolesOf } from '../schema/column-roles.ts';
import type { Column, Schema, StoredRow } from '../schema/schema.ts';
import { findRows } from './rows.queries.ts';
import type { WriteContext } from './write-context.ts';
import { isChanged } from './write-rows.ts';

/** A written row as the response shows it. */
export interface WrittenRow {
  readonly row: Row;
  /** Version of the row. */
  readonly seq: number;
  /** The version before the write, or null if the row is unchanged or new. */
  readonly previous: number | null;
}

/**
 * Recomputes the dependents of written rows, emits their events and returns the rows that still exist. `inverseBefore`
 * holds the earlier links of written inverse columns.
 */
export async function finishRows(
  context: WriteContext,
  written: readonly RowChange[],
  inverseBefore: RelatedData['inverse'] = new Map(),
): Promise<WrittenRow[]> {
  const { schema, now } = context;
  const pendingOf = await recomputeWritten(context, written);
  const { rows, related } = await emitRows(context, written, pendingOf, inverseBefore);
  return rows.flatMap(({ before, after }) => {
    if (!after) return [];
    const previous = before && before.seq !== after.seq ? before.seq : null;
    return [{ row: toRowResponse(schema, after, related, now, pendingOf(after.id)), seq: after.seq, previous }];
  });
}

/** Recomputes the dependents of written rows, leaves late rows to a job and returns the pending cells. */
export async function recomputeWritten(context: WriteContext, written: readonly RowChange[]): Promise<PendingOf> {
  const { tx, schema, now, late, evaluate } = context;
  if (!context.has_no_dependents) await recomputeDependents(tx, schema, written.filter(isChanged), now, evaluate);
  await enqueueRows(
    tx,
    schema,
    late.size > 0 ? compiledFormulasOf(schema).ordered : [],
    written.flatMap(({ row_id }) => (late.has(row_id) ? [row_id] : [])),
  );
  return context.has_no_dependents && late.size === 0 ? noPending : findPendingInTx(tx, schema);
}

/** Emits the events of changed rows, whose dependents are recomputed. Returns the rows as they are now, with their related data. */
export async function emitRows(
  context: WriteContext,
  written: readonly RowChange[],
  pendingOf: PendingOf,
  inverseBefore: RelatedData['inverse'] = new Map(),
): Promise<{ readonly rows: readonly RowChange[]; readonly related: RelatedData }> {
  const rows = await reloadRows(context, written);
  const all = rows.flatMap(({ before, after }) => [before, after].filter((row): row is StoredRow => row !== null));
  const related = await loadRelatedDataInTx(context.tx, context.schema, all, context, inverseBefore);
  for (const change of rows)
    if (isChanged(change))
      emitRowEvent(context, change, { ...related, budget: createCallBudget() }, inverseBefore, pendingOf(change.row_id));
  return { rows, related };
}

/** Reads the rows again, with the cells that were recomputed after the write. */
async function reloadRows({ tx, schema, has_no_dependents }: WriteContext, written: readonly RowChange[]): Promise<readonly RowChange[]> {
  const existing = written.filter(({ after }) => after !== null);
  if ((has_no_dependents && columnRolesOf(schema).inverse_references.length === 0) || existing.length === 0) return written;
  const rows = await findRows(
    tx,
    schema.row_table,
    existing.map(({ row_id }) => row_id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return written.map((change) => (change.after ? { ...change, after: byId.get(change.row_id) ?? change.after } : change));
}

function emitRowEvent(
  context: WriteContext,
  { row_id, before, after }: RowChange,
  related: RelatedData,
  inverseBefore: RelatedData['inverse'],
  pending: readonly string[],
): void {
  const { schema, now, emit } = context;
  const row = (after ?? before)!;
  const current = toRowEventData(schema, row, related, now);
  const eventData = {
    table_id: schema.table_id,
    table: schema.plural_label,
    row_id,
    row: current.title,
    ...contactEventData(context, row),
    ...assetEventData(schema, { before, after }),
    data: current.data,
    ...(pending.length > 0 && { pending }),
  };
  if (!before) emit(tableRowCreated as never, eventData as never);
  else if (!after) emit(tableRowDeleted as never, eventData as never);
  else emitRowUpdated(context, { row_id, before, after }, eventData, related, inverseBefore);
}

/** Returns the assets in the cells of a row after a change, if it shows some or showed some before. */
function assetEventData({ columns }: Schema, { before, after }: Pick<RowChange, 'before' | 'after'>) {
  const idsIn = (row: StoredRow | null) => (row ? assetIdsOfRows(columns, [row]) : []);
  const asset_ids = sortedAssetIds(idsIn(after));
  return asset_ids.length + idsIn(before).length > 0 ? { asset_ids } : {};
}

/** Emits `table.row.updated` with the changed cells and their previous values. */
function emitRowUpdated(
  { schema, now, emit }: WriteContext,
  { row_id, before, after }: { row_id: string; before: StoredRow; after: StoredRow },
  eventData: object,
  related: RelatedData,
  inverseBefore: RelatedData['inverse'],
): void {
  const inverse = new Map([...related.inverse, ...inverseBefore]);
  const previousData = toRowEventData(schema, before, { ...related, inverse }, now).data;
  const changed = schema.columns.filter(
    (column) => isCellChanged(column, before, after) || isInverseChanged(column, row_id, related.inverse, inverse),
  );
  emit(
    tableRowUpdated as never,
    {
      ...eventData,
      changed: changed.map(({ key }) => key),
      previous: Object.fromEntries(changed.map(({ key }) => [key, previousData[key]])),
    } as never,
  );
}

const isCellChanged = (column: Column, before: StoredRow, after: StoredRow): boolean =>
  isStoredInVersions(column) && !isDeepStrictEqual(versionCell(column, before), versionCell(column, after));

function isInverseChanged({ reference, cid }: Column, row: string, after: RelatedData['inverse'], before: RelatedData['inverse']): boolean {
  const ids = (inverse: RelatedData['inverse']) => [...(inverse.get(row)?.[cid] ?? [])].toSorted();
  return reference?.is_inverse === true && !isDeepStrictEqual(ids(after), ids(before));
}

/** The first contact that a row links to, for the `contact` block of events. */
function contactEventData({ schema, contacts }: WriteContext, row: StoredRow): { contact_id?: string; contact?: Contact } {
  for (const { cid } of columnRolesOf(schema).contacts) {
    const cell = row.data[cid];
    const id = Array.isArray(cell) ? cell[0] : undefined;
    if (typeof id !== 'string') continue;
    const contact = contacts.get(id);
    return { contact_id: contact?.id ?? id, ...(contact && { contact }) };
  }
  return {};
}
