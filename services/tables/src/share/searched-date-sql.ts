import { beginningOf, type Interval, isoTime, sql } from '@space/database';
import { MINUTE_MS } from '@space/time';
import type { FragmentSqlToken } from 'slonik';
import { textCellSql, timestampSql } from '../query/cell-sql.ts';
import { cellKind } from '../query/field.ts';
import { timeZoneOf } from '../query/filter-date-sql.ts';
import { filterSql } from '../query/filter-sql.ts';
import type { QueryContext } from '../query/query-context.ts';
import type { Column } from '../schema/schema.ts';
import type { SearchedDate } from './searched-date.ts';
import { formatOf } from './shown-number.ts';

type SearchedDays = Extract<SearchedDate, { first: Temporal.PlainDate }>;
type SearchedMonth = Exclude<SearchedDate, SearchedDays>;

/** Returns a condition that a date or time of the row `r` is on these days, in the zone in which the column is shown; undefined for days out of range. */
export function dateCondition(context: QueryContext, column: Column, date: SearchedDate): FragmentSqlToken | undefined {
  if ('first' in date) return anyOf(intervalsOf(column, date).flatMap((one) => between(context, column, one) ?? []));
  const kind = cellKind(column);
  const text = textCellSql(context, column);
  if (kind === 'date') return isDayOfText(text, date);
  return isDayOfTime(kind === 'moment' ? timestampSql({ key: column.key, column }) : sql.fragment`${text}::timestamptz`, column, date);
}

/** Returns a condition that an item of a list, as jsonb, is a date or time on these days, in the zone in which the column is shown. */
export function itemDateCondition(column: Column, item: FragmentSqlToken, date: SearchedDate): FragmentSqlToken | undefined {
  const text = sql.fragment`(${item} #>> '{}')`;
  if ('first' in date)
    return anyOf(
      intervalsOf(column, date).map(
        ({ from, to }) => sql.fragment`(${text} collate "C" >= ${from}::text and ${text} collate "C" < ${to}::text)`,
      ),
    );
  if (formatOf(column).value_type === 'date') return isDayOfText(text, date);
  return sql.fragment`case when ${text} ~ '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' then ${isDayOfTime(sql.fragment`${text}::timestamptz`, column, date)} else false end`;
}

/** Returns a condition that holds if one of these does; undefined without any. */
export const anyOf = (conditions: readonly FragmentSqlToken[]) =>
  conditions.length === 0 ? undefined : sql.fragment`(${sql.join([...conditions], sql.fragment` or `)})`;

const zoneOfShown = (column: Column): string => timeZoneOf({ column: formatOf(column) });

/** Returns the intervals of days, or of a minute, as cells store them. A clock that is set back has a minute twice; a day has no minutes. */
function intervalsOf(column: Column, { first, end, time }: SearchedDays): Interval[] {
  const zone = zoneOfShown(column);
  const isDay = formatOf(column).value_type === 'date';
  if (!time)
    return [isDay ? { from: first.toString(), to: end.toString() } : { from: beginningOf(first, zone), to: beginningOf(end, zone) }];
  if (isDay) return [];
  const wall = first.toPlainDateTime(time);
  return (['earlier', 'later'] as const).map((disambiguation) => {
    const from = wall.toZonedDateTime(zone, { disambiguation }).epochMilliseconds;
    return { from: isoTime(from), to: isoTime(from + MINUTE_MS) };
  });
}

/** Returns a condition that a date or time is in an interval, without its end. */
function between(context: QueryContext, { key }: Column, { from, to }: Interval): FragmentSqlToken | undefined {
  const probe = { ...context, errors: [] };
  const condition = filterSql(probe, [
    { column_key: key, op: 'gte', value: from },
    { column_key: key, op: 'lt', value: to },
  ]);
  return probe.errors.length === 0 ? condition : undefined;
}

const monthAndDay = ({ month, day }: SearchedMonth): string => {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(month)}-${day === undefined ? '%' : two(day)}`;
};

const isDayOfText = (text: FragmentSqlToken, date: SearchedMonth) => sql.fragment`substr(${text}, 6) like ${monthAndDay(date)}::text`;

const isDayOfTime = (time: FragmentSqlToken, column: Column, date: SearchedMonth) =>
  sql.fragment`to_char(${time} at time zone ${zoneOfShown(column)}::text, 'MM-DD') like ${monthAndDay(date)}::text`;
