import {
  addUnits,
  calendarUnits,
  dayOf,
  dayText,
  differenceInUnits,
  instantText,
  milliseconds,
  unitPrefixes,
  units,
  wallClock,
} from '../values/moments.ts';
import {
  addSql,
  compareSql,
  constantSql,
  dateTextSql,
  differenceSql,
  isSameSql,
  readDigitsSql,
  timeTextSql,
  weekdaySql,
  weekNumberSql,
} from './dates-sql.ts';
import { type CheckedNode, defineFunction, type FormulaFunction, type Scope, type StrictFunction } from './function.ts';

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

/** Defines a function that reads a number from digits of the wall clock. */
const readingFunction = (name: string, from: number, count: number): StrictFunction =>
  defineFunction({
    name,
    parameters: [date],
    result: 'number',
    evaluate: ([moment], { zone }) => Number(wallClock(moment, zone).slice(from - 1, from - 1 + count)),
    sql: ([moment], scope) => readDigitsSql(moment, from, count, scope),
  }) as StrictFunction;

/** Returns the day of the week from 0, in a week that begins on Sunday or on Monday. */
const weekday = (day: Temporal.PlainDate, first?: string): number => (first === 'Monday' ? day.dayOfWeek - 1 : day.dayOfWeek % 7);

const today = (now: number, zone: string): string =>
  dayText(Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate());

/** Defines a comparison of two moments on the time line; a date is the midnight at which it begins. */
const comparingFunction = (name: string, holds: (difference: number) => boolean, symbol: '<' | '>'): StrictFunction =>
  defineFunction({
    name,
    parameters: pair,
    result: 'boolean',
    evaluate: ([a, b], { zone }: Scope) => holds(milliseconds(a, zone) - milliseconds(b, zone)),
    sql: (moments, scope) => compareSql(moments, symbol, scope),
  }) as StrictFunction;

/** Returns a key that all moments of one unit share. */
function period(moment: string, of: string, zone: string): string {
  const wall = wallClock(moment, zone);
  const prefix = unitPrefixes.get(of);
  if (prefix !== undefined) return wall.slice(0, prefix);
  if (of === 'quarters') return `${wall.slice(0, 4)} ${Math.floor((Number(wall.slice(5, 7)) - 1) / 3)}`;
  const day = dayOf(moment, zone);
  return day.subtract({ days: weekday(day) }).toString();
}

const keepsDate = ([of, , by]: readonly CheckedNode[]): boolean =>
  of?.type.kind === 'date' && by?.kind === 'literal' && typeof by.value === 'string' && calendarUnits.has(by.value);

/** Functions that read dates and calculate with them. */
export const dateFunctions: readonly FormulaFunction[] = [
  defineFunction({
    name: 'TODAY',
    parameters: [],
    result: 'date',
    volatile: true,
    evaluate: (_, { now, zone }) => today(now, zone),
    sql: (_, { now, zone }) => constantSql(today(now, zone)),
  }),
  defineFunction({
    name: 'NOW',
    parameters: [],
    result: 'datetime',
    volatile: true,
    evaluate: (_, { now }) => instantText(now),
    sql: (_, { now }) => constantSql(instantText(now)),
  }),
  readingFunction('YEAR', 1, 4),
  readingFunction('MONTH', 6, 2),
  readingFunction('DAY', 9, 2),
  readingFunction('HOUR', 12, 2),
  readingFunction('MINUTE', 15, 2),
  readingFunction('SECOND', 18, 2),
  defineFunction({
    name: 'WEEKDAY',
    parameters: [date, weekStart],
    result: 'number',
    evaluate: ([moment, first], { zone }) => weekday(dayOf(moment, zone), first),
    sql: weekdaySql,
  }),
  defineFunction({
    name: 'WEEKNUM',
    parameters: [date, weekStart],
    result: 'number',
    evaluate: ([moment, first], { zone }) => {
      const day = dayOf(moment, zone);
      return Math.floor((day.dayOfYear - 1 + weekday(day.with({ month: 1, day: 1 }), first)) / 7) + 1;
    },
    sql: weekNumberSql,
  }),
  defineFunction({
    name: 'DATEADD',
    aliases: ['DATE_ADD'],
    parameters: [date, { name: 'count', takes: 'number' }, unit],
    result: (parts) => ({ kind: keepsDate(parts) ? 'date' : 'datetime' }),
    evaluate: ([moment, count, by], { zone }) => addUnits(moment, count, by, zone),
    sql: addSql,
  }),
  defineFunction({
    name: 'DATETIME_DIFF',
    aliases: ['DATE_DIFF', 'DATEDIFF'],
    parameters: [...pair, { ...unit, optional: true }],
    result: 'number',
    evaluate: ([a, b, by = 'seconds'], { zone }) => differenceInUnits(a, b, by, zone),
    sql: differenceSql,
  }),
  comparingFunction('IS_BEFORE', (order) => order < 0, '<'),
  comparingFunction('IS_AFTER', (order) => order > 0, '>'),
  defineFunction({
    name: 'IS_SAME',
    parameters: [...pair, { ...unit, optional: true }],
    result: 'boolean',
    evaluate: ([a, b, by = 'milliseconds'], { zone }) => period(a, by, zone) === period(b, by, zone),
    sql: isSameSql,
  }),
  defineFunction({
    name: 'DATESTR',
    parameters: [date],
    result: 'text',
    evaluate: ([moment], { zone }) => wallClock(moment, zone).slice(0, 10),
    sql: dateTextSql,
  }),
  defineFunction({
    name: 'TIMESTR',
    parameters: [date],
    result: 'text',
    evaluate: ([moment], { zone }) => wallClock(moment, zone).slice(11, 19),
    sql: timeTextSql,
  }),
];
