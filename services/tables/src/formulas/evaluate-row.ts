import { MAX_COMPUTED_BYTES } from '@space/contracts/tables';
import { isoTime } from '@space/database';
import { bytesOfCells, cellBytes } from '../cells/cell-bytes.ts';
import { roundTo } from '../cells/decimal.ts';
import { isComputed, readsOtherRows } from '../schema/lookups.ts';
import type { Cell, CellError, Cells, Column, Schema, StoredRow } from '../schema/schema.ts';
import { compiledFormulasOf } from './compiled-formulas.ts';
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
  beforeWork?: (units: number) => void,
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
      beforeWork,
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
  budget.countBytes(cells.bytes());
  return cells.build();
}

/** The error of a cell for which a row has no room left. */
const rowTooLong: CellError = {
  code: 'too_long',
  message: `The computed cells of a row have at most ${MAX_COMPUTED_BYTES.toLocaleString('en')} bytes together, and this one would exceed them.`,
};

/** Returns true for the error of a cell that may have a value after other cells of the row have become shorter. */
export const isForLackOfRoom = (error: CellError | undefined): boolean => error?.message === rowTooLong.message;

/** The error of a cell for which an answer has no room left. */
const noRoomLeft: CellError = {
  code: 'too_long',
  message: 'The answer had no room left for this cell, which depends on the current time; ask for fewer rows.',
};

/** The error of a cell for which an answer has no time left. */
const noTimeLeft: CellError = {
  code: 'too_slow',
  message: 'The answer had no time left for this cell, which depends on the current time; ask for fewer rows.',
};

/**
 * Computes cells of a stored row that are never stored, in the columns of `volatileColumnsFor`. Cells for which the budget has no time or
 * no room are empty with an error.
 */
export function computeVolatileFormulas(
  schema: Schema,
  row: RowInputs & ComputedCells,
  now: number,
  budget: ComputeBudget,
  columns: readonly Column[],
): ComputedCells {
  const cells = createCellsBuilder(row, {}, null);
  const all = createCellsBuilder(row, row.computed, row.errors);
  for (const column of columns) {
    if (column.status === 'error') continue;
    const isLeft = budget.isSpent();
    const result = isLeft ? { error: budget.isFull() ? noRoomLeft : noTimeLeft } : evaluateFormula(schema, column, all.row, now);
    const before = cells.bytes();
    cells.set(column, all.set(column, result));
    budget.countBytes(cells.bytes() - before);
  }
  return cells.build();
}

/** Collects the computed cells of one row, at most `MAX_COMPUTED_BYTES`. */
export interface CellsBuilder<R extends RowInputs = RowInputs> {
  readonly row: R & { readonly computed: Cells };
  /** Sets the cell of a column. Returns its outcome: an error for a value that the row has no room for. */
  set(column: Column, result: FormulaOutcome): FormulaOutcome;
  /** Makes the cell of a column empty, without a reason. */
  clear(column: Column): void;
  /** Returns the bytes of the cells. */
  bytes(): number;
  build(): ComputedCells;
}

/** Returns a builder that starts with these computed cells and errors. `bytes` counts further cells that it does not have. */
export function createCellsBuilder<R extends RowInputs>(
  row: R,
  cells: Cells,
  reasons: ComputedCells['errors'],
  bytes = bytesOfCells(cells),
): CellsBuilder<R> {
  const computed: Record<string, Cell> = { ...cells };
  const errors: Record<string, CellError> = { ...reasons };
  let used = bytes;
  const clear = ({ cid }: Column) => {
    if (cid in computed) used -= cellBytes(computed[cid]!);
    delete computed[cid];
    delete errors[cid];
  };
  const fail = ({ cid }: Column, error: CellError) => {
    errors[cid] = error;
    return { error };
  };
  return {
    row: { ...row, computed },
    clear,
    bytes: () => used,
    set(column, result) {
      clear(column);
      if ('error' in result) return fail(column, result.error);
      if (result.value === null) return result;
      const size = cellBytes(result.value);
      if (used + size > MAX_COMPUTED_BYTES) return fail(column, rowTooLong);
      computed[column.cid] = result.value;
      used += size;
      return result;
    },
    build: () => ({ computed, errors: Object.keys(errors).length > 0 ? errors : null }),
  };
}
