import type { Aggregate, GroupBy } from '@space/contracts/tables';
import { sql, wireTime } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import type { z } from 'zod';
import type { Column } from '../schema/schema.ts';
import { booleanCellSql, indexedCellSql, jsonCellSql, liveLinksSql, textCellSql, timestampSql } from './cell-sql.ts';
import type { CellKind, Field } from './field.ts';
import { timeZoneOf } from './filter-date-sql.ts';
import { kindNames } from './filter-kind.ts';
import type { QueryContext } from './query-context.ts';

/** The functions of an aggregate. */
export type AggregateFunction = z.output<typeof Aggregate>['function'];

type Bucket = NonNullable<z.output<typeof GroupBy>['bucket']>;

const dates: ReadonlySet<CellKind> = new Set(['date', 'datetime', 'moment']);

/** Returns true for dates and times. */
export const isDateKind = (kind: CellKind): boolean => dates.has(kind);

const counting: readonly AggregateFunction[] = ['count', 'count_empty', 'count_filled', 'count_unique'];

/** Returns the aggregate functions that cells of a kind support. */
export function aggregateFunctionsOf(kind: CellKind): readonly AggregateFunction[] {
  if (kind === 'number') return [...counting, 'sum', 'average', 'min', 'max', 'median'];
  return isDateKind(kind) ? [...counting, 'min', 'max'] : counting;
}

/** Returns the input of an aggregate from the row `r`; null for an empty cell. */
export function aggregateInputSql(context: QueryContext, { kind, key, column }: Field): FragmentSqlToken {
  switch (kind) {
    case 'number':
      return sql.fragment`${jsonCellSql(context, column!)}::numeric`;
    case 'boolean':
      return sql.fragment`nullif(${booleanCellSql(context, column!)}, false)`;
    case 'date':
    case 'datetime':
    case 'select':
      return indexedCellSql(context, column!, 'text');
    case 'text':
    case 'email':
      return sql.fragment`nullif(${textCellSql(context, column!)}, '')`;
    case 'moment':
      return timestampSql({ key, column });
    case 'id':
      return sql.fragment`r.id`;
    case 'actor':
      return sql.fragment`(r.created_by->>'id')`;
    default:
      return sql.fragment`nullif(${listSql(context, column!)}, '[]')`;
  }
}

/** Returns a list; of contacts with survivors, of people. The statement then has `withSurvivorsSql`. */
function listSql(context: QueryContext, column: Column): FragmentSqlToken {
  if (column.type === 'reference') return liveLinksSql(context, column);
  const list = jsonCellSql(context, column);
  if (column.type !== 'contact' || context.survivors === undefined) return list;
  return sql.fragment`(
    select jsonb_agg(id order by first) from (
      select coalesce((select by_id from survivors)->>(held #>> '{}'), held #>> '{}') as id, min(place) as first
      from jsonb_path_query(${list}, 'lax $[*]') with ordinality as item (held, place) group by 1) as people)`;
}

/** Returns the beginning of a statement over people: the survivors as one parameter, for any number of fields. */
export const withSurvivorsSql = ({ survivors }: QueryContext): FragmentSqlToken =>
  survivors === undefined ? sql.fragment`` : sql.fragment`with survivors as materialized (select ${survivors}::jsonb as by_id)`;

/** Returns an aggregate over the inputs `v` of a group, as jsonb. Sums of decimals are exact. */
export function aggregateSql(name: AggregateFunction, kind: CellKind | undefined, v: FragmentSqlToken): FragmentSqlToken {
  const toWire = (value: FragmentSqlToken) => (kind === 'moment' ? wireTime(value) : value);
  switch (name) {
    case 'count':
      return sql.fragment`to_jsonb(count(*))`;
    case 'count_empty':
      return sql.fragment`to_jsonb(count(*) - count(${v}))`;
    case 'count_filled':
      return sql.fragment`to_jsonb(count(${v}))`;
    case 'count_unique':
      return sql.fragment`to_jsonb(count(distinct ${v}))`;
    case 'sum':
      return sql.fragment`to_jsonb(coalesce(sum(${v}), 0))`;
    case 'average':
      return sql.fragment`to_jsonb(avg(${v}))`;
    case 'median':
      return sql.fragment`to_jsonb(percentile_cont(0.5) within group (order by ${v}::float8))`;
    case 'min':
      return sql.fragment`to_jsonb(${toWire(sql.fragment`min(${v})`)})`;
    case 'max':
      return sql.fragment`to_jsonb(${toWire(sql.fragment`max(${v})`)})`;
  }
}

/** Returns the group of the row `r`; undefined for cells that cannot be grouped. */
export function groupSql(context: QueryContext, field: Field, bucket: Bucket | undefined): FragmentSqlToken | undefined {
  const { kind, column } = field;
  if (isDateKind(kind)) return bucketSql(context, field, bucket ?? 'day');
  switch (kind) {
    case 'number':
      return jsonCellSql(context, column!);
    case 'boolean':
      return booleanCellSql(context, column!);
    case 'actor':
      return sql.fragment`r.created_by`;
    case 'files':
    case 'object':
      return undefined;
    default:
      return aggregateInputSql(context, field);
  }
}

/** Returns the message for cells that cannot be grouped. */
export const notGroupableMessage = (key: string, kind: CellKind): string => `cannot be ${key}: ${kindNames[kind]} cannot be grouped by`;

/** The length of the prefix of a date that names its day, month or year, and the suffix that makes it a date again. */
const bucketPrefixes: Partial<Record<Bucket, readonly [length: number, rest: string]>> = {
  day: [10, ''],
  month: [7, '-01'],
  year: [4, '-01-01'],
};

/** Returns the first day of the bucket of a date, in the zone of its column. Weeks begin on Monday. */
function bucketSql(context: QueryContext, field: Field, bucket: Bucket): FragmentSqlToken {
  const date = aggregateInputSql(context, field);
  const zone = field.kind === 'date' ? 'UTC' : timeZoneOf(field);
  const prefix = bucketPrefixes[bucket];
  if (prefix && zone === 'UTC' && field.kind !== 'moment')
    return sql.fragment`(left(${date}, ${sql.literalValue(String(prefix[0]))}::integer) || ${sql.literalValue(prefix[1])})`;
  const day = field.kind === 'date' ? sql.fragment`${date}::timestamp` : sql.fragment`(${date}::timestamptz at time zone ${zone}::text)`;
  return sql.fragment`to_char(date_trunc(${sql.literalValue(bucket)}, ${day}), 'YYYY-MM-DD')`;
}
