import { isDeepStrictEqual } from 'node:util';
import type { CommonQueryMethods } from 'slonik';
import { compiledFormulasOf } from '../formulas/compiled-formulas.ts';
import {
  type CellsBuilder,
  type ComputedCells,
  computeFormulas,
  computesFromOwnRow,
  createCellsBuilder,
  evaluateFormula,
  inputCell,
  type RowInputs,
} from '../formulas/evaluate-row.ts';
import { type Lookup, readsOtherRows } from '../schema/lookups.ts';
import type { Cells, Column, Schema, StoredRow } from '../schema/schema.ts';
import { computeLookupCells } from './lookup-cells.ts';
import { type ComputePlan, lockComputedTables } from './plan.ts';

/** A row that is about to be written. */
export interface RowToCompute extends RowInputs {
  /** What it was: then lookups, rollups and counts whose links are the same keep their cells. */
  readonly before?: Pick<StoredRow, 'data' | 'computed' | 'errors'> | null;
}

/**
 * How computed cells come to be, and why they are right.
 *
 * A formula reads cells of its own row. A lookup, rollup or count reads rows of another table, or others of its own: those
 * that its reference cell names (forward), those whose reference cell names it (mirror, the same links from the other
 * side), or those whose cells equal its own (match). All are stored in `computed`, under the cid of their column, so that
 * they are filtered, sorted and indexed like any cell. Formulas that look at the time are never stored.
 *
 * A cell is right, or somebody is bound to make it so: whoever writes a row works out its computed cells in the same
 * transaction (`computeRows`), then those of all rows that read it (`recomputeDependents`, breadth first), the first
 * thousand at once and the rest as jobs of `recompute-task`. While a job is open its columns are `pending`.
 *
 * What if both sides of a link change at the same time? With row locks alone they could miss each other: one links a row
 * whose amount the other has changed but not committed; one adds an order and the other a customer of the same email, and
 * neither can see or lock what the other has not committed. Locks on the rows that are read would find the first case, but
 * not the second, and would deadlock in plain use: two orders of one customer both read it, then both change its total. So
 * tables that are worked out from one another, directly or through others, have one lock together: who writes to one of
 * them takes the writers' locks of all of them, then this one, and only then locks rows (`lockComputedTables`).
 * Every statement behind it sees all that was committed by whoever had it before. Thus such writes happen one after the
 * other, nobody is missed, and no circle of waiting can arise, for the order is always tables by id, then this lock, then
 * rows. Tables that have nothing to do with others (nearly all) take no lock and ask nobody: `isAlone` says so, by the
 * version of the schema, which `saveDependencies` raises in every table that is read.
 *
 * Who changes what is worked out from what keeps the writers of these tables out (`saveDependencies`), so no writer goes on
 * with an outdated plan: a plan is proven by the version of each of its tables, under their shared locks.
 */
export async function computeRows(
  tx: CommonQueryMethods,
  schema: Schema,
  rows: readonly RowToCompute[],
  now: number,
): Promise<ComputedCells[]> {
  if (computesFromOwnRow(schema)) return rows.map((row) => computeFormulas(schema, row, now));
  const plan = await lockComputedTables(tx, schema);
  const own = plan.tables.get(schema.table_id)!;
  const cells = rows.map((row) => ({ row, cells: createCellsBuilder(row, {}, null) }));
  for (const column of compiledFormulasOf(own).ordered) {
    const link = plan.lookups.get(column.id);
    const renewed = cells.filter(({ row, cells }) => !(link && keepsCell(link, row, cells)));
    await computeColumn(
      tx,
      plan,
      own,
      column,
      renewed.map(({ cells }) => cells),
      now,
    );
  }
  return cells.map(({ cells }) => cells.build());
}

/** Takes over the cell of a link that finds the same rows as before: whoever changes those has it worked out again. */
function keepsCell({ column, path }: Lookup, { before }: RowToCompute, cells: CellsBuilder): boolean {
  if (!before || column.status === 'error') return false;
  if (path.kind !== 'inverse') {
    const deciding = path.kind === 'forward' ? [path.reference] : path.pairs.map(({ own }) => own);
    const old = { ...cells.row, data: before.data, computed: before.computed };
    // The time of the last change is never the same.
    if (deciding.some((one) => one.type === 'updated_at' || !isSameCell(one, old, cells.row))) return false;
  }
  const error = before.errors?.[column.cid];
  cells.set(column, error ? { error } : { value: before.computed[column.cid] ?? null });
  return true;
}

/** Whether a cell is the same in two versions of a row. */
export const isSameCell = (column: Column, a: RowInputs & { computed: Cells }, b: RowInputs & { computed: Cells }): boolean =>
  isDeepStrictEqual(inputCell(a, column), inputCell(b, column));

/** Works out one column of some rows whose other cells are there. */
export async function computeColumn(
  tx: CommonQueryMethods,
  plan: ComputePlan,
  schema: Schema,
  column: Column,
  all: readonly CellsBuilder[],
  now: number,
): Promise<void> {
  const link = plan.lookups.get(column.id);
  if (link && column.status !== 'error' && all.length > 0) {
    const found = await computeLookupCells(
      tx,
      link,
      all.map(({ row }) => row),
      now,
    );
    for (const cells of all) cells.set(column, found.get(cells.row.id)!);
    return;
  }
  for (const cells of all)
    if (column.status === 'error' || readsOtherRows(column)) cells.clear(column);
    else cells.set(column, evaluateFormula(schema, column, cells.row, now));
}
