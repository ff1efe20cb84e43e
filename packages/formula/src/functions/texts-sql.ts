import { MAX_FORMULA_TEXT } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { FragmentSqlToken as Sql } from 'slonik';
import { bindOnce, errorSql, integerResult, limitedTextResult, textResult } from '../sql/value-sql.ts';
import { MAX_SQL_WANTED } from '../values/limits.ts';
import type { SqlScope } from './function.ts';

/** The characters that TRIM removes from both ends. */
const blanks =
  ' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/** Clamps a count or a position to the length that a text can have. */
const clampSql = (value: Sql, least = 0): Sql => sql.fragment`greatest(${least}::int, least(1000000, trunc(${value})))::int`;

/** Returns texts joined, or an error when the result is too long. */
export const concatenateSql = ([texts]: readonly [readonly Sql[]]): Sql =>
  limitedTextResult(sql.fragment`(${sql.join([...texts], sql.fragment` || `)})`);

/** Returns the length of a text in code points. */
export const lengthSql = ([text]: readonly [Sql]): Sql => integerResult(sql.fragment`char_length(${text})`);

/** Returns a text without blanks at its ends. */
export const trimSql = ([text]: readonly [Sql]): Sql => textResult(sql.fragment`btrim(${text}, ${blanks})`);

/** Returns the first characters of a text; default 1. */
export const leftSql = ([text, count = sql.fragment`1`]: readonly [Sql, Sql | undefined]): Sql =>
  textResult(sql.fragment`left(${text}, ${clampSql(count)})`);

/** Returns the last characters of a text; default 1. */
export const rightSql = ([text, count = sql.fragment`1`]: readonly [Sql, Sql | undefined]): Sql =>
  textResult(sql.fragment`right(${text}, ${clampSql(count)})`);

/** Returns a number of characters from a position. */
export const middleSql = ([text, start, count]: readonly [Sql, Sql, Sql]): Sql =>
  textResult(sql.fragment`substr(${text}, ${clampSql(start, 1)}, ${clampSql(count)})`);

/** Returns the position of a text in another one, 0 when it is not found. */
export const findSql = ([wanted, text, start = sql.fragment`1`]: readonly [Sql, Sql, Sql | undefined]): Sql =>
  bindOnce(
    { whole: text, wanted, first: clampSql(start, 1) },
    sql.fragment`case when char_length(wanted) > ${MAX_SQL_WANTED}::int then ${errorSql('not_in_sql')} when first > char_length(whole) + 1 then '0'::jsonb
      else ${bindOnce({ hit: sql.fragment`strpos(substr(whole, first), wanted)` }, integerResult(sql.fragment`case when hit = 0 then 0 else hit + first - 1 end`))} end`,
  );

/** Returns a text with all occurrences of another one replaced; null (no SQL) when a single occurrence is wanted. */
export function substituteSql([text, old, replacement, index]: readonly [Sql, Sql, Sql, Sql | undefined]): Sql | null {
  if (index) return null;
  return bindOnce(
    { whole: text, old, neu: replacement },
    sql.fragment`case when char_length(old) > ${MAX_SQL_WANTED}::int then ${errorSql('not_in_sql')} when old <> '' and char_length(whole) + (char_length(whole) - char_length(replace(whole, old, ''))) / char_length(old)
        * (char_length(neu)::bigint - char_length(old)) > ${MAX_FORMULA_TEXT}::int then ${errorSql('too_long')}
      else ${textResult(sql.fragment`replace(whole, old, neu)`)} end`,
  );
}

/** Returns a text with a range of characters replaced. */
export const replaceSql = ([text, start, count, replacement]: readonly [Sql, Sql, Sql, Sql]): Sql =>
  bindOnce(
    { whole: text, first: clampSql(start, 1), cut: clampSql(count), neu: replacement },
    limitedTextResult(sql.fragment`left(whole, first - 1) || neu || substr(whole, first + cut)`),
  );

/** Returns a text repeated, or an error when the result is too long. */
export const repeatSql = ([text, times]: readonly [Sql, Sql]): Sql =>
  bindOnce(
    { whole: text, times: clampSql(times) },
    sql.fragment`case when char_length(whole)::bigint * times > ${MAX_FORMULA_TEXT}::int then ${errorSql('too_long')} else ${textResult(sql.fragment`repeat(whole, times)`)} end`,
  );

/** Returns a value if it is a text or a date, else blank. */
export const onlyTextSql = ([value]: readonly [Sql], { types: [type] }: SqlScope): Sql =>
  type?.kind === 'text' || type?.kind === 'date' || type?.kind === 'datetime' ? value : sql.fragment`null::jsonb`;
