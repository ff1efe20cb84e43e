import { MAX_FORMULA_DEPTH, MAX_FORMULA_NODES } from '@space/contracts/tables';
import { MAX_NUMBER } from '../values/limits.ts';
import { FormulaError } from './formula-error.ts';
import { type Token, tokenize } from './lexer.ts';

/** A node of an expression. `position` is the place that an error message points at, in code units. */
export type Node =
  | { readonly kind: 'literal'; readonly value: number | string | boolean; readonly position: number; readonly height: number }
  | { readonly kind: 'reference'; readonly name: string; readonly position: number; readonly end: number; readonly height: number }
  | CallNode;

/** A call of a function or an operator; the name of an operator is its symbol. */
export interface CallNode {
  readonly kind: 'call';
  readonly name: string;
  readonly operator: boolean;
  readonly parts: readonly Node[];
  readonly position: number;
  readonly height: number;
}

/** Binding strength of the operators; all group from left to right. */
const strength: ReadonlyMap<string, number> = new Map([
  ...['=', '!=', '<>', '<', '<=', '>', '>='].map((symbol) => [symbol, 1] as const),
  ['&', 2],
  ['+', 3],
  ['-', 3],
  ['*', 4],
  ['/', 4],
  ['%', 4],
]);
/** Binding strength of the signs. */
const SIGN_STRENGTH = 5;

/** Operators whose chains become one call with many arguments, so that a long sum is not deeply nested. */
const chained: ReadonlySet<string> = new Set(['&', '+']);

/** Parses an expression with a Pratt parser. Throws a `FormulaError` for invalid, too deep and too large expressions. */
export function parse(source: string): Node {
  const tokens = tokenize(source);
  let next = 0;
  let nodes = 0;
  const peek = (): Token => tokens[next]!;
  const take = (): Token => tokens[next++]!;
  const is = (text: string): boolean => peek().kind === 'symbol' && peek().text === text;

  if (peek().kind === 'end') throw new FormulaError('syntax', 0, 'The formula is empty; write an expression such as {price} * {quantity}.');
  const node = expression(0, 1);
  if (peek().kind !== 'end') throw unexpected(peek(), 'an operator or the end of the formula');
  return node;

  function expression(minimum: number, depth: number): Node {
    if (depth > MAX_FORMULA_DEPTH) throw tooDeep(peek().start);
    let left = operand(depth);
    let open = false;
    while (peek().kind === 'symbol') {
      const { text, start } = peek();
      const power = strength.get(text);
      if (power === undefined || power <= minimum) break;
      take();
      const right = expression(power, depth + 1);
      const joins = open && chained.has(text) && left.kind === 'call' && left.name === text;
      left = call(text, true, joins ? [...(left as CallNode).parts, right] : [left, right], joins ? left.position : start);
      open = true;
    }
    return left;
  }

  function operand(depth: number): Node {
    const token = take();
    switch (token.kind) {
      case 'number':
        return numberOf(token);
      case 'text':
        return counted({ kind: 'literal', value: token.text, position: token.start, height: 1 });
      case 'reference':
        return counted({ kind: 'reference', name: token.text, position: token.start, end: token.end, height: 1 });
      case 'name':
        return named(token, depth);
      case 'symbol':
        if (token.text === '-' || token.text === '+') return signed(token, depth);
        if (token.text === '(') {
          const inner = expression(0, depth + 1);
          close(token, 'This parenthesis is never closed; add a ).');
          return inner;
        }
        throw unexpected(token, 'a value');
      case 'end':
        throw new FormulaError('syntax', token.start, 'The formula ends where a value should follow.', {
          expected: 'a value',
          actual: 'the end',
        });
    }
  }

  function signed(token: Token, depth: number): Node {
    const of = expression(SIGN_STRENGTH, depth + 1);
    if (token.text === '-' && of.kind === 'literal' && typeof of.value === 'number')
      return { ...of, value: -of.value || 0, position: token.start };
    return call(token.text === '-' ? 'negative' : 'positive', true, [of], token.start);
  }

  function named(token: Token, depth: number): Node {
    const upper = token.text.toUpperCase();
    const called = is('(');
    if ((upper === 'TRUE' || upper === 'FALSE') && !(called && !emptyCall())) {
      if (called) next += 2;
      return counted({ kind: 'literal', value: upper === 'TRUE', position: token.start, height: 1 });
    }
    if (!called) return counted({ kind: 'reference', name: token.text, position: token.start, end: token.end, height: 1 });
    const open = take();
    const parts: Node[] = [];
    if (!is(')')) {
      parts.push(expression(0, depth + 1));
      while (is(',')) {
        take();
        parts.push(expression(0, depth + 1));
      }
    }
    close(open, `The parenthesis of ${token.text} is never closed; add a ).`);
    return call(token.text, false, parts, token.start);
  }

  function emptyCall(): boolean {
    const after = tokens[next + 1]!;
    return after.kind === 'symbol' && after.text === ')';
  }

  function close(open: Token, message: string): void {
    if (is(')')) take();
    else if (peek().kind === 'end') throw new FormulaError('syntax', open.start, message);
    else throw unexpected(peek(), 'an operator, a comma or )');
  }

  function call(name: string, operator: boolean, parts: readonly Node[], position: number): Node {
    let height = 0;
    for (const part of parts) height = Math.max(height, part.height);
    if (height >= MAX_FORMULA_DEPTH) throw tooDeep(position);
    return counted({ kind: 'call', name, operator, parts, position, height: height + 1 });
  }

  function counted<T extends Node>(made: T): T {
    nodes += 1;
    if (nodes > MAX_FORMULA_NODES)
      throw new FormulaError(
        'too_long',
        made.position,
        `The formula has more than ${MAX_FORMULA_NODES} parts; split it into several columns.`,
      );
    return made;
  }

  function numberOf(token: Token): Node {
    const value = Number(token.text);
    if (value > MAX_NUMBER)
      throw new FormulaError('syntax', token.start, `The number ${token.text.slice(0, 40)} is too large; the largest is 1e150.`);
    return counted({ kind: 'literal', value, position: token.start, height: 1 });
  }
}

function tooDeep(position: number): FormulaError {
  return new FormulaError(
    'too_deep',
    position,
    `The formula nests deeper than ${MAX_FORMULA_DEPTH} levels here; split it into several columns.`,
  );
}

function unexpected(token: Token, expected: string): FormulaError {
  const actual =
    token.kind === 'end' ? 'the end' : token.kind === 'text' ? 'a text' : token.kind === 'reference' ? `{${token.text}}` : token.text;
  return new FormulaError('syntax', token.start, `There is ${actual.slice(0, 60)} where ${expected} should be.`, { expected, actual });
}
