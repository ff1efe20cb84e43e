import { FormulaError } from '../syntax/formula-error.ts';
import type { Cell } from '../values/cell.ts';
import { isTrue, numberOf, textOf } from '../values/coercion.ts';
import { remainder } from '../values/decimals.ts';
import { fail } from '../values/evaluation-failure.ts';
import { commonType, type Kind, kindNames, type Type } from '../values/type.ts';
import { charge } from '../values/work.ts';
import { convert, parseMomentLiteral } from './conversions.ts';
import { type CheckedNode, defineFunction, type FormulaFunction, type LazyFunction } from './function.ts';
import { addSql, compareSql, divideSql, joinSql, multiplySql, negateSql, positiveSql, remainderSql, subtractSql } from './operators-sql.ts';

const two = [
  { name: 'left', takes: 'number' },
  { name: 'right', takes: 'number' },
] as const;

const arithmetic: readonly FormulaFunction[] = [
  defineFunction({
    name: '+',
    parameters: [{ name: 'number', takes: 'number', rest: true }],
    result: 'number',
    evaluate: ([numbers]) => numbers.reduce((sum, each) => sum + each),
    sql: addSql,
  }),
  defineFunction({
    name: '-',
    parameters: two,
    result: 'number',
    evaluate: ([a, b]) => a - b,
    sql: subtractSql,
  }),
  defineFunction({
    name: '*',
    parameters: two,
    result: 'number',
    evaluate: ([a, b]) => a * b,
    sql: multiplySql,
  }),
  defineFunction({
    name: '/',
    parameters: two,
    result: 'number',
    evaluate: ([a, b]) => (b === 0 ? fail('div_by_zero') : a / b),
    sql: divideSql,
  }),
  defineFunction({
    name: '%',
    parameters: two,
    result: 'number',
    evaluate: ([a, b]) => (b === 0 ? fail('div_by_zero') : remainder(a, b)),
    sql: remainderSql,
  }),
  defineFunction({
    name: 'negative',
    parameters: [{ name: 'number', takes: 'number' }],
    result: 'number',
    evaluate: ([a]) => -a,
    sql: negateSql,
  }),
  defineFunction({
    name: 'positive',
    parameters: [{ name: 'number', takes: 'number' }],
    result: 'number',
    evaluate: ([a]) => a,
    sql: positiveSql,
  }),
  defineFunction({
    name: '&',
    parameters: [{ name: 'text', takes: 'text', rest: true }],
    result: 'text',
    evaluate: ([texts]) => texts.join(''),
    sql: joinSql,
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

function comparison(name: string): LazyFunction {
  const holds = comparisons.get(name)!;
  const isEquality = name === '=' || name === '!=' || name === '<>';
  return {
    name,
    parameters: [
      { name: 'left', takes: 'any' },
      { name: 'right', takes: 'any' },
    ],
    fit: (parts, position) => ({ type: { kind: 'boolean' }, parts: comparable(parts, name, position) }),
    close([left, right], nodes) {
      const kind = comparedKind(nodes, isEquality);
      const differ = order.get(kind)!;
      const dates = kind === 'date' || kind === 'datetime';
      return (evaluation) => {
        const [a, b] = [left!(evaluation), right!(evaluation)];
        if (kind === 'blank') return (a === null && b === null) === (name === '=');
        if (dates && (a === null || b === null)) return isEquality && (a === b) === (name === '=');
        if (typeof a === 'string' && typeof b === 'string') charge(evaluation.budget, Math.min(a.length, b.length));
        return holds(differ(a, b));
      };
    },
    compile: (parts, nodes) => compareSql(name, comparedKind(nodes, isEquality), parts, nodes),
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

/** Compares texts by code point, as Postgres does; UTF-16 order puts astral characters too early. */
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

/** Returns the kind as which two sides are compared: `blank` asks if a side has a value. */
function comparedKind([left, right]: readonly CheckedNode[], isEquality: boolean): Kind {
  const [a, b] = [left!.type.kind, right!.type.kind];
  const blank = a === 'blank' || b === 'blank';
  const other = a === 'blank' ? b : a;
  if (blank && (other === 'blank' || (isEquality && (other === 'number' || other === 'list')))) return 'blank';
  return other;
}

/** Returns both sides as values of one comparable kind; throws a `FormulaError` for others. */
function comparable(parts: readonly CheckedNode[], name: string, position: number): readonly CheckedNode[] {
  const [left, right] = parts as [CheckedNode, CheckedNode];
  const kinds = [left.type.kind, right.type.kind];
  const dated = kinds.some((kind) => kind === 'date' || kind === 'datetime');
  const sides = dated ? [parseMomentLiteral(left), parseMomentLiteral(right)] : [left, right];
  const types = sides.map(({ type }) => type);
  const isEquality = name === '=' || name === '!=' || name === '<>';
  if (kinds.includes('list')) {
    if (isEquality && kinds.includes('blank')) return sides;
    if (types.every(({ kind }) => kind === 'list' || kind === 'text' || kind === 'blank'))
      return sides.map((side) => convert(side, { kind: 'text' }));
  }
  if (types.every(({ kind }) => kind === 'number' || kind === 'boolean') && types[0]!.kind !== types[1]!.kind)
    return sides.map((side) => convert(side, { kind: 'number' }));
  const type = commonType(types);
  if (type.kind !== 'text' || types.every(({ kind }) => kind === 'text' || kind === 'blank'))
    return sides.map((side) => convert(side, type));
  const [expected, actual] = types.map(({ kind }) => kindNames[kind]);
  throw new FormulaError('wrong_type', position, `${name} compares values of one type, and here are ${expected} and ${actual}.`, {
    expected: expected!,
    actual: actual!,
  });
}

/** Operators of the language; `negative` and `positive` are the signs. */
export const operators: readonly FormulaFunction[] = [...arithmetic, ...[...comparisons.keys()].map(comparison)];
