import { multipleOf, remainder, roundedTo } from '../values/decimals.ts';
import { fail } from '../values/evaluation-failure.ts';
import { defineFunction, type FormulaFunction } from './function.ts';
import {
  absoluteSql,
  averageSql,
  ceilingSql,
  floorSql,
  integerSql,
  maximumSql,
  minimumSql,
  roundDownSql,
  roundSql,
  roundUpSql,
  squareRootSql,
  sumSql,
  valueSql,
} from './numbers-sql.ts';
import { remainderSql } from './operators-sql.ts';

const numbers = [{ name: 'number', takes: 'numbers', rest: true }] as const;
const one = [{ name: 'number', takes: 'number' }] as const;
const rounding = [
  { name: 'number', takes: 'number' },
  { name: 'decimals', takes: 'number', optional: true },
] as const;
const stepping = [
  { name: 'number', takes: 'number' },
  { name: 'significance', takes: 'number', optional: true },
] as const;

const stepOf = (significance = 1): number => (significance === 0 ? fail('div_by_zero') : Math.abs(significance));

const blanks: ReadonlySet<string> = new Set([' ', '\t', '\r', '\n']);

/** Removes blanks from both ends. A pattern for the end would try each run of blanks inside. */
function withoutBlanks(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && blanks.has(text[from]!)) from += 1;
  while (to > from && blanks.has(text[to - 1]!)) to -= 1;
  return text.slice(from, to);
}

/** Functions of numbers. Functions whose last bits differ between V8 and the C library have no SQL. */
export const numericFunctions: readonly FormulaFunction[] = [
  defineFunction({
    name: 'SUM',
    parameters: numbers,
    result: 'number',
    evaluate: ([all]) => all.reduce((sum, each) => sum + each, 0),
    sql: sumSql,
  }),
  defineFunction({
    name: 'AVERAGE',
    aliases: ['AVG', 'MEAN'],
    parameters: numbers,
    result: 'number',
    evaluate: ([all]) => (all.length === 0 ? null : all.reduce((sum, each) => sum + each, 0) / all.length),
    sql: averageSql,
  }),
  defineFunction({
    name: 'MIN',
    parameters: numbers,
    result: 'number',
    evaluate: ([all]) => (all.length === 0 ? null : all.reduce((least, each) => Math.min(least, each))),
    sql: minimumSql,
  }),
  defineFunction({
    name: 'MAX',
    parameters: numbers,
    result: 'number',
    evaluate: ([all]) => (all.length === 0 ? null : all.reduce((most, each) => Math.max(most, each))),
    sql: maximumSql,
  }),
  defineFunction({
    name: 'ROUND',
    parameters: rounding,
    result: 'number',
    evaluate: ([value, decimals = 0]) => roundedTo(value, decimals, 'nearest'),
    sql: roundSql,
  }),
  defineFunction({
    name: 'ROUNDUP',
    aliases: ['ROUND_UP'],
    parameters: rounding,
    result: 'number',
    evaluate: ([value, decimals = 0]) => roundedTo(value, decimals, 'up'),
    sql: roundUpSql,
  }),
  defineFunction({
    name: 'ROUNDDOWN',
    aliases: ['ROUND_DOWN', 'TRUNC'],
    parameters: rounding,
    result: 'number',
    evaluate: ([value, decimals = 0]) => roundedTo(value, decimals, 'down'),
    sql: roundDownSql,
  }),
  defineFunction({
    name: 'CEILING',
    aliases: ['CEIL'],
    parameters: stepping,
    result: 'number',
    evaluate: ([value, significance]) => multipleOf(value, stepOf(significance), 'ceiling'),
    sql: ceilingSql,
  }),
  defineFunction({
    name: 'FLOOR',
    parameters: stepping,
    result: 'number',
    evaluate: ([value, significance]) => multipleOf(value, stepOf(significance), 'floor'),
    sql: floorSql,
  }),
  defineFunction({
    name: 'INT',
    parameters: one,
    result: 'number',
    evaluate: ([value]) => Math.floor(value),
    sql: integerSql,
  }),
  defineFunction({
    name: 'ABS',
    parameters: one,
    result: 'number',
    evaluate: ([value]) => Math.abs(value),
    sql: absoluteSql,
  }),
  defineFunction({
    name: 'SQRT',
    parameters: one,
    result: 'number',
    evaluate: ([value]) => Math.sqrt(value),
    sql: squareRootSql,
  }),
  defineFunction({
    name: 'POWER',
    aliases: ['POW'],
    parameters: [
      { name: 'base', takes: 'number' },
      { name: 'exponent', takes: 'number' },
    ],
    result: 'number',
    evaluate: ([base, exponent]) => (base === 0 && exponent < 0 ? fail('div_by_zero') : base ** exponent),
  }),
  defineFunction({ name: 'EXP', parameters: one, result: 'number', evaluate: ([value]) => Math.exp(value) }),
  defineFunction({
    name: 'LOG',
    parameters: [
      { name: 'number', takes: 'number' },
      { name: 'base', takes: 'number', optional: true },
    ],
    result: 'number',
    evaluate: ([value, base = 10]) => {
      if (value <= 0 || base <= 0) return fail('not_a_number');
      if (base === 1) return fail('div_by_zero');
      return base === 10 ? Math.log10(value) : base === 2 ? Math.log2(value) : Math.log(value) / Math.log(base);
    },
  }),
  defineFunction({
    name: 'MOD',
    parameters: [
      { name: 'number', takes: 'number' },
      { name: 'divisor', takes: 'number' },
    ],
    result: 'number',
    evaluate: ([value, divisor]) => (divisor === 0 ? fail('div_by_zero') : remainder(value, divisor)),
    sql: remainderSql,
  }),
  defineFunction({
    name: 'VALUE',
    parameters: [{ name: 'text', takes: 'text' }],
    result: 'number',
    evaluate: ([text]) => {
      const trimmed = withoutBlanks(text);
      if (trimmed === '') return null;
      return /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?$/.test(trimmed) ? Number(trimmed) : fail('not_a_number');
    },
    sql: valueSql,
  }),
];
