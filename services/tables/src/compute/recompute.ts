import { isDeepStrictEqual } from 'node:util';
import { MAX_SYNC_ROWS } from '@space/contracts/tables';
import type { CommonQueryMethods } from 'slonik';
import { compiledFormulasOf, withDependents } from '../formulas/compiled-formulas.ts';
import { type EvaluateFormulas, evaluateForCall } from '../formulas/evaluate-formulas.ts';
import { type CellsBuilder, createCellsBuilder, isForLackOfRoom, NO_TIME } from '../formulas/evaluate-row.ts';
import { isComputed } from '../schema/lookups.ts';
import type { Column, Schema, StoredRow } from '../schema/schema.ts';
import { findAffectedRows } from './affected-rows.ts';
import { computeColumn, evaluationGroups, without } from './compute-rows.ts';
import { updatePending } from './pending.queries.ts';
import { type ComputePlan, hasNoDependents, lockComputedTables } from './plan.ts';
import { clearCells, countRows, findFewRowIds, lockRowsToRecompute, saveComputedCells } from './recompute.queries.ts';
import { enqueueJob } from './recompute-jobs.queries.ts';
import { createRecomputeRoom, type RecomputeRoom } from './recompute-room.ts';
import type { RowChange } from './row-change.ts';
import { updateColumnStatus } from './update-column-status.ts';

/**
 * Recomputes the cells that read changed rows, in this table and in others: the first `MAX_SYNC_ROWS` that fit in
 * `MAX_RECOMPUTED_BYTES` in this transaction, breadth first, the rest as jobs. Only `computed` and `errors` change: no new version, no history, no
 * event. The row table already holds the changes. Returns the rows among `changes` whose cells it changed, by id.
 */
export async function recomputeDependents(
  tx: CommonQueryMethods,
  schema: Schema,
  changes: readonly RowChange[],
  now: number,
  evaluate: EvaluateFormulas = evaluateForCall(),
): Promise<ReadonlyMap<string, StoredRow>> {
  if (changes.length === 0 || (await hasNoDependents(tx, schema))) return new Map();
  const plan = await lockComputedTables(tx, schema);
  const own = new Set(changes.map(({ row_id }) => row_id));
  const again = await propagate(tx, plan, new Map([[schema.table_id, changes]]), now, evaluate);
  return new Map((again.get(schema.table_id) ?? []).flatMap(({ row_id, after }) => (own.has(row_id) && after ? [[row_id, after]] : [])));
}

/** Recomputes all rows that read the changed rows. Returns the changes that it made, by table. */
export async function propagate(
  tx: CommonQueryMethods,
  plan: ComputePlan,
  changes: ReadonlyMap<string, readonly RowChange[]>,
  now: number,
  evaluate: EvaluateFormulas,
  room: RecomputeRoom = createRecomputeRoom(),
): Promise<ReadonlyMap<string, readonly RowChange[]>> {
  const made = new Map<string, RowChange[]>();
  let left = MAX_SYNC_ROWS;
  let wave = changes;
  while (wave.size > 0) {
    const next = new Map<string, readonly RowChange[]>();
    for (const due of await findAffectedRows(tx, plan, wave)) {
      const schema = plan.tables.get(due.table_id)!;
      const columns = withDependents(schema, due.columns);
      const ids = due.rows === 'all' ? [] : [...due.rows].toSorted();
      const syncIds = room.isFull() ? [] : ids.slice(0, left);
      left -= syncIds.length;
      const { changes: changed, left_ids } = await recomputeRows(tx, plan, schema, columns, syncIds, now, evaluate, room);
      await enqueueRecompute(tx, schema, columns, due.rows === 'all' ? 'all' : [...left_ids, ...ids.slice(syncIds.length)]);
      if (changed.length === 0) continue;
      next.set(due.table_id, changed);
      made.set(due.table_id, [...(made.get(due.table_id) ?? []), ...changed]);
    }
    wave = next;
  }
  return made;
}

async function enqueueRecompute(
  tx: CommonQueryMethods,
  schema: Schema,
  columns: readonly Column[],
  rows: readonly string[] | 'all',
): Promise<void> {
  const ids = columns.map(({ id }) => id);
  if (rows === 'all') await enqueueJob(tx, schema, ids, null, await countRows(tx, schema));
  else if (rows.length > 0) await enqueueJob(tx, schema, ids, rows, rows.length);
}

/** The changed rows, and the ids of the last rows, for which there was no room and which are not recomputed. */
interface RecomputedRows {
  readonly changes: readonly RowChange[];
  readonly left_ids: readonly string[];
}

/**
 * Recomputes columns of rows, which are locked in the order of their ids, and columns for which one of the rows had no room.
 * Rows that `evaluate` leaves out become a job.
 */
export async function recomputeRows(
  tx: CommonQueryMethods,
  plan: ComputePlan,
  schema: Schema,
  wanted: readonly Column[],
  ids: readonly string[],
  now: number,
  evaluate: EvaluateFormulas,
  room: RecomputeRoom = createRecomputeRoom(),
): Promise<RecomputedRows> {
  if (ids.length === 0 || wanted.length === 0) return { changes: [], left_ids: [] };
  const { rows, bytes, has_more } = await lockRowsToRecompute(tx, schema, ids);
  const columns = withColumnsWithoutRoom(schema, wanted, rows);
  const all = rows.map((row) => createCellsBuilder<StoredRow>(row, row.computed, row.errors));
  const sizes = (some: readonly CellsBuilder[]) => some.map((cells, index) => bytes[index]! + cells.bytes());
  const late = new Set<CellsBuilder<StoredRow>>();
  let fitting = all.slice(0, room.countFitting(sizes(all)));
  for (const group of evaluationGroups(columns)) {
    const due = without(fitting, late);
    if (group.formulas) for (const cells of await evaluate(schema, group.formulas, due, now)) late.add(cells);
    else {
      const [firstLeft] = await computeColumn(tx, plan, group.column, due, now, room.bytes());
      if (firstLeft) fitting = fitting.slice(0, fitting.indexOf(firstLeft));
    }
    fitting = fitting.slice(0, room.countFitting(sizes(fitting)));
  }
  room.take(sizes(fitting).reduce((sum, size) => sum + size, 0));
  const changes = fitting.flatMap((cells, index) => {
    const before = rows[index]!;
    const after = { ...before, ...cells.build() };
    return late.has(cells) || columns.every(({ cid }) => isSame(before, after, cid)) ? [] : [{ row_id: before.id, before, after }];
  });
  if (changes.length > 0)
    await saveComputedCells(
      tx,
      schema,
      changes.map(({ after }) => after),
    );
  await enqueueRows(
    tx,
    schema,
    columns,
    fitting.flatMap((cells) => (late.has(cells) ? [cells.row.id] : [])),
  );
  const isWhole = !has_more && fitting.length === all.length;
  const last = fitting.at(-1)?.row.id ?? '';
  return { changes, left_ids: isWhole ? [] : ids.filter((id) => id > last).toSorted() };
}

/** Returns these columns, and those for which one of the rows had no room: it may have room after the recompute. */
function withColumnsWithoutRoom(schema: Schema, columns: readonly Column[], rows: readonly StoredRow[]): readonly Column[] {
  const without = schema.columns.filter(({ cid }) => rows.some(({ errors }) => isForLackOfRoom(errors?.[cid])));
  return without.length === 0 ? columns : withDependents(schema, new Set([...columns, ...without].map(({ id }) => id)));
}

/** Leaves columns of rows to a job. */
export async function enqueueRows(
  tx: CommonQueryMethods,
  schema: Schema,
  columns: readonly Column[],
  rows: readonly string[],
): Promise<void> {
  if (rows.length === 0) return;
  await enqueueJob(
    tx,
    schema,
    columns.map(({ id }) => id),
    rows,
    rows.length,
  );
}

const isSame = (before: StoredRow, after: StoredRow, cid: string): boolean =>
  isDeepStrictEqual(before.computed[cid], after.computed[cid]) && isDeepStrictEqual(before.errors?.[cid], after.errors?.[cid]);

/**
 * Recomputes new or changed columns and their readers: in this transaction for a small table, else in the background.
 * For a column that is not computed or was deleted, only its readers are recomputed. Columns that can no longer work
 * become broken and lose their values; repaired ones get them back. The caller holds the lock of schema changes.
 */
export async function startRecompute(
  tx: CommonQueryMethods,
  { space_id, table_id }: Pick<Schema, 'space_id' | 'table_id'>,
  columnIds: readonly string[],
): Promise<void> {
  const roots = await updateColumnStatus(tx, { space_id, table_id }, columnIds);
  const plan = await lockComputedTables(tx, { space_id, table_id });
  await recomputeColumns(tx, plan, roots);
  await updatePending(tx, space_id);
}

/** Recomputes columns for all rows, each after the columns that it reads: in this transaction for a small table, else in the background. */
export async function recomputeColumns(
  tx: CommonQueryMethods,
  plan: ComputePlan,
  columnIds: Iterable<string>,
  evaluate: EvaluateFormulas = evaluateForCall(),
): Promise<void> {
  const roots = new Set(columnIds);
  const room = createRecomputeRoom();
  for (const schema of plan.tables.values()) {
    const stored = new Set(compiledFormulasOf(schema).ordered);
    const wanted = schema.columns.filter((column) => roots.has(column.id) && isComputed(column));
    if (wanted.length === 0) continue;
    // A formula that now depends on the time is no longer stored, so its old cells are cleared.
    const gone = wanted.filter((column) => !stored.has(column));
    const columns = withDependents(schema, new Set(wanted.map(({ id }) => id)));
    const ids = await findFewRowIds(tx, schema, MAX_SYNC_ROWS);
    if (!ids) {
      const all = [...columns, ...gone].map(({ id }) => id);
      await enqueueJob(tx, schema, all, null, await countRows(tx, schema));
      continue;
    }
    await clearCells(tx, schema, gone, ids);
    const { changes, left_ids } = await recomputeRows(tx, plan, schema, columns, ids, NO_TIME, evaluate, room);
    await enqueueRecompute(tx, schema, columns, left_ids);
    if (changes.length > 0) await propagate(tx, plan, new Map([[schema.table_id, changes]]), NO_TIME, evaluate, room);
  }
}
