import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { fail } from '../cell-fault.ts';
import { type FormulaFunction, strict } from '../function.ts';
import { numbersSql } from '../list-sql.ts';
import { multipleOf, remainder, roundedTo } from '../plain-number.ts';
import { bound, decimalSql, errorSql, numberResult } from '../sql-values.ts';
import { remainderSql } from './operators.ts';

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

/** An aggregate of the numbers of a jsonb array; null, which is blank, when there is none. */
const aggregateSql = (list: FragmentSqlToken, aggregate: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`(select ${aggregate} from ${numbersSql(list)})`;

/** The digits of a number moved by its decimals, cut to a whole number in one way or another, and moved back. */
function roundedSql(value: FragmentSqlToken, decimals: FragmentSqlToken | undefined, cut: FragmentSqlToken): FragmentSqlToken {
  const places = decimals ? sql.fragment`greatest(-20, least(20, trunc(${decimals})))::int` : sql.fragment`0`;
  return bound(
    { dec: decimalSql(value), places },
    sql.fragment`${bound(
      { size: sql.fragment`abs(dec) * ('1e' || places)::numeric`, back: sql.fragment`sign(dec) * ('1e' || -places)::numeric` },
      numberResult(sql.fragment`(${cut} * back)::float8`),
    )}`,
  );
}

function multipleSql(value: FragmentSqlToken, significance: FragmentSqlToken | undefined, up: boolean): FragmentSqlToken {
  const step = significance ? sql.fragment`abs(${significance})` : sql.fragment`1::float8`;
  const rest = sql.fragment`(case when mod(dec, step) < 0 then mod(dec, step) + step else mod(dec, step) end)`;
  const multiple = up ? sql.fragment`case when rest = 0 then dec else dec - rest + step end` : sql.fragment`dec - rest`;
  return bound(
    { dec: decimalSql(value), step: decimalSql(step) },
    sql.fragment`case when step = 0 then ${errorSql('div_by_zero')} else ${bound({ rest }, numberResult(sql.fragment`(${multiple})::float8`))} end`,
  );
}

const stepOf = (significance = 1): number => (significance === 0 ? fail('div_by_zero') : Math.abs(significance));

/** Functions of numbers. Those whose last bits differ between V8 and the C library have no SQL. */
export const numericFunctions: readonly FormulaFunction[] = [
  strict({
    name: 'SUM',
    parameters: numbers,
    result: 'number',
    evaluate: ([all]) => all.reduce((sum, each) => sum + each, 0),
    sql: ([all]) => numberResult(aggregateSql(all, sql.fragment`coalesce(sum(num order by place), 0)`)),
  }),
  strict({
    name: 'AVERAGE',
    aliases: ['AVG', 'MEAN'],
    parameters: numbers,
    result: 'number',
    evaluate: ([all]) => (all.length === 0 ? null : all.reduce((sum, each) => sum + each, 0) / all.length),
    sql: ([all]) => numberResult(aggregateSql(all, sql.fragment`sum(num order by place) / count(*)`)),
  }),
  strict({
    name: 'MIN',
    parameters: numbers,
    result: 'number',
    evaluate: ([all]) => (all.length === 0 ? null : all.reduce((least, each) => Math.min(least, each))),
    sql: ([all]) => numberResult(aggregateSql(all, sql.fragment`min(num)`)),
  }),
  strict({
    name: 'MAX',
    parameters: numbers,
    result: 'number',
    evaluate: ([all]) => (all.length === 0 ? null : all.reduce((most, each) => Math.max(most, each))),
    sql: ([all]) => numberResult(aggregateSql(all, sql.fragment`max(num)`)),
  }),
  strict({
    name: 'ROUND',
    parameters: rounding,
    result: 'number',
    evaluate: ([value, decimals = 0]) => roundedTo(value, decimals, 'nearest'),
    sql: ([value, decimals]) => roundedSql(value, decimals, sql.fragment`floor(size + 0.5)`),
  }),
  strict({
    name: 'ROUNDUP',
    aliases: ['ROUND_UP'],
    parameters: rounding,
    result: 'number',
    evaluate: ([value, decimals = 0]) => roundedTo(value, decimals, 'up'),
    sql: ([value, decimals]) => roundedSql(value, decimals, sql.fragment`ceil(size)`),
  }),
  strict({
    name: 'ROUNDDOWN',
    aliases: ['ROUND_DOWN', 'TRUNC'],
    parameters: rounding,
    result: 'number',
    evaluate: ([value, decimals = 0]) => roundedTo(value, decimals, 'down'),
    sql: ([value, decimals]) => roundedSql(value, decimals, sql.fragment`floor(size)`),
  }),
  strict({
    name: 'CEILING',
    aliases: ['CEIL'],
    parameters: stepping,
    result: 'number',
    evaluate: ([value, significance]) => multipleOf(value, stepOf(significance), 'ceiling'),
    sql: ([value, significance]) => multipleSql(value, significance, true),
  }),
  strict({
    name: 'FLOOR',
    parameters: stepping,
    result: 'number',
    evaluate: ([value, significance]) => multipleOf(value, stepOf(significance), 'floor'),
    sql: ([value, significance]) => multipleSql(value, significance, false),
  }),
  strict({
    name: 'INT',
    parameters: one,
    result: 'number',
    evaluate: ([value]) => Math.floor(value),
    sql: ([value]) => numberResult(sql.fragment`floor(${value})`),
  }),
  strict({
    name: 'ABS',
    parameters: one,
    result: 'number',
    evaluate: ([value]) => Math.abs(value),
    sql: ([value]) => numberResult(sql.fragment`abs(${value})`),
  }),
  strict({
    name: 'SQRT',
    parameters: one,
    result: 'number',
    evaluate: ([value]) => Math.sqrt(value),
    sql: ([value]) =>
      sql.fragment`case when ${value} < 0 then ${errorSql('not_a_number')} else ${numberResult(sql.fragment`sqrt(${value})`)} end`,
  }),
  strict({
    name: 'POWER',
    aliases: ['POW'],
    parameters: [
      { name: 'base', takes: 'number' },
      { name: 'exponent', takes: 'number' },
    ],
    result: 'number',
    evaluate: ([base, exponent]) => (base === 0 && exponent < 0 ? fail('div_by_zero') : base ** exponent),
  }),
  strict({ name: 'EXP', parameters: one, result: 'number', evaluate: ([value]) => Math.exp(value) }),
  strict({
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
  strict({
    name: 'MOD',
    parameters: [
      { name: 'number', takes: 'number' },
      { name: 'divisor', takes: 'number' },
    ],
    result: 'number',
    evaluate: ([value, divisor]) => (divisor === 0 ? fail('div_by_zero') : remainder(value, divisor)),
    sql: ([value, divisor]) =>
      sql.fragment`case when ${divisor} = 0 then ${errorSql('div_by_zero')} else ${remainderSql(value, divisor)} end`,
  }),
  strict({
    name: 'VALUE',
    parameters: [{ name: 'text', takes: 'text' }],
    result: 'number',
    evaluate: ([text]) => {
      const trimmed = text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
      if (trimmed === '') return null;
      return /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?$/.test(trimmed) ? Number(trimmed) : fail('not_a_number');
    },
    sql: ([text]) =>
      bound(
        { said: sql.fragment`btrim(${text}, ${' \t\r\n'})` },
        sql.fragment`case when said = '' then null::jsonb
          when said !~ '^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,3})?$' then ${errorSql('not_a_number')}
          when abs(said::numeric) > 1e151 then ${errorSql('out_of_range')}
          when abs(said::numeric) < 1e-151 then '0'::jsonb
          else ${numberResult(sql.fragment`said::numeric::float8`)} end`,
      ),
  }),
];
