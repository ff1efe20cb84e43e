import { MAX_LOOKUP_BYTES, MAX_LOOKUP_VALUES, MAX_ROLLUP_BYTES, MAX_ROLLUP_CHARACTERS, MAX_ROLLUP_VALUES } from '@space/contracts/tables';
import type { CommonQueryMethods } from 'slonik';
import { cellBytes } from '../cells/cell-bytes.ts';
import { cellText } from '../cells/cell-text.ts';
import type { Lookup } from '../schema/lookups.ts';
import type { Cell, CellError, Column } from '../schema/schema.ts';
import { findLinkedValues } from './lookup-cells.queries.ts';
import { aggregateSql, holdsLists, lookupFilterSql, type Row } from './lookup-sql.ts';

/** The value of a lookup, rollup or count, or an error. */
export type LookupOutcome = { value: Cell } | { error: CellError };

/**
 * Computes a lookup, rollup or count for rows. Returns the outcomes by row id: those of the first rows in the order of their ids whose
 * values together have at most `room` bytes, and at least one.
 */
export async function computeLookupCells(
  tx: CommonQueryMethods,
  link: Lookup,
  rows: readonly Row[],
  now: number,
  room: number,
): Promise<Map<string, LookupOutcome>> {
  const passes = await lookupFilterSql(tx, link, now);
  if (typeof passes === 'string') return new Map(rows.map(({ id }) => [id, { error: { code: 'broken_filter', message: passes } }]));
  const isLookup = link.column.type === 'lookup';
  const limits = isLookup ? { count: MAX_LOOKUP_VALUES, bytes: MAX_LOOKUP_BYTES } : { count: MAX_ROLLUP_VALUES, bytes: MAX_ROLLUP_BYTES };
  const outcomes = new Map<string, LookupOutcome>();
  const most = aggregateSql(link) ? rows.length : ROWS_PER_STATEMENT;
  const ordered = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  let size = most;
  let bytes = 0;
  for (let start = 0; start < ordered.length; ) {
    const { values, count } = await findLinkedValues(tx, link, ordered.slice(start, start + size), passes, limits);
    for (const { id } of ordered.slice(start, start + count)) {
      const linked = values.get(id);
      const outcome = linked?.is_cut && !isLookup ? { error: tooLarge } : withinLimits(toOutcome(link, linked?.value));
      if ('value' in outcome) bytes += cellBytes(outcome.value);
      if (bytes > room && outcomes.size > 0) return outcomes;
      outcomes.set(id, outcome);
    }
    start += count;
    // Postgres computes the values of all rows of a statement, so the next one has as many rows as fitted.
    size = count < size ? count : Math.min(most, size * 2);
  }
  return outcomes;
}

/** Rows whose values one statement reads at most: bounds the memory of Postgres for long lists. */
const ROWS_PER_STATEMENT = 250;

const tooLarge: CellError = {
  code: 'too_long',
  message: 'It reads more values than one cell can be computed from; narrow its filter, or link fewer rows.',
};

/** Returns a result, or an error for a text that is too long for a cell. */
function withinLimits(outcome: LookupOutcome): LookupOutcome {
  if ('error' in outcome || outcome.value === null || typeof outcome.value !== 'string' || outcome.value.length <= MAX_ROLLUP_CHARACTERS)
    return outcome;
  return { error: { code: 'too_long', message: 'The result has more than 100,000 characters.' } };
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

/** Returns the first values of a list, as many as a cell can hold. */
function firstValues(list: readonly Cell[]): Cell[] {
  let bytes = 0;
  const end = list.findIndex((value, index) => {
    bytes += typeof value === 'object' ? JSON.stringify(value).length : String(value).length;
    return index > 0 && (index >= MAX_LOOKUP_VALUES || bytes > MAX_LOOKUP_BYTES);
  });
  return end < 0 ? [...list] : list.slice(0, end);
}

/** Returns the values of a lookup, flattened if the target cells are lists. */
function listOf(found: Cell | undefined, target: Column): Cell {
  const list = Array.isArray(found) ? (holdsLists(target) ? found.flat() : found) : [];
  return list.length > 0 ? firstValues(list) : null;
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
      return unique.size > 0 ? firstValues([...unique.values()]) : null;
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
