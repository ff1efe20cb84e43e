import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { DAY_MS } from '../cells/time-zone.ts';
import type { SqlScope } from './function.ts';
import { calendarUnits, exactUnits } from './moments.ts';
import { bound, errorSql, integerResult } from './sql-values.ts';
import type { Kind } from './typed.ts';

/*
 * The SQL of dates, in UTC and on plain dates only: the zones of Postgres and those of Node may be of different years.
 * It works on `timestamp` without zone, whose arithmetic is on whole microseconds.
 */

/** Whether these arguments need no zone but UTC. */
export const needsNoZone = ({ types, zone }: SqlScope, ...places: number[]): boolean =>
  zone === 'UTC' || places.every((place) => types[place]?.kind !== 'datetime');

/** A moment as `timestamp`; its text begins with a date and goes on with a time, or does not. */
export const timestampSql = (moment: FragmentSqlToken): FragmentSqlToken => sql.fragment`(left(${moment}, 23))::timestamp`;

/** A `timestamp` within the years of the calendar as a value. */
const momentResult = (timestamp: FragmentSqlToken, kind: Kind): FragmentSqlToken =>
  sql.fragment`to_jsonb(to_char(${timestamp}, ${kind === 'date' ? 'YYYY-MM-DD' : 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'}))`;

/** Digits of a moment as an integer value. */
export const digitsSql = (moment: FragmentSqlToken, from: number, count: number): FragmentSqlToken =>
  integerResult(sql.fragment`coalesce(nullif(substr(${moment}, ${from}::int, ${count}::int), ''), '0')::int`);

/** Milliseconds since the epoch as bigint. */
const epochSql = (timestamp: FragmentSqlToken): FragmentSqlToken => sql.fragment`(extract(epoch from ${timestamp}) * 1000)::bigint`;

/** A moment so many steps later, where that is within the years of the calendar: `ordinal` counts the steps to the moment itself. */
function within(
  [first, last]: readonly [number, number],
  ordinal: FragmentSqlToken,
  amount: FragmentSqlToken,
  moment: FragmentSqlToken,
  later: FragmentSqlToken,
  kind: Kind,
): FragmentSqlToken {
  return bound(
    { ts: timestampSql(moment), amount },
    bound(
      { ts: sql.fragment`ts`, amount: sql.fragment`amount`, target: sql.fragment`(${ordinal})::float8 + amount` },
      sql.fragment`case when target < ${first}::float8 or target > ${last}::float8 then ${errorSql('out_of_range')}
        else ${momentResult(later, kind)} end`,
    ),
  );
}

const firstMillisecond = Date.parse('0001-01-01T00:00:00.000Z');
const lastMillisecond = Date.parse('9999-12-31T23:59:59.999Z');

/** The counterpart of `added`. */
export function addedSql(moment: FragmentSqlToken, count: FragmentSqlToken, unit: string, kind: Kind): FragmentSqlToken {
  const exact = exactUnits.get(unit);
  const calendar = calendarUnits.get(unit);
  const amount = sql.fragment`trunc(${count}) * ${exact ?? calendar!.count}::float8`;
  if (exact !== undefined) {
    // One interval of the whole distance would be a float; days and the rest of a day are exact.
    const day = sql.fragment`floor(target::bigint::numeric / ${DAY_MS}::int)`;
    const later = sql.fragment`'1970-01-01'::timestamp + make_interval(days => ${day}::int)
      + make_interval(secs => (target::bigint::numeric - ${day} * ${DAY_MS}::int)::float8 / 1000)`;
    return within([firstMillisecond, lastMillisecond], epochSql(sql.fragment`ts`), amount, moment, later, 'datetime');
  }
  if (calendar!.of === 'days') {
    const days: readonly [number, number] = [firstMillisecond / DAY_MS, Math.floor(lastMillisecond / DAY_MS)];
    const later = sql.fragment`ts + make_interval(days => amount::int)`;
    return within(days, sql.fragment`floor(extract(epoch from ts) / 86400)`, amount, moment, later, kind);
  }
  const months = sql.fragment`extract(year from ts) * 12 + extract(month from ts)`;
  return within([13, 9999 * 12 + 12], months, amount, moment, sql.fragment`ts + make_interval(months => amount::int)`, kind);
}

/** The counterpart of `difference`. */
export function differenceSql(a: FragmentSqlToken, b: FragmentSqlToken, unit: string): FragmentSqlToken {
  const exact = exactUnits.get(unit);
  if (exact !== undefined)
    return integerResult(sql.fragment`(${epochSql(timestampSql(a))} - ${epochSql(timestampSql(b))}) / ${exact}::bigint`);
  const { of, count } = calendarUnits.get(unit)!;
  const days = sql.fragment`extract(day from hi - lo)::int`;
  const months = bound(
    { n: sql.fragment`((extract(year from hi) - extract(year from lo)) * 12 + extract(month from hi) - extract(month from lo))::int` },
    sql.fragment`case when lo + make_interval(months => n) > hi then n - 1 else n end`,
  );
  return bound(
    { x: timestampSql(a), y: timestampSql(b) },
    bound(
      { hi: sql.fragment`greatest(x, y)`, lo: sql.fragment`least(x, y)`, way: sql.fragment`case when x < y then -1 else 1 end` },
      integerResult(sql.fragment`${of === 'days' ? days : months} / ${count}::int * way`),
    ),
  );
}
