import { MAX_FORMULA_TEXT } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import type { Cell } from '../values/cell.ts';
import { MAX_NUMBER, MIN_NUMBER } from '../values/limits.ts';
import { datePattern, datetimePattern } from '../values/stored-dates.ts';
import type { Type } from '../values/type.ts';

/*
 * A formula value in SQL is a jsonb of the value itself, SQL null for blank, or an object {"e": code} for an error; no
 * value is an object. An expression that is used more than once is bound first (`bindOnce`). `offset 0` stops the
 * planner from inlining it, which would double the work with each nesting level.
 */

/** Returns `body` over expressions that are evaluated once and bound to names. */
export function bindOnce(parts: Readonly<Record<string, FragmentSqlToken>>, body: FragmentSqlToken): FragmentSqlToken {
  const columns = Object.entries(parts).map(([name, part]) => sql.fragment`${part} as ${sql.identifier([name])}`);
  return sql.fragment`(select ${body} from (select ${sql.join(columns, sql.fragment`, `)} offset 0) fx)`;
}

/** Returns a constant. */
export const literalSql = (value: Cell): FragmentSqlToken =>
  value === null ? sql.fragment`null::jsonb` : sql.fragment`${JSON.stringify(value)}::jsonb`;

/** Returns an error value. */
export const errorSql = (code: string): FragmentSqlToken => sql.fragment`${JSON.stringify({ e: code })}::jsonb`;

/** Returns a condition that holds for errors. */
export const isErrorSql = (value: FragmentSqlToken): FragmentSqlToken => sql.fragment`coalesce(jsonb_typeof(${value}) = 'object', false)`;

/** Returns a float8 as a value and applies the limits of numbers. */
export const numberResult = (value: FragmentSqlToken): FragmentSqlToken =>
  bindOnce(
    { num: value },
    sql.fragment`case when abs(num) > ${MAX_NUMBER}::float8 then ${errorSql('out_of_range')}
      when abs(num) < ${MIN_NUMBER}::float8 then '0'::jsonb else to_jsonb(num) end`,
  );

/** Returns an integer or a small numeric as a value. */
export const integerResult = (value: FragmentSqlToken): FragmentSqlToken => sql.fragment`to_jsonb((${value})::float8)`;

/** Returns a text of limited length as a value; an empty text is blank. */
export const textResult = (value: FragmentSqlToken): FragmentSqlToken => sql.fragment`to_jsonb(nullif(${value}, ''))`;

/** Returns a text as a value, or an error when it is too long. */
export const limitedTextResult = (value: FragmentSqlToken): FragmentSqlToken =>
  bindOnce(
    { txt: value },
    sql.fragment`case when char_length(txt) > ${MAX_FORMULA_TEXT}::int then ${errorSql('too_long')} else ${textResult(sql.fragment`txt`)} end`,
  );

/** Returns a boolean as a value. */
export const booleanResult = (value: FragmentSqlToken): FragmentSqlToken => sql.fragment`to_jsonb(${value})`;

/** Returns the text of a jsonb string. */
export const jsonStringSql = (value: FragmentSqlToken): FragmentSqlToken => sql.fragment`(${value} #>> '{}')`;

/** Casts a float8 to numeric by its shortest digits; a plain cast would cut it to fifteen. */
export const decimalSql = (value: FragmentSqlToken): FragmentSqlToken => sql.fragment`((${value})::text::numeric)`;

/** Returns a value of this type as text, '' for blank. For a list, `value` is one of its elements. */
export function textSql(value: FragmentSqlToken, type: Type): FragmentSqlToken {
  const number = plainNumberSql(value);
  const truth = sql.fragment`case when (${value})::boolean then 'TRUE' else 'FALSE' end`;
  switch (type.kind) {
    case 'number':
      return sql.fragment`coalesce(${number}, '')`;
    case 'boolean':
      return sql.fragment`(case when ${value} is null then '' else ${truth} end)`;
    case 'blank':
      return sql.fragment`''::text`;
    case 'list':
      return sql.fragment`(case jsonb_typeof(${value}) when 'number' then ${number} when 'boolean' then ${truth} else coalesce(${jsonStringSql(value)}, '') end)`;
    default:
      return sql.fragment`coalesce(${jsonStringSql(value)}, '')`;
  }
}

/** Returns a number as text, equal to `plainNumber`. */
function plainNumberSql(value: FragmentSqlToken): FragmentSqlToken {
  const digits = sql.fragment`length(ltrim(translate(dec::text, '-.', ''), '0'))`;
  const safe = sql.fragment`case when scale(dec) = 0 then dec else round(dec, scale(dec) - greatest(${digits} - 15, 0)) end`;
  return bindOnce({ dec: decimalSql(sql.fragment`(${value})::float8`) }, sql.fragment`trim_scale(${safe})::text`);
}

/** Returns a condition that holds if a value of this type counts as true. */
export function isTrueSql(value: FragmentSqlToken, type: Type): FragmentSqlToken {
  if (type.kind === 'boolean') return sql.fragment`coalesce((${value})::boolean, false)`;
  if (type.kind === 'number') return sql.fragment`coalesce((${value})::float8 <> 0, false)`;
  return sql.fragment`(${value} is not null)`;
}

/** Returns a value of this type as float8, 0 for blank. */
export function numberSql(value: FragmentSqlToken, type: Type): FragmentSqlToken {
  if (type.kind === 'boolean') return sql.fragment`coalesce((${value})::boolean::int::float8, 0)`;
  if (type.kind === 'blank') return sql.fragment`0::float8`;
  return sql.fragment`coalesce((${value})::float8, 0)`;
}

/** Returns a cell as formulas see it, equal to `cellValue`. */
export function cellSql(cell: FragmentSqlToken, type: Type): FragmentSqlToken {
  const onlyIf = (condition: FragmentSqlToken) => bindOnce({ cell }, sql.fragment`case when ${condition} then cell end`);
  switch (type.kind) {
    case 'number':
      return bindOnce(
        { cell },
        sql.fragment`case when jsonb_typeof(cell) <> 'number' then null::jsonb
          when abs(cell::numeric) > 1e151 then ${errorSql('out_of_range')}
          when abs(cell::numeric) < 1e-151 then '0'::jsonb
          else ${numberResult(sql.fragment`cell::float8`)} end`,
      );
    case 'text':
      return bindOnce(
        { cell },
        sql.fragment`case jsonb_typeof(cell) when 'string' then to_jsonb(nullif(cell #>> '{}', '')) when 'object' then ${nameSql(sql.fragment`cell`)} end`,
      );
    case 'boolean':
      return sql.fragment`to_jsonb(coalesce((${cell}) = 'true'::jsonb, false))`;
    case 'date':
      return onlyIf(sql.fragment`jsonb_typeof(cell) = 'string' and (cell #>> '{}') ~ ${datePattern}`);
    case 'datetime':
      return onlyIf(sql.fragment`jsonb_typeof(cell) = 'string' and (cell #>> '{}') ~ ${datetimePattern}`);
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
  return bindOnce(
    { cell },
    sql.fragment`case when jsonb_path_exists(cell, ${'lax $[*][*] ? (@.type() == "number" && (@ > 1e150 || @ < -1e150))'}::jsonpath) then ${errorSql('out_of_range')}
      else (select jsonb_agg(value order by place) from (
        select ${element} as value, place from jsonb_path_query(cell, 'lax $[*][*]') with ordinality as q (el, place)) as elements
        where value is not null) end`,
  );
}
