import type { FilterOp } from '@space/contracts/tables';
import type { FragmentSqlToken } from 'slonik';
import { sql } from './database.ts';
import type { Interval } from './date-span.ts';
import { SEPARATE_VALUES } from './filter-kind.ts';

/** The operators of dates and times. */
export const dateOps = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'in',
  'not_in',
  'within',
  'is_empty',
  'is_not_empty',
] as const satisfies readonly FilterOp[];

/** The Postgres type in which a date or a time is stored. */
export type DateType = 'text' | 'date' | 'timestamptz';

/** Returns a condition on a date or a time. Every value is an interval, so that times can be compared with a day. */
export function dateConditionSql(date: FragmentSqlToken, type: DateType, op: FilterOp, values: readonly Interval[]): FragmentSqlToken {
  const [first, second] = values;
  const at = (text: string) => boundSql(type, text);
  switch (op) {
    case 'eq':
    case 'within':
      return isIn(date, type, first!);
    case 'neq':
      return isNotIn(date, type, first!);
    case 'in':
      if (values.length > SEPARATE_VALUES) return isInAny(date, type, values);
      return sql.fragment`(${sql.join(
        values.map((value) => isIn(date, type, value)),
        sql.fragment` or `,
      )})`;
    case 'not_in':
      if (values.length > SEPARATE_VALUES) return isInNone(date, type, values);
      return sql.fragment`(${sql.join(
        values.map((value) => isNotIn(date, type, value)),
        sql.fragment` and `,
      )})`;
    case 'between':
      return sql.fragment`(${date} >= ${at(first!.from)} and ${date} < ${at(second!.to)})`;
    case 'is_empty':
      return sql.fragment`${date} is null`;
    case 'is_not_empty':
      return sql.fragment`${date} is not null`;
    case 'gt':
      return sql.fragment`${date} >= ${at(first!.to)}`;
    case 'gte':
      return sql.fragment`${date} >= ${at(first!.from)}`;
    case 'lt':
      return sql.fragment`${date} < ${at(first!.from)}`;
    default:
      return sql.fragment`${date} < ${at(first!.to)}`;
  }
}

const casts = { text: sql.fragment`::text`, date: sql.fragment`::date`, timestamptz: sql.fragment`::timestamptz` } as const;

const boundSql = (type: DateType, text: string) => sql.fragment`${text}${casts[type]}`;

const isIn = (date: FragmentSqlToken, type: DateType, { from, to }: Interval) =>
  sql.fragment`(${date} >= ${boundSql(type, from)} and ${date} < ${boundSql(type, to)})`;

const isNotIn = (date: FragmentSqlToken, type: DateType, { from, to }: Interval) =>
  sql.fragment`(${date} is null or ${date} < ${boundSql(type, from)} or ${date} >= ${boundSql(type, to)})`;

/** Returns a condition that a date lies in one of many intervals. An index supports the first two parts. */
function isInAny(date: FragmentSqlToken, type: DateType, values: readonly Interval[]): FragmentSqlToken {
  const bounds = boundsOf(values);
  return sql.fragment`(${isIn(date, type, { from: bounds[0]!, to: bounds.at(-1)! })} and ${bucketSql(date, type, bounds)} % 2 = 1)`;
}

const isInNone = (date: FragmentSqlToken, type: DateType, values: readonly Interval[]) =>
  sql.fragment`(${date} is null or ${bucketSql(date, type, boundsOf(values))} % 2 = 0)`;

/** Returns how many of the bounds a date has reached: an odd number inside of an interval. */
const bucketSql = (date: FragmentSqlToken, type: DateType, bounds: readonly string[]) =>
  sql.fragment`width_bucket(${date}, ${sql.array(bounds, type)})`;

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
