import { MAX_FORMULA_CHARACTERS } from '@space/contracts/tables';
import { FormulaError } from './formula-error.ts';

/** A token of an expression and its position: `start` inclusive, `end` exclusive, in code units. */
export interface Token {
  readonly kind: 'number' | 'text' | 'reference' | 'name' | 'symbol' | 'end';
  /** The text without quotes and escapes, the name between braces, or the symbol. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const space = /\s+/y;
const plain: readonly (readonly ['number' | 'name' | 'symbol', RegExp])[] = [
  ['number', /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['name', /[\p{L}_][\p{L}\p{N}_]*/uy],
  ['symbol', /<>|!=|<=|>=|[-+*/%&=<>(),]/y],
];
const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
]);

/** Splits an expression into tokens, the last one of kind `end`. Throws a `FormulaError`. */
export function tokenize(source: string): Token[] {
  if (source.length > MAX_FORMULA_CHARACTERS)
    throw new FormulaError('too_long', 0, `The formula has ${source.length} characters; at most ${MAX_FORMULA_CHARACTERS} are allowed.`);
  const unstorable = source.search(/\0|\p{Surrogate}/u);
  if (unstorable >= 0) throw new FormulaError('syntax', unstorable, 'The formula holds a character that cannot be stored; remove it.');
  const tokens: Token[] = [];
  let at = 0;
  const matched = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  const push = (kind: Token['kind'], text: string, end: number) => {
    tokens.push({ kind, text, start: at, end });
    at = end;
  };
  while (true) {
    at += matched(space)?.length ?? 0;
    if (at >= source.length) break;
    const first = source[at]!;
    if (first === '{') readReference();
    else if (first === '"' || first === "'") readText(first);
    else readPlain();
  }
  push('end', '', source.length);
  return tokens;

  function readPlain(): void {
    for (const [kind, pattern] of plain) {
      const found = matched(pattern);
      if (found === undefined) continue;
      push(kind, found, at + found.length);
      return;
    }
    throw new FormulaError('syntax', at, `The character ${String.fromCodePoint(source.codePointAt(at)!)} has no meaning here.`);
  }

  function readReference(): void {
    const close = source.indexOf('}', at);
    if (close < 0) throw new FormulaError('syntax', at, 'The column reference that starts here is never closed; add a }.');
    const key = source.slice(at + 1, close).trim();
    if (key === '') throw new FormulaError('syntax', at, 'The braces are empty; put the key of a column between them, such as {price}.');
    push('reference', key, close + 1);
  }

  function readText(quote: string): void {
    let text = '';
    for (let index = at + 1; index < source.length; index++) {
      const unit = source[index]!;
      if (unit === quote) {
        push('text', text, index + 1);
        return;
      }
      if (unit === '\\' && index + 1 < source.length) {
        index += 1;
        // An unknown escape keeps its backslash, so that "\d" works as a pattern.
        text += escapes.get(source[index]!) ?? `\\${source[index]}`;
      } else text += unit;
    }
    throw new FormulaError('syntax', at, `The text that starts here is never closed; add a ${quote}.`);
  }
}
