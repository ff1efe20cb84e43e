import { isoTime } from '@space/database';
import { type Formula, type FormulaColumn, loadFormula } from '@space/formula';
import type { Cell, CellError, Cells, Column, Schema, StoredRow, ValueType } from '../schema.ts';
import { isComputed, readsOtherRows } from './links.ts';

/** No stored cell may look at the time, so work that comes later than its cause has none to offer. */
export const NO_TIME = 0;

/** What of a row its computed cells are worked out from. */
export type Inputs = Pick<StoredRow, 'id' | 'created_at' | 'updated_at' | 'data'> & Partial<Pick<StoredRow, 'created_by'>>;

/** Computed cells of a row and why others are empty, by cid. */
export interface ComputedCells {
  readonly computed: Cells;
  readonly errors: Readonly<Record<string, CellError>> | null;
}

/** The formulas of a table, compiled once for each schema. */
export interface Formulas {
  /** By the id of their column. */
  readonly byId: ReadonlyMap<string, Formula>;
  /** Formulas that cannot be compiled any more, because of what they read. */
  readonly broken: ReadonlyMap<string, string>;
  /** Ids of formulas that look at the time, or read one that does: never stored. */
  readonly volatile: ReadonlySet<string>;
  /** Columns that are worked out and stored, each behind those it reads. */
  readonly ordered: readonly Column[];
}

const compiled = new WeakMap<Schema, Formulas>();

/** The formulas of a table. */
export function formulasOf(schema: Schema): Formulas {
  const known = compiled.get(schema);
  if (known) return known;
  const made = compile(schema);
  compiled.set(schema, made);
  return made;
}

/** Formulas by their column, with the columns they were compiled for: a schema that only grows compiles none again. */
const loaded = new WeakMap<Column, { readonly formula: Formula; readonly reads: readonly Column[] }>();

function compile(schema: Schema): Formulas {
  const columns = formulaColumns(schema.columns);
  const byId = new Map<string, Formula>();
  const broken = new Map<string, string>();
  for (const column of schema.columns) {
    const { id, type, config } = column;
    if (type !== 'formula') continue;
    const known = loaded.get(column);
    if (known?.reads.every((read) => schema.byId.get(read.id) === read)) {
      byId.set(id, known.formula);
      continue;
    }
    try {
      const formula = loadFormula(String(config.expression), columns, timeZone(config));
      byId.set(id, formula);
      loaded.set(column, { formula, reads: formula.reads.map((read) => schema.byId.get(read)!) });
    } catch (error) {
      broken.set(id, (error as Error).message);
    }
  }
  const everything = inOrder(schema, byId);
  const volatile = new Set<string>();
  for (const { id } of everything) {
    const formula = byId.get(id);
    if (formula && (formula.is_volatile || formula.reads.some((read) => volatile.has(read)))) volatile.add(id);
  }
  return { byId, broken, volatile, ordered: everything.filter(({ id }) => !volatile.has(id)) };
}

const timeZone = (config: Column['config']) => (typeof config.time_zone === 'string' ? { time_zone: config.time_zone } : {});

/** Columns of a table that a computed column of the same row needs first. */
const readsInRow = (column: Column, formulas: ReadonlyMap<string, Formula>): readonly string[] =>
  column.type === 'formula'
    ? (formulas.get(column.id)?.reads ?? [])
    : ((column.config.match as { equals_column: string }[] | undefined) ?? []).map(({ equals_column }) => equals_column);

function inOrder(schema: Schema, formulas: ReadonlyMap<string, Formula>): Column[] {
  const ordered = new Set<Column>();
  const entered = new Set<Column>();
  const visit = (column: Column) => {
    if (!isComputed(column) || entered.has(column)) return;
    entered.add(column);
    for (const id of readsInRow(column, formulas)) {
      const read = schema.byId.get(id);
      if (read) visit(read);
    }
    ordered.add(column);
  };
  schema.columns.forEach(visit);
  return [...ordered];
}

/** The columns among the given and those that read them in the same row, directly or through others, in order. */
export function withReaders(schema: Schema, ids: ReadonlySet<string>): Column[] {
  const { byId, ordered } = formulasOf(schema);
  const all = new Set(ids);
  for (const column of ordered) if (readsInRow(column, byId).some((id) => all.has(id))) all.add(column.id);
  return ordered.filter(({ id }) => all.has(id));
}

/** Columns as formulas see them. */
export const formulaColumns = (columns: readonly Column[]): FormulaColumn[] =>
  columns.map((column) => ({ id: column.id, key: column.key, ...formulaType(column) }));

const lists: ReadonlySet<string> = new Set(['multi_select', 'reference', 'contact']);

function formulaType({ type, value_type, config }: Column): { value_type: ValueType; list?: boolean } {
  if (type === 'attachment') return { value_type: 'object', list: true };
  if (lists.has(type)) return { value_type: 'text', list: true };
  if (value_type === 'list') return { value_type: (config.element_type as ValueType | undefined) ?? 'text', list: true };
  return { value_type };
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

/** The formulas of a table whose values are never stored, by the id of their column: worked out at every read. */
export function volatileFormulas(schema: Schema): ReadonlyMap<string, Formula> {
  const { byId, volatile } = formulasOf(schema);
  return new Map([...volatile].map((id) => [id, byId.get(id)!]));
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
