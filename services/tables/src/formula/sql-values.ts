import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import type { Cell } from '../schema.ts';
import { datePattern, datetimePattern } from './calendar.ts';
import { MAX_NUMBER, MAX_TEXT, MIN_NUMBER } from './limits.ts';
import type { Type } from './typed.ts';

/*
 * The values of formulas in SQL: a jsonb of the value itself, SQL null for blank, and an object {"e": code} for an
 * error, which no value is. A part that is used more than once is bound first (`bound`); `offset 0` keeps the planner
 * from putting it in each place again, which would double the work with every level.
 */

/** An expression over other expressions that are worked out once, under names. */
export function bound(parts: Readonly<Record<string, FragmentSqlToken>>, body: FragmentSqlToken): FragmentSqlToken {
  const columns = Object.entries(parts).map(([name, part]) => sql.fragment`${part} as ${sql.identifier([name])}`);
  return sql.fragment`(select ${body} from (select ${sql.join(columns, sql.fragment`, `)} offset 0) fx)`;
}

/** A value that is known beforehand. */
export const literalSql = (value: Cell): FragmentSqlToken =>
  value === null ? sql.fragment`null::jsonb` : sql.fragment`${JSON.stringify(value)}::jsonb`;

/** An error. */
export const errorSql = (code: string): FragmentSqlToken => sql.fragment`${JSON.stringify({ e: code })}::jsonb`;

/** Whether a value is an error. */
export const isErrorSql = (value: FragmentSqlToken): FragmentSqlToken => sql.fragment`coalesce(jsonb_typeof(${value}) = 'object', false)`;

/** A float8 as a value, with the limits of numbers. */
export const numberResult = (value: FragmentSqlToken): FragmentSqlToken =>
  bound(
    { num: value },
    sql.fragment`case when abs(num) > ${MAX_NUMBER}::float8 then ${errorSql('out_of_range')}
      when abs(num) < ${MIN_NUMBER}::float8 then '0'::jsonb else to_jsonb(num) end`,
  );

/** An integer or a numeric of moderate size as a value. */
export const integerResult = (value: FragmentSqlToken): FragmentSqlToken => sql.fragment`to_jsonb((${value})::float8)`;

/** A text as a value, blank when empty; its length is known to be within the limit. */
export const textResult = (value: FragmentSqlToken): FragmentSqlToken => sql.fragment`to_jsonb(nullif(${value}, ''))`;

/** A text as a value, an error when it is too long. */
export const limitedTextResult = (value: FragmentSqlToken): FragmentSqlToken =>
  bound(
    { txt: value },
    sql.fragment`case when char_length(txt) > ${MAX_TEXT}::int then ${errorSql('too_long')} else ${textResult(sql.fragment`txt`)} end`,
  );

/** A truth value. */
export const booleanResult = (value: FragmentSqlToken): FragmentSqlToken => sql.fragment`to_jsonb(${value})`;

/** The text inside a jsonb string. */
export const stringIn = (value: FragmentSqlToken): FragmentSqlToken => sql.fragment`(${value} #>> '{}')`;

/** A float8 as numeric by its shortest digits; a plain cast would keep fifteen. */
export const decimalSql = (value: FragmentSqlToken): FragmentSqlToken => sql.fragment`((${value})::text::numeric)`;

/** The text of a value of this type, '' for blank; lists are not among them. */
export function textSql(value: FragmentSqlToken, type: Type): FragmentSqlToken {
  const number = sql.fragment`trim_scale((${value})::float8::text::numeric)::text`;
  const truth = sql.fragment`case when (${value})::boolean then 'TRUE' else 'FALSE' end`;
  switch (type.kind) {
    case 'number':
      return sql.fragment`coalesce(${number}, '')`;
    case 'boolean':
      return sql.fragment`(case when ${value} is null then '' else ${truth} end)`;
    case 'blank':
      return sql.fragment`''::text`;
    case 'list':
      return sql.fragment`(case jsonb_typeof(${value}) when 'number' then ${number} when 'boolean' then ${truth} else coalesce(${stringIn(value)}, '') end)`;
    default:
      return sql.fragment`coalesce(${stringIn(value)}, '')`;
  }
}

/** Whether a value of this type counts as true. */
export function isTrueSql(value: FragmentSqlToken, type: Type): FragmentSqlToken {
  if (type.kind === 'boolean') return sql.fragment`coalesce((${value})::boolean, false)`;
  if (type.kind === 'number') return sql.fragment`coalesce((${value})::float8 <> 0, false)`;
  return sql.fragment`(${value} is not null)`;
}

/** The number of a value of this type, 0 for blank, as float8. */
export function numberSql(value: FragmentSqlToken, type: Type): FragmentSqlToken {
  if (type.kind === 'boolean') return sql.fragment`coalesce((${value})::boolean::int::float8, 0)`;
  if (type.kind === 'blank') return sql.fragment`0::float8`;
  return sql.fragment`coalesce((${value})::float8, 0)`;
}

/** The value of a cell as a formula sees it; the counterpart of `valueOfCell`. */
export function cellSql(cell: FragmentSqlToken, type: Type): FragmentSqlToken {
  const kept = (condition: FragmentSqlToken) => bound({ cell }, sql.fragment`case when ${condition} then cell end`);
  switch (type.kind) {
    case 'number':
      return bound(
        { cell },
        sql.fragment`case when jsonb_typeof(cell) <> 'number' then null::jsonb
          when abs(cell::numeric) > 1e151 then ${errorSql('out_of_range')}
          when abs(cell::numeric) < 1e-151 then '0'::jsonb
          else ${numberResult(sql.fragment`cell::float8`)} end`,
      );
    case 'text':
      return bound(
        { cell },
        sql.fragment`case jsonb_typeof(cell) when 'string' then to_jsonb(nullif(cell #>> '{}', '')) when 'object' then ${nameSql(sql.fragment`cell`)} end`,
      );
    case 'boolean':
      return sql.fragment`to_jsonb(coalesce((${cell}) = 'true'::jsonb, false))`;
    case 'date':
      return kept(sql.fragment`jsonb_typeof(cell) = 'string' and (cell #>> '{}') ~ ${datePattern}`);
    case 'datetime':
      return kept(sql.fragment`jsonb_typeof(cell) = 'string' and (cell #>> '{}') ~ ${datetimePattern}`);
    case 'list':
      return listSql(cell);
    case 'blank':
      return sql.fragment`null::jsonb`;
  }
}

const nameSql = (object: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`case when jsonb_typeof(${object} -> 'name') = 'string' and ${object} ->> 'name' <> '' then ${object} -> 'name'
    when jsonb_typeof(${object} -> 'title') = 'string' and ${object} ->> 'title' <> '' then ${object} -> 'title' end`;

function listSql(cell: FragmentSqlToken): FragmentSqlToken {
  const element = sql.fragment`case jsonb_typeof(el) when 'object' then ${nameSql(sql.fragment`el`)}
    when 'number' then case when abs(el::numeric) < 1e-151 then '0'::jsonb else ${numberResult(sql.fragment`el::float8`)} end
    when 'string' then to_jsonb(nullif(el #>> '{}', '')) when 'boolean' then el end`;
  return bound(
    { cell },
    sql.fragment`case when jsonb_path_exists(cell, ${'lax $[*][*] ? (@.type() == "number" && (@ > 1e150 || @ < -1e150))'}::jsonpath) then ${errorSql('out_of_range')}
      else (select jsonb_agg(value order by place) from (
        select ${element} as value, place from jsonb_path_query(cell, 'lax $[*][*]') with ordinality as q (el, place)) as elements
        where value is not null) end`,
  );
}
