import { sql } from '@space/database';
import { DAY_MS } from '@space/time';
import type { FragmentSqlToken } from 'slonik';
import { calendarUnits, exactUnits } from '../values/moments.ts';
import type { Kind } from '../values/type.ts';
import { bindOnce, errorSql, integerResult } from './value-sql.ts';

/*
 * Date arithmetic in SQL, for UTC and plain dates only: Postgres and Node may have different versions of the time zone
 * data. It uses `timestamp` without zone, which counts whole microseconds.
 */

/** Returns a moment, with or without time, as `timestamp`. */
export const timestampSql = (moment: FragmentSqlToken): FragmentSqlToken => sql.fragment`(left(${moment}, 23))::timestamp`;

/** Returns a `timestamp` of the years 1 to 9999 as a value. */
const momentResult = (timestamp: FragmentSqlToken, kind: Kind): FragmentSqlToken =>
  sql.fragment`to_jsonb(to_char(${timestamp}, ${kind === 'date' ? 'YYYY-MM-DD' : 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'}))`;

/** Returns digits of a moment as an integer value. */
export const digitsSql = (moment: FragmentSqlToken, from: number, count: number): FragmentSqlToken =>
  integerResult(sql.fragment`coalesce(nullif(substr(${moment}, ${from}::int, ${count}::int), ''), '0')::int`);

/** Returns milliseconds since the epoch as bigint. */
const epochSql = (timestamp: FragmentSqlToken): FragmentSqlToken => sql.fragment`(extract(epoch from ${timestamp}) * 1000)::bigint`;

/** Returns the moment `later`, or an error unless `ordinal` + `amount` is within the bounds. */
function limitedMomentSql(
  [first, last]: readonly [number, number],
  ordinal: FragmentSqlToken,
  amount: FragmentSqlToken,
  moment: FragmentSqlToken,
  later: FragmentSqlToken,
  kind: Kind,
): FragmentSqlToken {
  return bindOnce(
    { ts: timestampSql(moment), amount },
    bindOnce(
      { ts: sql.fragment`ts`, amount: sql.fragment`amount`, target: sql.fragment`(${ordinal})::float8 + amount` },
      sql.fragment`case when target < ${first}::float8 or target > ${last}::float8 then ${errorSql('out_of_range')}
        else ${momentResult(later, kind)} end`,
    ),
  );
}

const MIN_TIMESTAMP = Date.parse('0001-01-01T00:00:00.000Z');
const MAX_TIMESTAMP = Date.parse('9999-12-31T23:59:59.999Z');

/** Returns a moment that many units later, equal to `addUnits`. */
export function addUnitsSql(moment: FragmentSqlToken, count: FragmentSqlToken, unit: string, kind: Kind): FragmentSqlToken {
  const exact = exactUnits.get(unit);
  const calendar = calendarUnits.get(unit);
  const amount = sql.fragment`trunc(${count}) * ${exact ?? calendar!.count}::float8`;
  if (exact !== undefined) {
    // An interval of the whole distance would be a float; days and the remaining milliseconds are exact.
    const day = sql.fragment`floor(target::bigint::numeric / ${DAY_MS}::int)`;
    const later = sql.fragment`'1970-01-01'::timestamp + make_interval(days => ${day}::int)
      + make_interval(secs => (target::bigint::numeric - ${day} * ${DAY_MS}::int)::float8 / 1000)`;
    return limitedMomentSql([MIN_TIMESTAMP, MAX_TIMESTAMP], epochSql(sql.fragment`ts`), amount, moment, later, 'datetime');
  }
  if (calendar!.of === 'days') {
    const days: readonly [number, number] = [MIN_TIMESTAMP / DAY_MS, Math.floor(MAX_TIMESTAMP / DAY_MS)];
    const later = sql.fragment`ts + make_interval(days => amount::int)`;
    return limitedMomentSql(days, sql.fragment`floor(extract(epoch from ts) / 86400)`, amount, moment, later, kind);
  }
  const months = sql.fragment`extract(year from ts) * 12 + extract(month from ts)`;
  return limitedMomentSql([13, 9999 * 12 + 12], months, amount, moment, sql.fragment`ts + make_interval(months => amount::int)`, kind);
}

/** Returns the whole units between two moments, equal to `differenceInUnits`. */
export function differenceInUnitsSql(a: FragmentSqlToken, b: FragmentSqlToken, unit: string): FragmentSqlToken {
  const exact = exactUnits.get(unit);
  if (exact !== undefined)
    return integerResult(sql.fragment`(${epochSql(timestampSql(a))} - ${epochSql(timestampSql(b))}) / ${exact}::bigint`);
  const { of, count } = calendarUnits.get(unit)!;
  const days = sql.fragment`extract(day from hi - lo)::int`;
  const months = bindOnce(
    { n: sql.fragment`((extract(year from hi) - extract(year from lo)) * 12 + extract(month from hi) - extract(month from lo))::int` },
    sql.fragment`case when lo + make_interval(months => n) > hi then n - 1 else n end`,
  );
  return bindOnce(
    { x: timestampSql(a), y: timestampSql(b) },
    bindOnce(
      { hi: sql.fragment`greatest(x, y)`, lo: sql.fragment`least(x, y)`, way: sql.fragment`case when x < y then -1 else 1 end` },
      integerResult(sql.fragment`${of === 'days' ? days : months} / ${count}::int * way`),
    ),
  );
}
