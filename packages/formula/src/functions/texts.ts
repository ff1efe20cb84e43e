import { codePoints } from '../values/coercion.ts';
import { fail } from '../values/evaluation-failure.ts';
import { MAX_TEXT } from '../values/limits.ts';
import { defineFunction, type FormulaFunction } from './function.ts';
import {
  concatenateSql,
  findSql,
  leftSql,
  lengthSql,
  middleSql,
  onlyTextSql,
  repeatSql,
  replaceSql,
  rightSql,
  substituteSql,
  trimSql,
} from './texts-sql.ts';

const text = { name: 'text', takes: 'text' } as const;
const count = { name: 'count', takes: 'number', optional: true } as const;

/** Clamps a count or a position to the length that a text can have. */
const clamp = (value: number, least = 0): number => Math.max(least, Math.min(1_000_000, Math.trunc(value)));

/** Returns the position of a text in another one, in code points from 1; 0 when it is not found. */
function findPosition(wanted: string, all: string, start: number): number {
  const points = [...all];
  const rest = points.slice(start - 1).join('');
  if (start > points.length + 1) return 0;
  const at = rest.indexOf(wanted);
  return at < 0 ? 0 : start + codePoints(rest.slice(0, at));
}

/** Lower-cases each code point on its own, so that positions stay valid. */
const lowerCased = (all: string): string =>
  Array.from(all, (point) => {
    const lower = point.toLowerCase();
    return codePoints(lower) === 1 ? lower : point;
  }).join('');

const findParameters = [{ name: 'wanted', takes: 'text' }, text, { name: 'start', takes: 'number', optional: true }] as const;

function substitute(all: string, old: string, by: string, index?: number): string {
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

/** Functions of texts. JavaScript and Postgres both count code points here. */
export const textFunctions: readonly FormulaFunction[] = [
  defineFunction({
    name: 'CONCATENATE',
    aliases: ['CONCAT'],
    parameters: [{ name: 'text', takes: 'text', rest: true }],
    result: 'text',
    evaluate: ([texts]) => texts.join(''),
    sql: concatenateSql,
  }),
  defineFunction({
    name: 'LEN',
    aliases: ['LENGTH'],
    parameters: [text],
    result: 'number',
    evaluate: ([all]) => codePoints(all),
    sql: lengthSql,
  }),
  // No SQL: Postgres and JavaScript disagree about the case of some letters.
  defineFunction({ name: 'LOWER', parameters: [text], result: 'text', evaluate: ([all]) => all.toLowerCase() }),
  defineFunction({ name: 'UPPER', parameters: [text], result: 'text', evaluate: ([all]) => all.toUpperCase() }),
  defineFunction({
    name: 'TRIM',
    parameters: [text],
    result: 'text',
    evaluate: ([all]) => all.trim(),
    sql: trimSql,
  }),
  defineFunction({
    name: 'LEFT',
    parameters: [text, count],
    result: 'text',
    evaluate: ([all, wanted = 1]) => [...all].slice(0, clamp(wanted)).join(''),
    sql: leftSql,
  }),
  defineFunction({
    name: 'RIGHT',
    parameters: [text, count],
    result: 'text',
    evaluate: ([all, wanted = 1]) => {
      const points = [...all];
      return points.slice(Math.max(0, points.length - clamp(wanted))).join('');
    },
    sql: rightSql,
  }),
  defineFunction({
    name: 'MID',
    aliases: ['SUBSTRING'],
    parameters: [text, { name: 'start', takes: 'number' }, { name: 'count', takes: 'number' }],
    result: 'text',
    evaluate: ([all, start, wanted]) => {
      const from = clamp(start, 1) - 1;
      return [...all].slice(from, from + clamp(wanted)).join('');
    },
    sql: middleSql,
  }),
  defineFunction({
    name: 'FIND',
    parameters: findParameters,
    result: 'number',
    evaluate: ([wanted, all, start = 1]) => findPosition(wanted, all, clamp(start, 1)),
    sql: findSql,
  }),
  defineFunction({
    name: 'SEARCH',
    parameters: findParameters,
    result: 'number',
    evaluate: ([wanted, all, start = 1]) => findPosition(lowerCased(wanted), lowerCased(all), clamp(start, 1)) || null,
  }),
  defineFunction({
    name: 'SUBSTITUTE',
    parameters: [text, { name: 'old', takes: 'text' }, { name: 'new', takes: 'text' }, { name: 'index', takes: 'number', optional: true }],
    result: 'text',
    evaluate: ([all, old, by, index]) => substitute(all, old, by, index),
    sql: substituteSql,
  }),
  defineFunction({
    name: 'REPLACE',
    parameters: [text, { name: 'start', takes: 'number' }, { name: 'count', takes: 'number' }, { name: 'new', takes: 'text' }],
    result: 'text',
    evaluate: ([all, start, wanted, by]) => {
      const points = [...all];
      const from = clamp(start, 1) - 1;
      return points.slice(0, from).join('') + by + points.slice(from + clamp(wanted)).join('');
    },
    sql: replaceSql,
  }),
  defineFunction({
    name: 'REPT',
    aliases: ['REPEAT'],
    parameters: [text, { name: 'times', takes: 'number' }],
    result: 'text',
    evaluate: ([all, times]) => (codePoints(all) * clamp(times) > MAX_TEXT ? fail('too_long') : all.repeat(all === '' ? 0 : clamp(times))),
    sql: repeatSql,
  }),
  defineFunction({
    name: 'ENCODE_URL_COMPONENT',
    parameters: [text],
    result: 'text',
    evaluate: ([all]) => encodeURIComponent(all.toWellFormed()),
  }),
  defineFunction({
    name: 'T',
    parameters: [{ name: 'value', takes: 'any' }],
    result: 'text',
    evaluate: ([value]) => (typeof value === 'string' ? value : null),
    sql: onlyTextSql,
  }),
];
