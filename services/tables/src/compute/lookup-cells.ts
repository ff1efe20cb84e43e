import type { CommonQueryMethods } from 'slonik';
import { cellText } from '../cells/cell-text.ts';
import type { Lookup } from '../schema/lookups.ts';
import type { Cell, CellError, Column } from '../schema/schema.ts';
import { findLinkedValues } from './lookup-cells.queries.ts';
import { holdsLists, lookupFilterSql, type Row } from './lookup-sql.ts';

/** Maximum number of values in a lookup cell; further values are cut off. */
const MAX_VALUES = 1_000;

/** The value of a lookup, rollup or count, or an error. */
export type LookupOutcome = { value: Cell } | { error: CellError };

/** Computes a lookup, rollup or count for rows in one statement. Returns the outcomes by row id. */
export async function computeLookupCells(
  tx: CommonQueryMethods,
  link: Lookup,
  rows: readonly Row[],
  now: number,
): Promise<Map<string, LookupOutcome>> {
  const passes = await lookupFilterSql(tx, link, now);
  if (typeof passes === 'string') return new Map(rows.map(({ id }) => [id, { error: { code: 'broken_filter', message: passes } }]));
  const found = await findLinkedValues(tx, link, rows, passes);
  return new Map(rows.map((row) => [row.id, toOutcome(link, found.get(row.id))]));
}

const counting: ReadonlySet<string | undefined> = new Set(['count_all', 'count', 'count_filled']);

/** Returns the outcome of a lookup from the values found; undefined means that no row is linked. */
function toOutcome(link: Lookup, found: Cell | undefined): LookupOutcome {
  const { column, target, config } = link;
  if (column.type === 'count' || counting.has(config.function)) return { value: Array.isArray(found) ? found.flat().length : (found ?? 0) };
  if (column.type === 'lookup') return { value: listOf(found, target!) };
  if (holdsLists(target!)) return { value: fromList(link, Array.isArray(found) ? found.flat() : []) };
  switch (config.function) {
    case 'sum':
      return numberOf(found ?? 0);
    case 'average':
      return numberOf(found ?? null);
    case 'min':
    case 'max':
      return target!.value_type === 'number' ? numberOf(found ?? null) : { value: found ?? null };
    case 'array_join':
    case 'array_unique':
      return { value: fromList(link, Array.isArray(found) ? found : []) };
    default:
      return { value: found ?? null };
  }
}

function numberOf(found: Cell): LookupOutcome {
  if (found === null) return { value: null };
  const value = Number(found);
  if (Number.isFinite(value)) return { value };
  return { error: { code: 'out_of_range', message: 'The result is larger than a number can be.' } };
}

/** Returns the values of a lookup, flattened if the target cells are lists. */
function listOf(found: Cell | undefined, target: Column): Cell {
  const list = Array.isArray(found) ? (holdsLists(target) ? found.flat() : found) : [];
  return list.length > 0 ? list.slice(0, MAX_VALUES) : null;
}

/** Applies a rollup function to a list of values. */
function fromList({ config, target }: Lookup, list: readonly Cell[]): Cell {
  const numbers = list.filter((value) => typeof value === 'number');
  switch (config.function) {
    case 'sum':
      return numbers.reduce((sum, value) => sum + value, 0);
    case 'average':
      return numbers.length > 0 ? numbers.reduce((sum, value) => sum + value, 0) / numbers.length : null;
    case 'min':
    case 'max':
      return extreme(list, config.function);
    case 'and':
      return list.length > 0 ? list.every((value) => value === true) : null;
    case 'or':
      return list.length > 0 ? list.some((value) => value === true) : null;
    case 'array_unique': {
      const unique = new Map(list.map((value) => [JSON.stringify(value), value]));
      return unique.size > 0 ? [...unique.values()].slice(0, MAX_VALUES) : null;
    }
    default:
      return list.length > 0 ? list.map((value) => textOf(target!, value)).join(config.separator ?? ', ') : null;
  }
}

function extreme(list: readonly Cell[], bound: 'min' | 'max'): Cell {
  const values = list.filter((value) => typeof value === 'number' || typeof value === 'string');
  if (values.length === 0) return null;
  return values.reduce((best, value) => ((bound === 'min' ? value < best : value > best) ? value : best));
}

/** Formats a value for people: an option by its name. */
const textOf = (target: Column, value: Cell): string =>
  target.type === 'multi_select' ? cellText(target, [value]) : holdsLists(target) ? String(value) : cellText(target, value);
