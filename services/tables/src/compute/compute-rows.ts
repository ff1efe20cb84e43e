import { isDeepStrictEqual } from 'node:util';
import type { CommonQueryMethods } from 'slonik';
import { compiledFormulasOf } from '../formulas/compiled-formulas.ts';
import type { EvaluateFormulas } from '../formulas/evaluate-formulas.ts';
import {
  type CellsBuilder,
  type ComputedCells,
  computesFromOwnRow,
  createCellsBuilder,
  inputCell,
  isForLackOfRoom,
  type RowInputs,
} from '../formulas/evaluate-row.ts';
import type { Lookup } from '../schema/lookups.ts';
import type { Cells, Column, Schema, StoredRow } from '../schema/schema.ts';
import { computeLookupCells } from './lookup-cells.ts';
import { type ComputePlan, lockComputedTables } from './plan.ts';

/** A row that is about to be written. */
export interface RowToCompute extends RowInputs {
  /** The previous version; lookups, rollups and counts whose path did not change keep their cells. */
  readonly before?: Pick<StoredRow, 'data' | 'computed' | 'errors'> | null;
}

/**
 * Computed cells and their consistency.
 *
 * A formula reads cells of its own row. A lookup, rollup or count reads rows of another table or of its own. It finds
 * them by its reference cell (forward), by reference cells that hold its row (inverse), or by equal cells (match). All
 * values are stored in `computed` under the cid of their column, so that they are filtered, sorted and indexed like any
 * cell. Formulas that depend on the time are never stored.
 *
 * A stored cell is either right or due to be recomputed. A writer computes the cells of its rows in the same
 * transaction (`computeRows`). It then recomputes the cells of all rows that read them (`recomputeDependents`, breadth
 * first): the first thousand itself, if they have room, the rest as jobs of the recompute task. A column with an open job is
 * `pending`, and so are the columns that read it (pending.queries.ts). Rows for whose formulas a call has no time or no room
 * left also become a job.
 *
 * Both sides of a lookup can change concurrently. With row locks alone, two transactions could miss each other: one
 * links a row whose amount the other has changed but not committed; or one adds an order and the other a customer with
 * the same email. Locks on the rows read would solve the first case but not the second, and they would cause deadlocks:
 * two orders of one customer both read it, then both change its total. Tables that are computed from one another,
 * directly or through others, therefore share one lock. A writer to one of them takes the writers' locks of all of
 * them, then the shared lock, then row locks (`lockComputedTables`). Each later statement sees everything committed by
 * the previous holder. Such writes are serialized, none is missed, and no deadlock can arise, since the order is always
 * tables by id, then this lock, then rows. Tables without lookups (nearly all) take no lock: the cached schema
 * says whether a table is read (`hasNoDependents`), since `saveDependencies` raises the schema version of every table that
 * is read.
 *
 * A change of dependencies blocks the writers of these tables (`saveDependencies`), so no writer continues with a stale
 * plan. A plan is checked by the versions of its tables, under their shared locks.
 */
export async function computeRows(
  tx: CommonQueryMethods,
  schema: Schema,
  rows: readonly RowToCompute[],
  now: number,
  evaluate: EvaluateFormulas,
): Promise<ComputedRows> {
  const isOwn = computesFromOwnRow(schema);
  const plan = isOwn ? undefined : await lockComputedTables(tx, schema);
  const own = plan?.tables.get(schema.table_id) ?? schema;
  const all = rows.map((row) => createCellsBuilder(row, {}, null));
  const late = new Set<CellsBuilder<RowToCompute>>();
  for (const group of evaluationGroups(compiledFormulasOf(own).ordered)) {
    if (group.formulas) for (const cells of await evaluate(own, group.formulas, without(all, late), now)) late.add(cells);
    else if (plan) {
      const link = plan.lookups.get(group.column.id);
      const renewed = all.filter((cells) => !(link && keepsCell(link, cells.row, cells)));
      await computeColumn(tx, plan, group.column, renewed, now);
    }
  }
  return {
    cells: all.map((cells) => (late.has(cells) ? cellsBefore(cells.row) : cells.build())),
    late: [...late].map(({ row }) => row.id),
  };
}

/** Computed cells of rows in their order. */
export interface ComputedRows {
  readonly cells: readonly ComputedCells[];
  /** Ids of rows for which no time was left. Their cells are as before, and a job must compute them. */
  readonly late: readonly string[];
}

const cellsBefore = ({ before }: RowToCompute): ComputedCells => ({ computed: before?.computed ?? {}, errors: before?.errors ?? null });

/** Computed columns in their order: formulas that follow each other together, every other column alone. */
type EvaluationGroup = { readonly formulas: readonly Column[] } | { readonly formulas?: undefined; readonly column: Column };

/** Groups columns so that the formulas of a row are evaluated one after the other. */
export function evaluationGroups(columns: readonly Column[]): EvaluationGroup[] {
  const groups: ({ formulas: Column[] } | { formulas?: undefined; column: Column })[] = [];
  for (const column of columns) {
    const last = groups.at(-1);
    if (column.type !== 'formula' || column.status === 'error') groups.push({ column });
    else if (last?.formulas) last.formulas.push(column);
    else groups.push({ formulas: [column] });
  }
  return groups;
}

/** Returns the rows that are not late. */
export const without = <R>(all: readonly R[], late: ReadonlySet<R>): readonly R[] =>
  late.size === 0 ? all : all.filter((one) => !late.has(one));

/** Keeps the cell of a lookup that finds the same rows as before. Returns false if the cell must be computed. */
function keepsCell({ column, path }: Lookup, { before }: RowToCompute, cells: CellsBuilder): boolean {
  if (!before || column.status === 'error') return false;
  if (path.kind !== 'inverse') {
    const deciding = path.kind === 'forward' ? [path.reference] : path.pairs.map(({ own }) => own);
    const old = { ...cells.row, data: before.data, computed: before.computed };
    // `updated_at` differs in every version.
    if (deciding.some((one) => one.type === 'updated_at' || !isSameCell(one, old, cells.row))) return false;
  }
  const error = before.errors?.[column.cid];
  if (isForLackOfRoom(error)) return false;
  cells.set(column, error ? { error } : { value: before.computed[column.cid] ?? null });
  return true;
}

/** Returns true if a cell is equal in two versions of a row. */
export const isSameCell = (column: Column, a: RowInputs & { computed: Cells }, b: RowInputs & { computed: Cells }): boolean =>
  isDeepStrictEqual(inputCell(a, column), inputCell(b, column));

/**
 * Computes a lookup, rollup or count of rows whose other cells are computed, or clears the cells of a broken column. Returns the rows
 * that it leaves out, the last ones by id, because the values of the others take the room in bytes.
 */
export async function computeColumn<C extends CellsBuilder>(
  tx: CommonQueryMethods,
  plan: ComputePlan,
  column: Column,
  all: readonly C[],
  now: number,
  room = Number.POSITIVE_INFINITY,
): Promise<readonly C[]> {
  const link = plan.lookups.get(column.id);
  if (!link || column.status === 'error' || all.length === 0) {
    for (const cells of all) cells.clear(column);
    return [];
  }
  const found = await computeLookupCells(
    tx,
    link,
    all.map(({ row }) => row),
    now,
    room,
  );
  const left: C[] = [];
  for (const cells of all) {
    const outcome = found.get(cells.row.id);
    if (outcome) cells.set(column, outcome);
    else left.push(cells);
  }
  return left;
}
