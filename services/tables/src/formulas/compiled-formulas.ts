import { type Formula, type FormulaColumn, loadFormula } from '@space/formula';
import { isComputed } from '../schema/lookups.ts';
import type { Column, Schema, ValueType } from '../schema/schema.ts';

/** The formulas of a table, compiled once per schema. */
export interface CompiledFormulas {
  /** Formulas by column id. */
  readonly byId: ReadonlyMap<string, Formula>;
  /** Messages of formulas that no longer compile, by column id. */
  readonly broken: ReadonlyMap<string, string>;
  /** Ids of formulas that depend on the current time, directly or through others. Their values are never stored. */
  readonly volatile: ReadonlySet<string>;
  /** These formulas, each after the columns that it reads. */
  readonly orderedVolatile: readonly Column[];
  /** Stored computed columns, each after the columns that it reads. */
  readonly ordered: readonly Column[];
}

const compiled = new WeakMap<Schema, CompiledFormulas>();

/** Returns the compiled formulas of a table. */
export function compiledFormulasOf(schema: Schema): CompiledFormulas {
  const known = compiled.get(schema);
  if (known) return known;
  const made = compile(schema);
  compiled.set(schema, made);
  return made;
}

/** Formulas by column, with the columns that they were compiled for: a schema that only grows recompiles none. */
const loaded = new WeakMap<Column, { readonly formula: Formula; readonly reads: readonly Column[] }>();

function compile(schema: Schema): CompiledFormulas {
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
  const everything = inDependencyOrder(schema, byId);
  const volatile = new Set<string>();
  for (const { id } of everything) {
    const formula = byId.get(id);
    if (formula && (formula.is_volatile || formula.reads.some((read) => volatile.has(read)))) volatile.add(id);
  }
  const orderedVolatile = everything.filter(({ id }) => volatile.has(id));
  const ordered = everything.filter(({ id }) => !volatile.has(id));
  return { byId, broken, volatile, orderedVolatile, ordered };
}

const timeZone = (config: Column['config']) => (typeof config.timezone === 'string' ? { timezone: config.timezone } : {});

/** Returns the columns of the same row that a computed column reads. */
const readsInRow = (column: Column, formulas: ReadonlyMap<string, Formula>): readonly string[] =>
  column.type === 'formula'
    ? (formulas.get(column.id)?.reads ?? [])
    : ((column.config.match as { equals_column: string }[] | undefined) ?? []).map(({ equals_column }) => equals_column);

/** Returns the computed columns, each after the columns of the same row that it reads. */
function inDependencyOrder(schema: Schema, formulas: ReadonlyMap<string, Formula>): Column[] {
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

/** Returns these columns and the columns that read them in the same row, directly or through others, also those that are not stored. */
export function readersInRow(schema: Schema, ids: Iterable<string>): ReadonlySet<string> {
  const { byId, ordered, orderedVolatile } = compiledFormulasOf(schema);
  const all = new Set(ids);
  // No stored column reads one that depends on the time.
  for (const column of [...ordered, ...orderedVolatile]) if (readsInRow(column, byId).some((id) => all.has(id))) all.add(column.id);
  return all;
}

/** Returns these columns and the stored columns that read them in the same row, directly or through others, in dependency order. */
export function withDependents(schema: Schema, ids: ReadonlySet<string>): Column[] {
  const all = readersInRow(schema, ids);
  return compiledFormulasOf(schema).ordered.filter(({ id }) => all.has(id));
}

/** Returns columns as the formula language sees them. */
export const formulaColumns = (columns: readonly Column[]): FormulaColumn[] =>
  columns.map((column) => ({ id: column.id, key: column.key, ...formulaType(column) }));

const lists: ReadonlySet<string> = new Set(['multi_select', 'reference', 'contact']);

function formulaType({ type, value_type, config }: Column): { value_type: ValueType; list?: boolean } {
  if (type === 'attachment') return { value_type: 'object', list: true };
  if (lists.has(type)) return { value_type: 'text', list: true };
  if (value_type === 'list') return { value_type: (config.element_type as ValueType | undefined) ?? 'text', list: true };
  return { value_type };
}

/** Returns the formulas that must be computed at each read to show these columns, each after the columns that it reads. */
export function volatileColumnsFor(schema: Schema, shown: readonly Column[]): readonly Column[] {
  const { byId, orderedVolatile } = compiledFormulasOf(schema);
  if (orderedVolatile.length === 0 || shown === schema.columns) return orderedVolatile;
  const needed = new Set(shown.map(({ id }) => id));
  // Only later columns read a column.
  for (const { id } of orderedVolatile.toReversed()) if (needed.has(id)) for (const read of byId.get(id)!.reads) needed.add(read);
  return orderedVolatile.filter(({ id }) => needed.has(id));
}

/** Returns the formulas that are computed at each read, by column id. */
export function volatileFormulas(schema: Schema): ReadonlyMap<string, Formula> {
  const { byId, volatile } = compiledFormulasOf(schema);
  return new Map([...volatile].map((id) => [id, byId.get(id)!]));
}
