import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { fail } from '../cell-fault.ts';
import { type FormulaFunction, strict } from '../function.ts';
import { MAX_TEXT } from '../limits.ts';
import { bound, errorSql, integerResult, limitedTextResult, textResult } from '../sql-values.ts';
import { codePoints } from '../values.ts';

const text = { name: 'text', takes: 'text' } as const;
const count = { name: 'count', takes: 'number', optional: true } as const;

/** What is taken from both ends by TRIM. */
const blanks =
  ' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/** A count or a place among code points: whole, within what a text can have. */
const within = (value: number, least = 0): number => Math.max(least, Math.min(1_000_000, Math.trunc(value)));
const withinSql = (value: FragmentSqlToken, least = 0): FragmentSqlToken =>
  sql.fragment`greatest(${least}::int, least(1000000, trunc(${value})))::int`;

/** Where a text holds another one, counted in code points from 1; 0 when it does not. */
function placeOf(wanted: string, all: string, start: number): number {
  const points = [...all];
  const rest = points.slice(start - 1).join('');
  if (start > points.length + 1) return 0;
  const at = rest.indexOf(wanted);
  return at < 0 ? 0 : start + codePoints(rest.slice(0, at));
}

/** A text with every code point in lower case by itself, so that places stay what they were. */
const folded = (all: string): string =>
  Array.from(all, (point) => {
    const lower = point.toLowerCase();
    return codePoints(lower) === 1 ? lower : point;
  }).join('');

const finding = [{ name: 'wanted', takes: 'text' }, text, { name: 'start', takes: 'number', optional: true }] as const;

function substituted(all: string, old: string, by: string, index?: number): string {
  if (old === '') return all;
  const pieces = all.split(old);
  if (index !== undefined) {
    const nth = Math.trunc(index);
    if (nth < 1 || nth >= pieces.length) return all;
    return pieces.slice(0, nth).join(old) + by + pieces.slice(nth).join(old);
  }
  if (all.length + (pieces.length - 1) * (by.length - old.length) > 2 * MAX_TEXT) return fail('too_long');
  return pieces.join(by);
}

/** Functions of texts. Their SQL counts characters as Postgres does, which is by code point. */
export const textFunctions: readonly FormulaFunction[] = [
  strict({
    name: 'CONCATENATE',
    aliases: ['CONCAT'],
    parameters: [{ name: 'text', takes: 'text', rest: true }],
    result: 'text',
    evaluate: ([texts]) => texts.join(''),
    sql: ([texts]) => limitedTextResult(sql.fragment`(${sql.join([...texts], sql.fragment` || `)})`),
  }),
  strict({
    name: 'LEN',
    aliases: ['LENGTH'],
    parameters: [text],
    result: 'number',
    evaluate: ([all]) => codePoints(all),
    sql: ([all]) => integerResult(sql.fragment`char_length(${all})`),
  }),
  // Postgres and JavaScript know different upper and lower cases of the same letters.
  strict({ name: 'LOWER', parameters: [text], result: 'text', evaluate: ([all]) => all.toLowerCase() }),
  strict({ name: 'UPPER', parameters: [text], result: 'text', evaluate: ([all]) => all.toUpperCase() }),
  strict({
    name: 'TRIM',
    parameters: [text],
    result: 'text',
    evaluate: ([all]) => all.trim(),
    sql: ([all]) => textResult(sql.fragment`btrim(${all}, ${blanks})`),
  }),
  strict({
    name: 'LEFT',
    parameters: [text, count],
    result: 'text',
    evaluate: ([all, wanted = 1]) => [...all].slice(0, within(wanted)).join(''),
    sql: ([all, wanted = sql.fragment`1`]) => textResult(sql.fragment`left(${all}, ${withinSql(wanted)})`),
  }),
  strict({
    name: 'RIGHT',
    parameters: [text, count],
    result: 'text',
    evaluate: ([all, wanted = 1]) => {
      const points = [...all];
      return points.slice(Math.max(0, points.length - within(wanted))).join('');
    },
    sql: ([all, wanted = sql.fragment`1`]) => textResult(sql.fragment`right(${all}, ${withinSql(wanted)})`),
  }),
  strict({
    name: 'MID',
    aliases: ['SUBSTRING'],
    parameters: [text, { name: 'start', takes: 'number' }, { name: 'count', takes: 'number' }],
    result: 'text',
    evaluate: ([all, start, wanted]) => {
      const from = within(start, 1) - 1;
      return [...all].slice(from, from + within(wanted)).join('');
    },
    sql: ([all, start, wanted]) => textResult(sql.fragment`substr(${all}, ${withinSql(start, 1)}, ${withinSql(wanted)})`),
  }),
  strict({
    name: 'FIND',
    parameters: finding,
    result: 'number',
    evaluate: ([wanted, all, start = 1]) => placeOf(wanted, all, within(start, 1)),
    sql: ([wanted, all, start = sql.fragment`1`]) =>
      bound(
        { whole: all, wanted, first: withinSql(start, 1) },
        sql.fragment`case when first > char_length(whole) + 1 then '0'::jsonb
          else ${bound({ hit: sql.fragment`strpos(substr(whole, first), wanted)` }, integerResult(sql.fragment`case when hit = 0 then 0 else hit + first - 1 end`))} end`,
      ),
  }),
  strict({
    name: 'SEARCH',
    parameters: finding,
    result: 'number',
    evaluate: ([wanted, all, start = 1]) => placeOf(folded(wanted), folded(all), within(start, 1)) || null,
  }),
  strict({
    name: 'SUBSTITUTE',
    parameters: [text, { name: 'old', takes: 'text' }, { name: 'new', takes: 'text' }, { name: 'index', takes: 'number', optional: true }],
    result: 'text',
    evaluate: ([all, old, by, index]) => substituted(all, old, by, index),
    sql: ([all, old, by, index]) =>
      index
        ? null
        : bound(
            { whole: all, old, neu: by },
            sql.fragment`case when old <> '' and char_length(whole) + (char_length(whole) - char_length(replace(whole, old, ''))) / char_length(old)
                * (char_length(neu)::bigint - char_length(old)) > ${MAX_TEXT}::int then ${errorSql('too_long')}
              else ${textResult(sql.fragment`replace(whole, old, neu)`)} end`,
          ),
  }),
  strict({
    name: 'REPLACE',
    parameters: [text, { name: 'start', takes: 'number' }, { name: 'count', takes: 'number' }, { name: 'new', takes: 'text' }],
    result: 'text',
    evaluate: ([all, start, wanted, by]) => {
      const points = [...all];
      const from = within(start, 1) - 1;
      return points.slice(0, from).join('') + by + points.slice(from + within(wanted)).join('');
    },
    sql: ([all, start, wanted, by]) =>
      bound(
        { whole: all, first: withinSql(start, 1), cut: withinSql(wanted), neu: by },
        limitedTextResult(sql.fragment`left(whole, first - 1) || neu || substr(whole, first + cut)`),
      ),
  }),
  strict({
    name: 'REPT',
    aliases: ['REPEAT'],
    parameters: [text, { name: 'times', takes: 'number' }],
    result: 'text',
    evaluate: ([all, times]) =>
      codePoints(all) * within(times) > MAX_TEXT ? fail('too_long') : all.repeat(all === '' ? 0 : within(times)),
    sql: ([all, times]) =>
      bound(
        { whole: all, times: withinSql(times) },
        sql.fragment`case when char_length(whole)::bigint * times > ${MAX_TEXT}::int then ${errorSql('too_long')} else ${textResult(sql.fragment`repeat(whole, times)`)} end`,
      ),
  }),
  strict({ name: 'ENCODE_URL_COMPONENT', parameters: [text], result: 'text', evaluate: ([all]) => encodeURIComponent(all.toWellFormed()) }),
  strict({
    name: 'T',
    parameters: [{ name: 'value', takes: 'any' }],
    result: 'text',
    evaluate: ([value]) => (typeof value === 'string' ? value : null),
    sql: ([value], { types: [type] }) =>
      type?.kind === 'text' || type?.kind === 'date' || type?.kind === 'datetime' ? value : sql.fragment`null::jsonb`,
  }),
];
