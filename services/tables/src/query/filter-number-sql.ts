import { InvalidValueError, numberConditionSql, numberOps, parseNumber, sql } from '@space/database';
import { truthValue } from '@space/text';
import { digitsIn } from '../cells/autonumber-text.ts';
import type { Column } from '../schema/schema.ts';
import { booleanCellSql, indexedCellSql } from './cell-sql.ts';
import type { CellFilter } from './filter-kind.ts';

/** Filters of numbers, including autonumbers, durations and counts. */
export const numberFilter: CellFilter<number> = {
  ops: numberOps,
  parse: (value, { column }) => (column?.type === 'autonumber' && typeof value === 'string' ? numberIn(column, value) : parseNumber(value)),
  toSql({ context, column, noteIndexUse }, op, values) {
    noteIndexUse('number');
    return numberConditionSql(indexedCellSql(context, column!, 'number'), op, values);
  },
};

/** Parses an autonumber as its cells show it, such as INV-0012. */
function numberIn(column: Column, text: string): number {
  const digits = digitsIn(column, text);
  if (/^\d{1,15}$/.test(digits)) return Number(digits);
  throw new InvalidValueError('must be a number, or what such a cell shows', 'invalid_type');
}

/** Filters of checkboxes; an empty one is false. */
export const booleanFilter: CellFilter<boolean> = {
  ops: ['eq', 'neq', 'is_empty', 'is_not_empty'],
  parse(value) {
    const truth = typeof value === 'string' ? truthValue(value) : value;
    if (typeof truth !== 'boolean') throw new InvalidValueError('must be true or false', 'invalid_type');
    return truth;
  },
  toSql({ context, column }, op, [value]) {
    const ticked = booleanCellSql(context, column!);
    const isWanted = op === 'is_not_empty' || (op === 'eq' ? value! : op === 'neq' && !value!);
    return isWanted ? ticked : sql.fragment`not ${ticked}`;
  },
};
