import { sql } from '@space/database';
import type { FragmentSqlToken as Sql } from 'slonik';
import { addUnitsSql, differenceInUnitsSql, digitsSql, timestampSql } from '../sql/date-sql.ts';
import { booleanResult, integerResult, literalSql } from '../sql/value-sql.ts';
import { calendarUnits, unitPrefixes } from '../values/moments.ts';
import type { SqlScope } from './function.ts';

/** Returns true if these arguments need no zone other than UTC. */
const isInUtc = ({ types, zone }: SqlScope, ...places: number[]): boolean =>
  zone === 'UTC' || places.every((place) => types[place]?.kind !== 'datetime');

/** Returns a value that is known before the statement runs. */
export const constantSql = (value: string): Sql => literalSql(value);

/** Returns the number that digits of a moment say, or null in a zone. */
export const readDigitsSql = (moment: Sql, from: number, count: number, scope: SqlScope): Sql | null =>
  isInUtc(scope, 0) ? digitsSql(moment, from, count) : null;

/** Returns the day of the week from 0, or null in a zone. */
export const weekdaySql = ([moment, first]: readonly [Sql, string | undefined], scope: SqlScope): Sql | null =>
  isInUtc(scope, 0) ? integerResult(dayOfWeek(timestampSql(moment), first)) : null;

/** Returns the week of the year from 1, or null in a zone. */
export function weekNumberSql([moment, first]: readonly [Sql, string | undefined], scope: SqlScope): Sql | null {
  if (!isInUtc(scope, 0)) return null;
  const day = timestampSql(moment);
  const before = dayOfWeek(sql.fragment`date_trunc('year', ${day})`, first);
  return integerResult(sql.fragment`floor((extract(doy from ${day}) - 1 + ${before}) / 7) + 1`);
}

const dayOfWeek = (timestamp: Sql, first: string | undefined): Sql =>
  first === 'Monday' ? sql.fragment`extract(isodow from ${timestamp}) - 1` : sql.fragment`extract(dow from ${timestamp})`;

/** Returns a moment so many units later, or null in a zone. */
export function addSql([moment, count, unit]: readonly [Sql, Sql, string], { types, zone }: SqlScope): Sql | null {
  const kind = types[0]?.kind === 'date' && calendarUnits.has(unit) ? 'date' : 'datetime';
  return kind === 'date' || zone === 'UTC' ? addUnitsSql(moment, count, unit, kind) : null;
}

/** Returns the whole units between two moments, or null in a zone. */
export const differenceSql = ([a, b, unit = 'seconds']: readonly [Sql, Sql, string | undefined], scope: SqlScope): Sql | null =>
  scope.zone === 'UTC' || (calendarUnits.has(unit) && isInUtc(scope, 0, 1)) ? differenceInUnitsSql(a, b, unit) : null;

/** Returns whether one moment is before or after another one, or null in a zone. */
export function compareSql([a, b]: readonly [Sql, Sql], symbol: '<' | '>', scope: SqlScope): Sql | null {
  if (!isInUtc(scope, 0, 1)) return null;
  const [left, right] = [timestampSql(a), timestampSql(b)];
  return booleanResult(symbol === '<' ? sql.fragment`(${left} < ${right})` : sql.fragment`(${left} > ${right})`);
}

/** Returns whether two moments are in the same unit, or null in a zone and for weeks and quarters. */
export function isSameSql([a, b, unit = 'milliseconds']: readonly [Sql, Sql, string | undefined], scope: SqlScope): Sql | null {
  const prefix = unitPrefixes.get(unit);
  if (prefix === undefined || !isInUtc(scope, 0, 1)) return null;
  const [left, right] = [a, b].map(
    (each) => sql.fragment`left(case when length(${each}) = 10 then ${each} || 'T00:00:00.000' else ${each} end, ${prefix}::int)`,
  );
  return booleanResult(sql.fragment`(${left!} = ${right!})`);
}

/** Returns the date of a moment as text, or null in a zone. */
export const dateTextSql = ([moment]: readonly [Sql], scope: SqlScope): Sql | null =>
  isInUtc(scope, 0) ? sql.fragment`to_jsonb(left(${moment}, 10))` : null;

/** Returns the time of day of a moment as text, or null in a zone. */
export const timeTextSql = ([moment]: readonly [Sql], scope: SqlScope): Sql | null =>
  isInUtc(scope, 0) ? sql.fragment`to_jsonb(coalesce(nullif(substr(${moment}, 12, 8), ''), '00:00:00'))` : null;
