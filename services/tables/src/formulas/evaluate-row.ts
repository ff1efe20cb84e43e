import { isoTime } from '@space/database';
import { roundTo } from '../cells/decimal.ts';
import { isComputed, readsOtherRows } from '../schema/lookups.ts';
import type { Cell, CellError, Cells, Column, Schema, StoredRow } from '../schema/schema.ts';
import { compiledFormulasOf, inDependencyOrder } from './compiled-formulas.ts';
import type { ComputeBudget } from './compute-budget.ts';

/** The time for stored cells, which must not depend on the time. */
export const NO_TIME = 0;

/** The fields of a row that its computed cells are computed from. */
export type RowInputs = Pick<StoredRow, 'id' | 'created_at' | 'updated_at' | 'data'> & Partial<Pick<StoredRow, 'created_by'>>;

/** Computed cells of a row, and the reasons of empty ones, by cid. */
export interface ComputedCells {
  readonly computed: Cells;
  readonly errors: Readonly<Record<string, CellError>> | null;
}

/** The value of a formula for a row, or its error. */
export type FormulaOutcome = { readonly value: Cell } | { readonly error: CellError };

/** Returns a cell of a row, written or computed; columns such as `created_at` are read from the row itself. */
export function inputCell(row: RowInputs & { readonly computed: Cells }, column: Column): Cell {
  switch (column.type) {
    case 'created_at':
      return isoTime(row.created_at);
    case 'updated_at':
      return isoTime(row.updated_at);
    case 'created_by':
      return row.created_by ? { ...row.created_by } : null;
    default:
      return (isComputed(column) ? row.computed : row.data)[column.cid] ?? null;
  }
}

/** Returns the outcome of one formula for a row whose other cells are computed. */
export function evaluateFormula(
  schema: Schema,
  column: Column,
  row: RowInputs & { readonly computed: Cells },
  now: number,
): FormulaOutcome {
  const { byId, broken } = compiledFormulasOf(schema);
  const formula = byId.get(column.id);
  if (!formula) return { error: { code: 'broken_formula', message: broken.get(column.id) ?? 'The formula cannot be computed.' } };
  const autonumber = schema.columns.find(({ type }) => type === 'autonumber');
  const number = autonumber && row.data[autonumber.cid];
  const result = formula.evaluate(
    (id) => {
      const read = schema.byId.get(id);
      return read ? inputCell(row, read) : null;
    },
    {
      now,
      row: {
        id: row.id,
        created_at: row.created_at,
        updated_at: row.updated_at,
        ...(typeof number === 'number' ? { autonumber: number } : {}),
      },
    },
  );
  if ('error' in result || typeof result.value !== 'number' || typeof column.config.precision !== 'number') return result;
  return { value: roundTo(result.value, column.config.precision) };
}

/** Returns true if all computed columns of a table are formulas over the same row, so that `computeFormulas` suffices. */
export const computesFromOwnRow = (schema: Schema): boolean => !schema.columns.some(readsOtherRows);

/** Computes the stored formulas of a row whose table has no other computed columns; null when the budget is spent. */
export function computeFormulas(schema: Schema, row: RowInputs, now: number, budget: ComputeBudget): ComputedCells | null {
  const cells = createCellsBuilder(row, {}, null);
  for (const column of compiledFormulasOf(schema).ordered) {
    if (column.status === 'error') continue;
    if (budget.isSpent()) return null;
    cells.set(column, evaluateFormula(schema, column, cells.row, now));
  }
  return cells.build();
}

/** The error of a cell for which an answer has no time left. */
const noTimeLeft: CellError = {
  code: 'too_slow',
  message: 'The answer had no time left for this cell, which depends on the current time; ask for fewer rows.',
};

/** Computes the cells of a stored row that are never stored. Cells for which the budget has no time are empty with an error. */
export function computeVolatileFormulas(schema: Schema, row: RowInputs & ComputedCells, now: number, budget: ComputeBudget): ComputedCells {
  const { volatile, byId } = compiledFormulasOf(schema);
  const cells = createCellsBuilder(row, {}, null);
  const all = createCellsBuilder(row, row.computed, row.errors);
  for (const column of inDependencyOrder(schema, byId)) {
    if (!volatile.has(column.id) || column.status === 'error') continue;
    const result = budget.isSpent() ? { error: noTimeLeft } : evaluateFormula(schema, column, all.row, now);
    all.set(column, result);
    cells.set(column, result);
  }
  return cells.build();
}

/** Collects the computed cells of one row. */
export interface CellsBuilder<R extends RowInputs = RowInputs> {
  readonly row: R & { readonly computed: Cells };
  set(column: Column, result: FormulaOutcome): void;
  /** Makes the cell of a column empty, without a reason. */
  clear(column: Column): void;
  build(): ComputedCells;
}

/** Returns a builder that starts with these computed cells and errors. */
export function createCellsBuilder<R extends RowInputs>(row: R, cells: Cells, reasons: ComputedCells['errors']): CellsBuilder<R> {
  const computed: Record<string, Cell> = { ...cells };
  const errors: Record<string, CellError> = { ...reasons };
  const clear = ({ cid }: Column) => {
    delete computed[cid];
    delete errors[cid];
  };
  return {
    row: { ...row, computed },
    clear,
    set(column, result) {
      clear(column);
      if ('error' in result) errors[column.cid] = result.error;
      else if (result.value !== null) computed[column.cid] = result.value;
    },
    build: () => ({ computed, errors: Object.keys(errors).length > 0 ? errors : null }),
  };
}
