import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import type { Cell } from '../../schema.ts';
import { fail } from '../cell-fault.ts';
import { partNamed, unlessError } from '../compile-sql.ts';
import { asMoment, converted } from '../conversions.ts';
import { FormulaFault } from '../fault.ts';
import { type FormulaFunction, type LazyFunction, strict } from '../function.ts';
import { remainder } from '../plain-number.ts';
import {
  booleanResult,
  decimalSql,
  errorSql,
  isTrueSql,
  limitedTextResult,
  numberResult,
  numberSql,
  stringIn,
  textSql,
} from '../sql-values.ts';
import { kindNames, type Type, type Typed, unified } from '../typed.ts';
import { isTrue, numberOf, textOf } from '../values.ts';

const two = [
  { name: 'left', takes: 'number' },
  { name: 'right', takes: 'number' },
] as const;

/** What `%` and MOD come to; the divisor is not zero. */
export const remainderSql = (value: FragmentSqlToken, divisor: FragmentSqlToken): FragmentSqlToken => {
  const [a, b] = [decimalSql(value), decimalSql(divisor)];
  return numberResult(
    sql.fragment`(case when mod(${a}, ${b}) <> 0 and (mod(${a}, ${b}) < 0) <> (${b} < 0) then mod(${a}, ${b}) + ${b} else mod(${a}, ${b}) end)::float8`,
  );
};

const arithmetic: readonly FormulaFunction[] = [
  strict({
    name: '+',
    parameters: [{ name: 'number', takes: 'number', rest: true }],
    result: 'number',
    evaluate: ([numbers]) => numbers.reduce((sum, each) => sum + each),
    sql: ([numbers]) => numberResult(sql.fragment`(${sql.join([...numbers], sql.fragment` + `)})`),
  }),
  strict({
    name: '-',
    parameters: two,
    result: 'number',
    evaluate: ([a, b]) => a - b,
    sql: ([a, b]) => numberResult(sql.fragment`${a} - ${b}`),
  }),
  strict({
    name: '*',
    parameters: two,
    result: 'number',
    evaluate: ([a, b]) => a * b,
    sql: ([a, b]) => numberResult(sql.fragment`${a} * ${b}`),
  }),
  strict({
    name: '/',
    parameters: two,
    result: 'number',
    evaluate: ([a, b]) => (b === 0 ? fail('div_by_zero') : a / b),
    sql: ([a, b]) => sql.fragment`case when ${b} = 0 then ${errorSql('div_by_zero')} else ${numberResult(sql.fragment`${a} / ${b}`)} end`,
  }),
  strict({
    name: '%',
    parameters: two,
    result: 'number',
    evaluate: ([a, b]) => (b === 0 ? fail('div_by_zero') : remainder(a, b)),
    sql: ([a, b]) => sql.fragment`case when ${b} = 0 then ${errorSql('div_by_zero')} else ${remainderSql(a, b)} end`,
  }),
  strict({
    name: 'negative',
    parameters: [{ name: 'number', takes: 'number' }],
    result: 'number',
    evaluate: ([a]) => -a,
    sql: ([a]) => numberResult(sql.fragment`-${a}`),
  }),
  strict({
    name: 'positive',
    parameters: [{ name: 'number', takes: 'number' }],
    result: 'number',
    evaluate: ([a]) => a,
    sql: ([a]) => numberResult(a),
  }),
  strict({
    name: '&',
    parameters: [{ name: 'text', takes: 'text', rest: true }],
    result: 'text',
    evaluate: ([texts]) => texts.join(''),
    sql: ([texts]) => limitedTextResult(sql.fragment`(${sql.join([...texts], sql.fragment` || `)})`),
  }),
];

const comparisons: ReadonlyMap<string, (order: number) => boolean> = new Map([
  ['=', (order) => order === 0],
  ['!=', (order) => order !== 0],
  ['<>', (order) => order !== 0],
  ['<', (order) => order < 0],
  ['<=', (order) => order <= 0],
  ['>', (order) => order > 0],
  ['>=', (order) => order >= 0],
]);

const sqlComparisons = new Map([
  ['=', sql.fragment`=`],
  ['!=', sql.fragment`<>`],
  ['<>', sql.fragment`<>`],
  ['<', sql.fragment`<`],
  ['<=', sql.fragment`<=`],
  ['>', sql.fragment`>`],
  ['>=', sql.fragment`>=`],
]);

function comparison(name: string): LazyFunction {
  const holds = comparisons.get(name)!;
  const asks = name === '=' || name === '!=' || name === '<>';
  return {
    name,
    parameters: [
      { name: 'left', takes: 'any' },
      { name: 'right', takes: 'any' },
    ],
    fit: (parts, position) => ({ type: { kind: 'boolean' }, parts: comparable(parts, name, position) }),
    close([left, right], typed) {
      const { kind } = comparedAs(typed, asks);
      const differ = order.get(kind)!;
      const dates = kind === 'date' || kind === 'datetime';
      return (run) => {
        const [a, b] = [left!(run), right!(run)];
        if (kind === 'blank') return (a === null && b === null) === (name === '=');
        if (dates && (a === null || b === null)) return asks && (a === b) === (name === '=');
        return holds(differ(a, b));
      };
    },
    compile(parts, typed) {
      const { kind } = comparedAs(typed, asks);
      const [a, b] = [partNamed(0), partNamed(1)];
      const symbol = sqlComparisons.get(name)!;
      const as = (value: (part: FragmentSqlToken, type: Type) => FragmentSqlToken) =>
        sql.fragment`${value(a, typed[0]!.type)} ${symbol} ${value(b, typed[1]!.type)}`;
      const compared = (): FragmentSqlToken => {
        if (kind === 'blank')
          return name === '=' ? sql.fragment`(${a} is null and ${b} is null)` : sql.fragment`not (${a} is null and ${b} is null)`;
        if (kind === 'number') return as(numberSql);
        if (kind === 'boolean') return as(isTrueSql);
        if (kind === 'text') return as((part, type) => sql.fragment`(${textSql(part, type)}) collate "C"`);
        if (name === '=') return sql.fragment`${a} is not distinct from ${b}`;
        if (asks) return sql.fragment`${a} is distinct from ${b}`;
        return sql.fragment`coalesce(${stringIn(a)} collate "C" ${symbol} ${stringIn(b)}, false)`;
      };
      return unlessError(parts, typed, booleanResult(sql.fragment`(${compared()})`));
    },
  };
}

const order = new Map<Type['kind'], (a: Cell, b: Cell) => number>([
  ['blank', () => 0],
  ['number', (a, b) => numberOf(a) - numberOf(b)],
  ['boolean', (a, b) => Number(isTrue(a)) - Number(isTrue(b))],
  ['text', (a, b) => byCodePoint(textOf(a), textOf(b))],
  ['date', (a, b) => byCodePoint(textOf(a), textOf(b))],
  ['datetime', (a, b) => byCodePoint(textOf(a), textOf(b))],
]);

/** The order of texts by code point, which is that of their UTF-8; UTF-16 has the astral ones before the last of the rest. */
function byCodePoint(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  for (let index = 0; index < most; index++) {
    const [x, y] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (x === y) continue;
    const [highX, highY] = [x >= 0xd800 && x < 0xe000, y >= 0xd800 && y < 0xe000];
    return highX === highY ? x - y : highX ? 1 : -1;
  }
  return a.length - b.length;
}

/** As what two fitted sides are compared: `blank` asks whether a side has a value. */
function comparedAs([left, right]: readonly Typed[], asks: boolean): Type {
  const [a, b] = [left!.type.kind, right!.type.kind];
  const blank = a === 'blank' || b === 'blank';
  const other = a === 'blank' ? b : a;
  if (blank && (other === 'blank' || (asks && (other === 'number' || other === 'list')))) return { kind: 'blank' };
  return { kind: other };
}

/** Both sides as values of one kind that can be compared, or a fault. */
function comparable(parts: readonly Typed[], name: string, position: number): readonly Typed[] {
  const [left, right] = parts as [Typed, Typed];
  const kinds = [left.type.kind, right.type.kind];
  const dated = kinds.some((kind) => kind === 'date' || kind === 'datetime');
  const sides = dated ? [asMoment(left), asMoment(right)] : [left, right];
  const types = sides.map(({ type }) => type);
  const asks = name === '=' || name === '!=' || name === '<>';
  if (kinds.includes('list')) {
    if (asks && kinds.includes('blank')) return sides;
    if (types.every(({ kind }) => kind === 'list' || kind === 'text' || kind === 'blank'))
      return sides.map((side) => converted(side, { kind: 'text' }));
  }
  if (types.every(({ kind }) => kind === 'number' || kind === 'boolean') && types[0]!.kind !== types[1]!.kind)
    return sides.map((side) => converted(side, { kind: 'number' }));
  const type = unified(types);
  if (type.kind !== 'text' || types.every(({ kind }) => kind === 'text' || kind === 'blank'))
    return sides.map((side) => converted(side, type));
  const [expected, actual] = types.map(({ kind }) => kindNames[kind]);
  throw new FormulaFault('wrong_type', position, `${name} compares values of one type, and here are ${expected} and ${actual}.`, {
    expected: expected!,
    actual: actual!,
  });
}

/** The operators of the language; `negative` and `positive` are the signs. */
export const operators: readonly FormulaFunction[] = [...arithmetic, ...[...comparisons.keys()].map(comparison)];
