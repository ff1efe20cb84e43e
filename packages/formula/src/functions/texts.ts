import { MAX_FORMULA_TEXT } from '@space/contracts/tables';
import { codePoints, indexOfCodePoint } from '../values/code-points.ts';
import { fail } from '../values/evaluation-failure.ts';
import { createSearch, splitAt } from '../values/search.ts';
import { charge, WORK_PER_ELEMENT, type WorkBudget } from '../values/work.ts';
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
  const from = indexOfCodePoint(all, start - 1);
  if (from === all.length && start > 1 && start > codePoints(all) + 1) return 0;
  const at = createSearch(wanted)(all, from);
  return at < 0 ? 0 : start + codePoints(all.slice(from, at));
}

/** Lower-cases each code point on its own, so that positions stay valid: a sigma at the end of a word, and İ, which would become two. */
const lowerCased = (all: string): string =>
  all
    .replaceAll('Σ', 'σ')
    .split('İ')
    .map((part) => part.toLowerCase())
    .join('İ');

const findParameters = [{ name: 'wanted', takes: 'text' }, text, { name: 'start', takes: 'number', optional: true }] as const;

function substitute([all, old, by, index]: readonly [string, string, string, (number | undefined)?], budget: WorkBudget): string {
  if (old === '') return all;
  const pieces = splitAt(all, old);
  charge(budget, pieces.length * WORK_PER_ELEMENT);
  if (index !== undefined) {
    const nth = Math.trunc(index);
    if (nth < 1 || nth >= pieces.length) return all;
    return pieces.slice(0, nth).join(old) + by + pieces.slice(nth).join(old);
  }
  if (all.length + (pieces.length - 1) * (by.length - old.length) > 2 * MAX_FORMULA_TEXT) return fail('too_long');
  return pieces.join(by);
}

/** Repeats a text. Its work is that of the result, which is charged before it is built. */
function repeat(all: string, times: number, budget: WorkBudget): string {
  const count = all === '' ? 0 : clamp(times);
  if (codePoints(all) * count > MAX_FORMULA_TEXT) return fail('too_long');
  charge(budget, all.length * count);
  return all.repeat(count);
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
  defineFunction({ name: 'LOWER', parameters: [text], result: 'text', work_per_character: 8, evaluate: ([all]) => all.toLowerCase() }),
  defineFunction({ name: 'UPPER', parameters: [text], result: 'text', work_per_character: 8, evaluate: ([all]) => all.toUpperCase() }),
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
    evaluate: ([all, wanted = 1]) => all.slice(0, indexOfCodePoint(all, clamp(wanted))),
    sql: leftSql,
  }),
  defineFunction({
    name: 'RIGHT',
    parameters: [text, count],
    result: 'text',
    evaluate: ([all, wanted = 1]) => {
      const left = Math.max(0, codePoints(all) - clamp(wanted));
      return all.slice(indexOfCodePoint(all, left));
    },
    sql: rightSql,
  }),
  defineFunction({
    name: 'MID',
    aliases: ['SUBSTRING'],
    parameters: [text, { name: 'start', takes: 'number' }, { name: 'count', takes: 'number' }],
    result: 'text',
    evaluate: ([all, start, wanted]) => {
      const rest = all.slice(indexOfCodePoint(all, clamp(start, 1) - 1));
      return rest.slice(0, indexOfCodePoint(rest, clamp(wanted)));
    },
    sql: middleSql,
  }),
  defineFunction({
    name: 'FIND',
    parameters: findParameters,
    result: 'number',
    work_per_character: 4,
    evaluate: ([wanted, all, start = 1]) => findPosition(wanted, all, clamp(start, 1)),
    sql: findSql,
  }),
  defineFunction({
    name: 'SEARCH',
    parameters: findParameters,
    result: 'number',
    work_per_character: 16,
    evaluate: ([wanted, all, start = 1]) => findPosition(lowerCased(wanted), lowerCased(all), clamp(start, 1)) || null,
  }),
  defineFunction({
    name: 'SUBSTITUTE',
    parameters: [text, { name: 'old', takes: 'text' }, { name: 'new', takes: 'text' }, { name: 'index', takes: 'number', optional: true }],
    result: 'text',
    work_per_character: 4,
    evaluate: (args, { budget }) => substitute(args, budget),
    sql: substituteSql,
  }),
  defineFunction({
    name: 'REPLACE',
    parameters: [text, { name: 'start', takes: 'number' }, { name: 'count', takes: 'number' }, { name: 'new', takes: 'text' }],
    result: 'text',
    evaluate: ([all, start, wanted, by]) => {
      const from = indexOfCodePoint(all, clamp(start, 1) - 1);
      const rest = all.slice(from);
      return all.slice(0, from) + by + rest.slice(indexOfCodePoint(rest, clamp(wanted)));
    },
    sql: replaceSql,
  }),
  defineFunction({
    name: 'REPT',
    aliases: ['REPEAT'],
    parameters: [text, { name: 'times', takes: 'number' }],
    result: 'text',
    evaluate: ([all, times], { budget }) => repeat(all, times, budget),
    sql: repeatSql,
  }),
  defineFunction({
    name: 'ENCODE_URL_COMPONENT',
    parameters: [text],
    result: 'text',
    work_per_character: 16,
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
