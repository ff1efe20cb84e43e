import { type DateField, type DateType, dateConditionSql, dateOps, type Interval, parseInterval, parseSpan } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { indexedCellSql, timestampSql } from './cell-sql.ts';
import type { CellFilter, FilterField } from './filter-kind.ts';

/**
 * Filters of dates and times. Every value is an interval of a day or a millisecond, so that times can be compared with
 * a day. Days begin in the zone of the column (default UTC). Text order equals time order.
 */
export const dateFilter: CellFilter<Interval> = {
  ops: dateOps,
  parse: (value, cell) => parseInterval(value, dateFieldOf(cell)),
  toSql: (cell, op, values) => dateConditionSql(dateCell(cell), typeOf(cell), op, values),
};

/** Parses the value of `within` to an interval. */
export const readSpan = (value: unknown, cell: FilterField): Interval => parseSpan(value, dateFieldOf(cell), cell.context.now);

const dateFieldOf = (cell: FilterField): DateField => ({ is_date: cell.kind === 'date', zone: timeZoneOf(cell) });

const typeOf = ({ kind }: FilterField): DateType => (kind === 'moment' ? 'timestamptz' : 'text');

/** Returns the zone in which the days of a column begin. */
export function timeZoneOf({ column }: Pick<FilterField, 'column'>): string {
  const zone = column?.config.timezone;
  return typeof zone === 'string' && zone !== '' ? zone : 'UTC';
}

/** Returns a date or a time of the row `r` in comparable form. */
function dateCell({ kind, key, column, context, noteIndexUse }: FilterField): FragmentSqlToken {
  if (kind === 'moment') {
    noteIndexUse('moment');
    return timestampSql({ key, column });
  }
  noteIndexUse('text');
  return indexedCellSql(context, column!, 'text');
}
