import { isoTime, sql } from '@space/database';
import { MINUTE_MS } from '@space/time';
import type { FragmentSqlToken } from 'slonik';
import { textCellSql, timestampSql } from '../query/cell-sql.ts';
import { cellKind } from '../query/field.ts';
import { timeZoneOf } from '../query/filter-date-sql.ts';
import { filterSql } from '../query/filter-sql.ts';
import type { QueryContext } from '../query/query-context.ts';
import type { Column } from '../schema/schema.ts';
import type { SearchedDate } from './searched-date.ts';

/** Returns a condition that a date or time of the row `r` is on these days, in the zone of its column; undefined for days out of range. */
export function dateCondition(context: QueryContext, column: Column, date: SearchedDate): FragmentSqlToken | undefined {
  if (!('first' in date)) return everyYearCondition(context, column, date);
  if (!date.time) return between(context, column, date.first.toString(), date.end.toString());
  if (cellKind(column) === 'date') return undefined;
  const wall = date.first.toPlainDateTime(date.time);
  const minutes = (['earlier', 'later'] as const).flatMap((disambiguation) => {
    const from = wall.toZonedDateTime(timeZoneOf({ column }), { disambiguation }).epochMilliseconds;
    return between(context, column, isoTime(from), isoTime(from + MINUTE_MS)) ?? [];
  });
  return minutes.length === 0 ? undefined : sql.fragment`(${sql.join(minutes, sql.fragment` or `)})`;
}

/** Returns a condition that a date or time is in an interval, without its end. */
function between(context: QueryContext, { key }: Column, from: string, end: string): FragmentSqlToken | undefined {
  const probe = { ...context, errors: [] };
  const condition = filterSql(probe, [
    { column_key: key, op: 'gte', value: from },
    { column_key: key, op: 'lt', value: end },
  ]);
  return probe.errors.length === 0 ? condition : undefined;
}

function everyYearCondition(context: QueryContext, column: Column, { month, day }: Extract<SearchedDate, { month: number }>) {
  const two = (part: number) => String(part).padStart(2, '0');
  const wanted = `${two(month)}-${day === undefined ? '%' : two(day)}`;
  const kind = cellKind(column);
  if (kind === 'date') return sql.fragment`substr(${textCellSql(context, column)}, 6) like ${wanted}::text`;
  const time = kind === 'moment' ? timestampSql({ key: column.key, column }) : sql.fragment`${textCellSql(context, column)}::timestamptz`;
  return sql.fragment`to_char(${time} at time zone ${timeZoneOf({ column })}::text, 'MM-DD') like ${wanted}::text`;
}
