import { isoTime } from '@space/database';
import { isComputed, readsOtherRows } from '../schema/lookups.ts';
import type { Cell, CellError, Cells, Column, Schema, StoredRow } from '../schema/schema.ts';
import { formulasOf, inOrder } from './compiled-formulas.ts';
/** No stored cell may look at the time, so work that comes later than its cause has none to offer. */
export const NO_TIME = 0;

/** What of a row its computed cells are worked out from. */
export type Inputs = Pick<StoredRow, 'id' | 'created_at' | 'updated_at' | 'data'> & Partial<Pick<StoredRow, 'created_by'>>;

/** Computed cells of a row and why others are empty, by cid. */
export interface ComputedCells {
  readonly computed: Cells;
  readonly errors: Readonly<Record<string, CellError>> | null;
}

/** A cell of a row that is in the row itself or was worked out before; what every row has comes from the row. */
export function cellOf(row: Inputs & { readonly computed: Cells }, column: Column): Cell {
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

/** The value of one formula for a row whose other cells are there. */
export function evaluate(
  schema: Schema,
  column: Column,
  row: Inputs & { readonly computed: Cells },
  now: number,
): { value: Cell } | { error: CellError } {
  const { byId, broken } = formulasOf(schema);
  const formula = byId.get(column.id);
  if (!formula) return { error: { code: 'broken_formula', message: broken.get(column.id) ?? 'The formula cannot be worked out.' } };
  const autonumber = schema.columns.find(({ type }) => type === 'autonumber');
  const number = autonumber && row.data[autonumber.cid];
  const result = formula.evaluate(
    (id) => {
      const read = schema.byId.get(id);
      return read ? cellOf(row, read) : null;
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
  return { value: rounded(result.value, column.config.precision) };
}

/** Half away from zero, as people round: 2.345 is 2.35 although the binary fraction lies below it. */
function rounded(value: number, precision: number): number {
  const result = Number(`${Math.round(Number(`${Math.abs(value)}e${precision}`))}e-${precision}`) * Math.sign(value);
  return Number.isFinite(result) ? result : value;
}

/** Whether every computed column of a table is a formula over the same row, so that `computePlain` knows all. */
export const hasPlainComputing = (schema: Schema): boolean => !schema.columns.some(readsOtherRows);

/** Works out the stored formulas of a row whose table has no other computed columns. */
export function computePlain(schema: Schema, row: Inputs, now: number): ComputedCells {
  const cells = computing(row, {}, null);
  for (const column of formulasOf(schema).ordered)
    if (column.status !== 'error') cells.put(column, evaluate(schema, column, cells.row, now));
  return cells.done();
}

/** Works out the cells of a stored row that are never stored. */
export function computeVolatile(schema: Schema, row: Inputs & ComputedCells, now: number): ComputedCells {
  const { volatile, byId } = formulasOf(schema);
  const cells = computing(row, {}, null);
  const all = computing(row, row.computed, row.errors);
  for (const column of inOrder(schema, byId)) {
    if (!volatile.has(column.id) || column.status === 'error') continue;
    const result = evaluate(schema, column, all.row, now);
    all.put(column, result);
    cells.put(column, result);
  }
  return cells.done();
}

/** The computed cells of one row while they are worked out. */
export interface Computing<R extends Inputs = Inputs> {
  readonly row: R & { readonly computed: Cells };
  put(column: Column, result: { value: Cell } | { error: CellError }): void;
  /** Leaves the cell of a column empty, without a reason. */
  clear(column: Column): void;
  done(): ComputedCells;
}

/** Begins with the computed cells that a row has. */
export function computing<R extends Inputs>(row: R, cells: Cells, reasons: ComputedCells['errors']): Computing<R> {
  const computed: Record<string, Cell> = { ...cells };
  const errors: Record<string, CellError> = { ...reasons };
  const clear = ({ cid }: Column) => {
    delete computed[cid];
    delete errors[cid];
  };
  return {
    row: { ...row, computed },
    clear,
    put(column, result) {
      clear(column);
      if ('error' in result) errors[column.cid] = result.error;
      else if (result.value !== null) computed[column.cid] = result.value;
    },
    done: () => ({ computed, errors: Object.keys(errors).length > 0 ? errors : null }),
  };
}
