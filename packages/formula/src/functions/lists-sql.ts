import { MAX_FORMULA_LIST, MAX_FORMULA_LIST_TEXT } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { FragmentSqlToken as Sql } from 'slonik';
import { joinedSql } from '../sql/list-sql.ts';
import { bindOnce, errorSql, integerResult, literalSql, textResult } from '../sql/value-sql.ts';
import type { SqlScope } from './function.ts';

/** Returns the elements that are not blank. */
export const compactSql = ([list]: readonly [Sql]): Sql =>
  ifSmall(
    list,
    sql.fragment`(select jsonb_agg(el order by place) from jsonb_array_elements(${list}) with ordinality as q (el, place) where jsonb_typeof(el) <> 'null')`,
  );

/** Returns a list, or `not_in_sql` when its source is so large that the evaluator must decide if the result is too long. */
const ifSmall = (source: Sql, result: Sql): Sql => sql.fragment`case
  when jsonb_array_length(${source}) > ${MAX_FORMULA_LIST}::int or pg_column_size(${source}) > ${MAX_FORMULA_LIST_TEXT}::int then ${errorSql('not_in_sql')}
  else ${result} end`;

/** Returns the number of elements that are numbers. */
export const countNumbersSql = ([list]: readonly [Sql]): Sql =>
  integerResult(sql.fragment`(select count(*) from jsonb_array_elements(${list}) as q (el) where jsonb_typeof(el) = 'number')`);

/** Returns the number of elements that are not blank. */
export const countValuesSql = ([list]: readonly [Sql]): Sql =>
  integerResult(sql.fragment`(select count(*) from jsonb_array_elements(${list}) as q (el) where jsonb_typeof(el) <> 'null')`);

/** Returns the number of all elements. */
export const countAllSql = ([list]: readonly [Sql]): Sql => integerResult(sql.fragment`jsonb_array_length(${list})`);

/** Returns the elements as one text with a separator between. */
export const joinSql = ([list, separator = sql.fragment`', '::text`]: readonly [Sql, Sql | undefined], { types: [type] }: SqlScope): Sql =>
  joinedSql(type?.kind === 'list' ? list : sql.fragment`jsonb_build_array(${list})`, separator);

/** Returns each element once, in the order of first occurrence. */
export const uniqueSql = ([list]: readonly [Sql]): Sql =>
  ifSmall(
    list,
    sql.fragment`(select jsonb_agg(el order by place) from (
    select el, min(place) as place from jsonb_array_elements(${list}) with ordinality as q (el, place)
    where jsonb_typeof(el) <> 'null' group by el) as elements)`,
  );

/** Returns the id of the row; null without facts of the row. */
export const rowIdSql = (_: unknown, { row }: SqlScope): Sql | null => (row ? textResult(sql.fragment`(${row.id})::text`) : null);

/** Returns the time at which the row was created; null without facts of the row. */
export const createdAtSql = (_: unknown, { row }: SqlScope): Sql | null => (row ? timeSql(row.created_at) : null);

/** Returns the time of the last change of the row; null without facts of the row. */
export const updatedAtSql = (_: unknown, { row }: SqlScope): Sql | null => (row ? timeSql(row.updated_at) : null);

/** Returns the autonumber of the row, blank without one; null without facts of the row. */
export function autonumberSql(_: unknown, { row }: SqlScope): Sql | null {
  if (!row) return null;
  if (!row.autonumber) return literalSql(null);
  return bindOnce({ given: row.autonumber }, sql.fragment`case when jsonb_typeof(given) = 'number' then given end`);
}

const timeSql = (time: Sql): Sql => sql.fragment`to_jsonb(to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;
