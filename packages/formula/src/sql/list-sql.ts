import { MAX_FORMULA_TEXT } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { bindOnce, errorSql, textResult, textSql } from './value-sql.ts';

const element = sql.fragment`el`;

/** Joins the texts of the elements of a jsonb array, without blanks; an error when the result is too long. */
export function joinedSql(list: FragmentSqlToken, separator: string | FragmentSqlToken): FragmentSqlToken {
  const between = typeof separator === 'string' ? sql.fragment`${separator}::text` : separator;
  const texts = sql.fragment`select ${textSql(element, { kind: 'list', of: 'any' })} as txt, place
    from jsonb_array_elements(list) with ordinality as q (el, place) where jsonb_typeof(el) <> 'null'`;
  return bindOnce(
    { list, between },
    sql.fragment`case
      when jsonb_typeof(list) = 'object' then list
      when (select sum(char_length(txt)) + (count(*) - 1) * char_length(between) from (${texts}) as texts) > ${MAX_FORMULA_TEXT}::int then ${errorSql('too_long')}
      else (select ${textResult(sql.fragment`string_agg(txt, between order by place)`)} from (${texts}) as texts) end`,
  );
}

/** Returns the numbers of a jsonb array as rows (`num` float8, `place`); booleans are 0 and 1, other elements are left out. */
export const numbersSql = (list: FragmentSqlToken): FragmentSqlToken => sql.fragment`(
  select case jsonb_typeof(el) when 'number' then el::float8 else el::boolean::int::float8 end as num, place
  from jsonb_array_elements(${list}) with ordinality as q (el, place) where jsonb_typeof(el) in ('number', 'boolean')) as numbers`;
