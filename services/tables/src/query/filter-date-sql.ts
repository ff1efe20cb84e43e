import { readZonedTime } from '@space/contracts/core';
import type { FilterOp } from '@space/contracts/tables';
import { isoTime, sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { indexedCellSql, timestampSql } from './cell-sql.ts';
import { beginningOf, dayAt, type Interval, Span, spanOfDays } from './date-span.ts';
import { type FieldFilter, type FilterField, InvalidValueError, SEPARATE_VALUES } from './filter-kind.ts';

const DateText = z.iso.date();
const TimeText = z.iso.datetime({ offset: true });
const FIRST_DAY = '0001-01-02';
const LAST_DAY = '9999-12-30';

/**
 * Filters of dates and times. Every value is an interval of a day or a millisecond, so that times can be compared with
 * a day. Days begin in the zone of the column (default UTC). Text order equals time order.
 */
export const dateFilter: FieldFilter<Interval> = {
  ops: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'between', 'in', 'not_in', 'within', 'is_empty', 'is_not_empty'],
  parse(value, cell) {
    if (DateText.safeParse(value).success) return dayInterval(cell, inRange(Temporal.PlainDate.from(value as string)));
    if (cell.kind === 'date') throw new InvalidValueError('must be a date such as 2026-01-31', 'invalid_format');
    const moment = Date.parse(timeOf(value));
    inRange(dayAt(moment, 'UTC'));
    return { from: isoTime(moment), to: isoTime(moment + 1) };
  },
  toSql(cell, op, values) {
    const date = dateCell(cell);
    const [first, second] = values;
    const at = (text: string) => bound(cell, text);
    switch (op) {
      case 'eq':
      case 'within':
        return isIn(cell, date, first!);
      case 'neq':
        return isNotIn(cell, date, first!);
      case 'in':
        if (values.length > SEPARATE_VALUES) return isInAny(cell, date, values);
        return sql.fragment`(${sql.join(
          values.map((value) => isIn(cell, date, value)),
          sql.fragment` or `,
        )})`;
      case 'not_in':
        if (values.length > SEPARATE_VALUES) return isInNone(cell, date, values);
        return sql.fragment`(${sql.join(
          values.map((value) => isNotIn(cell, date, value)),
          sql.fragment` and `,
        )})`;
      case 'between':
        return sql.fragment`(${date} >= ${at(first!.from)} and ${date} < ${at(second!.to)})`;
      case 'is_empty':
        return sql.fragment`${date} is null`;
      case 'is_not_empty':
        return sql.fragment`${date} is not null`;
      default:
        return compared(date, op, first!, at);
    }
  },
};

/** Returns a value that is a time: an instant, or that of a local time with its zone. */
function timeOf(value: unknown): string {
  const zoned = typeof value === 'string' ? readZonedTime(value) : undefined;
  if (zoned && 'message' in zoned) throw new InvalidValueError(zoned.message, 'invalid_format');
  if (zoned) return zoned.instant;
  if (!TimeText.safeParse(value).success)
    throw new InvalidValueError(
      'must be a date, or a time with its offset or its zone, such as 2026-01-31T12:00:00Z or 2026-01-31T12:00[Europe/Berlin]',
      'invalid_format',
    );
  return value as string;
}

function compared(date: FragmentSqlToken, op: FilterOp, { from, to }: Interval, at: (text: string) => FragmentSqlToken): FragmentSqlToken {
  if (op === 'gt') return sql.fragment`${date} >= ${at(to)}`;
  if (op === 'gte') return sql.fragment`${date} >= ${at(from)}`;
  return op === 'lt' ? sql.fragment`${date} < ${at(from)}` : sql.fragment`${date} < ${at(to)}`;
}

/** Parses the value of `within` to an interval. */
export function readSpan(value: unknown, cell: FilterField): Interval {
  const span = Span.safeParse(value);
  if (!span.success)
    throw new InvalidValueError('must be a span such as "today", "this_week", "last_month", {"last_days": 7} or {"next_days": 7}');
  const [from, to] = spanOfDays(span.data, dayAt(cell.context.now, timeZoneOf(cell)));
  return { from: dayInterval(cell, inRange(from)).from, to: dayInterval(cell, inRange(to)).from };
}

function dayInterval(cell: FilterField, day: Temporal.PlainDate): Interval {
  const next = day.add({ days: 1 });
  if (cell.kind === 'date') return { from: day.toString(), to: next.toString() };
  const zone = timeZoneOf(cell);
  return { from: beginningOf(day, zone), to: beginningOf(next, zone) };
}

/** Returns the zone in which the days of a column begin. */
export function timeZoneOf({ column }: Pick<FilterField, 'column'>): string {
  const zone = column?.config.timezone;
  return typeof zone === 'string' && zone !== '' ? zone : 'UTC';
}

function inRange(day: Temporal.PlainDate): Temporal.PlainDate {
  const text = day.toString();
  if (text.length !== LAST_DAY.length || text < FIRST_DAY || text > LAST_DAY)
    throw new InvalidValueError(`must lie between ${FIRST_DAY} and ${LAST_DAY}`, 'out_of_range');
  return day;
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

const bound = ({ kind }: FilterField, text: string) =>
  kind === 'moment' ? sql.fragment`${text}::timestamptz` : sql.fragment`${text}::text`;

const isIn = (cell: FilterField, date: FragmentSqlToken, { from, to }: Interval) =>
  sql.fragment`(${date} >= ${bound(cell, from)} and ${date} < ${bound(cell, to)})`;

const isNotIn = (cell: FilterField, date: FragmentSqlToken, { from, to }: Interval) =>
  sql.fragment`(${date} is null or ${date} < ${bound(cell, from)} or ${date} >= ${bound(cell, to)})`;

/** Returns a condition that a date lies in one of many intervals. An index supports the first two parts. */
function isInAny(cell: FilterField, date: FragmentSqlToken, values: readonly Interval[]): FragmentSqlToken {
  const bounds = boundsOf(values);
  return sql.fragment`(${isIn(cell, date, { from: bounds[0]!, to: bounds.at(-1)! })} and ${bucketSql(cell, date, bounds)} % 2 = 1)`;
}

const isInNone = (cell: FilterField, date: FragmentSqlToken, values: readonly Interval[]) =>
  sql.fragment`(${date} is null or ${bucketSql(cell, date, boundsOf(values))} % 2 = 0)`;

/** Returns how many of the bounds a date has reached: an odd number inside of an interval. */
const bucketSql = ({ kind }: FilterField, date: FragmentSqlToken, bounds: readonly string[]) =>
  sql.fragment`width_bucket(${date}, ${sql.array(bounds, kind === 'moment' ? 'timestamptz' : 'text')})`;

/** Returns the starts and ends of intervals in their order, after a union of those that meet. */
function boundsOf(values: readonly Interval[]): string[] {
  const bounds: string[] = [];
  for (const { from, to } of values.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const end = bounds.at(-1);
    if (end === undefined || from > end) bounds.push(from, to);
    else if (to > end) bounds[bounds.length - 1] = to;
  }
  return bounds;
}
