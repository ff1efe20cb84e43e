import { sql } from '@space/database';
import { addedSql, differenceSql, digitsSql, needsNoZone, timestampSql } from '../date-sql.ts';
import { type FormulaFunction, type Scope, type StrictFunction, strict } from '../function.ts';
import { added, calendarUnits, dayOf, dayText, difference, instantText, milliseconds, units, wallClock } from '../moments.ts';
import { booleanResult, integerResult, literalSql } from '../sql-values.ts';
import type { Typed } from '../typed.ts';

const date = { name: 'date', takes: 'moment' } as const;
const pair = [date, { name: 'other', takes: 'moment' }] as const;
const unit = { name: 'unit', takes: 'word', words: units } as const;
const weekStart = {
  name: 'first_day',
  takes: 'word',
  optional: true,
  words: new Map([
    ['sunday', 'Sunday'],
    ['monday', 'Monday'],
  ]),
} as const;

/** A function that reads a number from the digits of the wall clock. */
const reading = (name: string, from: number, count: number): StrictFunction =>
  strict({
    name,
    parameters: [date],
    result: 'number',
    evaluate: ([moment], { zone }) => Number(wallClock(moment, zone).slice(from - 1, from - 1 + count)),
    sql: ([moment], scope) => (needsNoZone(scope, 0) ? digitsSql(moment, from, count) : null),
  }) as StrictFunction;

/** The place of a day in a week that begins on Sunday (0) or on Monday. */
const weekday = (day: Temporal.PlainDate, first?: string): number => (first === 'Monday' ? day.dayOfWeek - 1 : day.dayOfWeek % 7);

const today = (now: number, zone: string): string =>
  dayText(Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate());

/** Two moments compared on the time line; a date is the midnight it begins with. */
const comparing = (name: string, holds: (difference: number) => boolean, symbol: '<' | '>'): StrictFunction =>
  strict({
    name,
    parameters: pair,
    result: 'boolean',
    evaluate: ([a, b], { zone }: Scope) => holds(milliseconds(a, zone) - milliseconds(b, zone)),
    sql: ([a, b], scope) => {
      if (!needsNoZone(scope, 0, 1)) return null;
      const [left, right] = [timestampSql(a), timestampSql(b)];
      return booleanResult(symbol === '<' ? sql.fragment`(${left} < ${right})` : sql.fragment`(${left} > ${right})`);
    },
  }) as StrictFunction;

/** How many characters of the wall clock are the same within a unit. */
const prefixes: ReadonlyMap<string, number> = new Map([
  ['years', 4],
  ['months', 7],
  ['days', 10],
  ['hours', 13],
  ['minutes', 16],
  ['seconds', 19],
  ['milliseconds', 23],
]);

/** What a moment has in common with all others of its unit. */
function period(moment: string, of: string, zone: string): string {
  const wall = wallClock(moment, zone);
  const prefix = prefixes.get(of);
  if (prefix !== undefined) return wall.slice(0, prefix);
  if (of === 'quarters') return `${wall.slice(0, 4)} ${Math.floor((Number(wall.slice(5, 7)) - 1) / 3)}`;
  const day = dayOf(moment, zone);
  return day.subtract({ days: weekday(day) }).toString();
}

const keepsDate = ([of, , by]: readonly Typed[]): boolean =>
  of?.type.kind === 'date' && by?.kind === 'literal' && typeof by.value === 'string' && calendarUnits.has(by.value);

/** Functions that read dates and calculate with them. */
export const dateFunctions: readonly FormulaFunction[] = [
  strict({
    name: 'TODAY',
    parameters: [],
    result: 'date',
    volatile: true,
    evaluate: (_, { now, zone }) => today(now, zone),
    sql: (_, { now, zone }) => literalSql(today(now, zone)),
  }),
  strict({
    name: 'NOW',
    parameters: [],
    result: 'datetime',
    volatile: true,
    evaluate: (_, { now }) => instantText(now),
    sql: (_, { now }) => literalSql(instantText(now)),
  }),
  reading('YEAR', 1, 4),
  reading('MONTH', 6, 2),
  reading('DAY', 9, 2),
  reading('HOUR', 12, 2),
  reading('MINUTE', 15, 2),
  reading('SECOND', 18, 2),
  strict({
    name: 'WEEKDAY',
    parameters: [date, weekStart],
    result: 'number',
    evaluate: ([moment, first], { zone }) => weekday(dayOf(moment, zone), first),
    sql: ([moment, first], scope) =>
      needsNoZone(scope, 0)
        ? integerResult(
            first === 'Monday'
              ? sql.fragment`extract(isodow from ${timestampSql(moment)}) - 1`
              : sql.fragment`extract(dow from ${timestampSql(moment)})`,
          )
        : null,
  }),
  strict({
    name: 'WEEKNUM',
    parameters: [date, weekStart],
    result: 'number',
    evaluate: ([moment, first], { zone }) => {
      const day = dayOf(moment, zone);
      return Math.floor((day.dayOfYear - 1 + weekday(day.with({ month: 1, day: 1 }), first)) / 7) + 1;
    },
    sql: ([moment, first], scope) => {
      if (!needsNoZone(scope, 0)) return null;
      const day = timestampSql(moment);
      const start = sql.fragment`date_trunc('year', ${day})`;
      const before = first === 'Monday' ? sql.fragment`extract(isodow from ${start}) - 1` : sql.fragment`extract(dow from ${start})`;
      return integerResult(sql.fragment`floor((extract(doy from ${day}) - 1 + ${before}) / 7) + 1`);
    },
  }),
  strict({
    name: 'DATEADD',
    aliases: ['DATE_ADD'],
    parameters: [date, { name: 'count', takes: 'number' }, unit],
    result: (parts) => ({ kind: keepsDate(parts) ? 'date' : 'datetime' }),
    evaluate: ([moment, count, by], { zone }) => added(moment, count, by, zone),
    sql: ([moment, count, by], { types, zone }) => {
      const kind = types[0]?.kind === 'date' && calendarUnits.has(by) ? 'date' : 'datetime';
      return kind === 'date' || zone === 'UTC' ? addedSql(moment, count, by, kind) : null;
    },
  }),
  strict({
    name: 'DATETIME_DIFF',
    aliases: ['DATE_DIFF', 'DATEDIFF'],
    parameters: [...pair, { ...unit, optional: true }],
    result: 'number',
    evaluate: ([a, b, by = 'seconds'], { zone }) => difference(a, b, by, zone),
    sql: ([a, b, by = 'seconds'], scope) =>
      scope.zone === 'UTC' || (calendarUnits.has(by) && needsNoZone(scope, 0, 1)) ? differenceSql(a, b, by) : null,
  }),
  comparing('IS_BEFORE', (order) => order < 0, '<'),
  comparing('IS_AFTER', (order) => order > 0, '>'),
  strict({
    name: 'IS_SAME',
    parameters: [...pair, { ...unit, optional: true }],
    result: 'boolean',
    evaluate: ([a, b, by = 'milliseconds'], { zone }) => period(a, by, zone) === period(b, by, zone),
    sql: ([a, b, by = 'milliseconds'], scope) => {
      const prefix = prefixes.get(by);
      if (prefix === undefined || !needsNoZone(scope, 0, 1)) return null;
      const [left, right] = [a, b].map(
        (each) => sql.fragment`left(case when length(${each}) = 10 then ${each} || 'T00:00:00.000' else ${each} end, ${prefix}::int)`,
      );
      return booleanResult(sql.fragment`(${left!} = ${right!})`);
    },
  }),
  strict({
    name: 'DATESTR',
    parameters: [date],
    result: 'text',
    evaluate: ([moment], { zone }) => wallClock(moment, zone).slice(0, 10),
    sql: ([moment], scope) => (needsNoZone(scope, 0) ? sql.fragment`to_jsonb(left(${moment}, 10))` : null),
  }),
  strict({
    name: 'TIMESTR',
    parameters: [date],
    result: 'text',
    evaluate: ([moment], { zone }) => wallClock(moment, zone).slice(11, 19),
    sql: ([moment], scope) =>
      needsNoZone(scope, 0) ? sql.fragment`to_jsonb(coalesce(nullif(substr(${moment}, 12, 8), ''), '00:00:00'))` : null,
  }),
];
