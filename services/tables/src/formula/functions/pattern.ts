import { RE2JS } from 're2js';
import { fail } from '../cell-fault.ts';
import { FormulaFault } from '../fault.ts';
import { type FormulaFunction, strict } from '../function.ts';
import { MAX_TEXT } from '../limits.ts';
import type { Typed } from '../typed.ts';

/** A pattern has at most this many code units. */
const MAX_PATTERN = 1_000;

/** A compiled pattern has at most this many steps: each character is held against each of them. */
const MAX_PROGRAM = 500;

/** One search is linear in the text, but there can be as many as it has characters: after so many milliseconds that is an error. */
const MOST_MS = 50;

/** Patterns kept compiled, the oldest dropped first. */
const KEPT = 200;

const kept = new Map<string, RE2JS | undefined>();

/** A pattern of RE2, which takes time linear in the text; undefined when it is none, or is too large. */
function compiled(pattern: string): RE2JS | undefined {
  if (kept.has(pattern)) return kept.get(pattern);
  let made: RE2JS | undefined;
  try {
    made = pattern.length > MAX_PATTERN ? undefined : RE2JS.compile(pattern);
    if (made && made.programSize() > MAX_PROGRAM) made = undefined;
  } catch {
    made = undefined;
  }
  kept.set(pattern, made);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
  return made;
}

/** Texts that patterns are held against have at most this many code units. */
const MAX_SEARCHED = 20_000;

const searched = (text: string): string =>
  text.length > MAX_SEARCHED ? fail('too_long', 'The text is too long for a pattern; at most 20,000 characters can be searched.') : text;

const patternOf = (pattern: string): RE2JS => compiled(pattern) ?? fail('invalid_pattern');

/** Refuses a pattern that is written out and is none. */
function check([, pattern]: readonly Typed[]): void {
  if (pattern?.kind !== 'literal' || typeof pattern.value !== 'string' || compiled(pattern.value)) return;
  throw new FormulaFault('wrong_type', pattern.position, 'The pattern is no regular expression (RE2 syntax), or is too large.', {
    expected: 'a regular expression',
    actual: pattern.value.slice(0, 100),
  });
}

/** Like RE2JS's replaceAll, but it stops when the result is too long, and $ without a group that exists stays as it is. */
function replaced(text: string, pattern: RE2JS, by: string): string {
  const matcher = pattern.matcher(text);
  const pieces = by.split(/(\$\d)/);
  let result = '';
  let from = 0;
  const end = performance.now() + MOST_MS;
  while (matcher.find()) {
    if (performance.now() > end) return fail('too_slow');
    result += text.slice(from, matcher.start());
    for (const piece of pieces) {
      const group = /^\$\d$/.test(piece) ? Number(piece[1]) : undefined;
      result += group === undefined || group > pattern.groupCount() ? piece : (matcher.group(group) ?? '');
    }
    from = matcher.end();
    if (result.length > 2 * MAX_TEXT) return fail('too_long');
  }
  return result + text.slice(from);
}

const parameters = [
  { name: 'text', takes: 'text' },
  { name: 'pattern', takes: 'text' },
] as const;

/** Functions of regular expressions; Postgres has others, so they have no SQL. */
export const patternFunctions: readonly FormulaFunction[] = [
  strict({
    name: 'REGEX_MATCH',
    aliases: ['REGEXP_MATCH'],
    parameters,
    check,
    result: 'boolean',
    evaluate: ([text, pattern]) => patternOf(pattern).test(searched(text)),
  }),
  strict({
    name: 'REGEX_EXTRACT',
    aliases: ['REGEXP_EXTRACT'],
    parameters,
    check,
    result: 'text',
    evaluate: ([text, pattern]) => {
      const matcher = patternOf(pattern).matcher(searched(text));
      return matcher.find() ? matcher.group() : null;
    },
  }),
  strict({
    name: 'REGEX_REPLACE',
    aliases: ['REGEXP_REPLACE'],
    parameters: [...parameters, { name: 'new', takes: 'text' }],
    check,
    result: 'text',
    evaluate: ([text, pattern, by]) => replaced(searched(text), patternOf(pattern), by),
  }),
];
