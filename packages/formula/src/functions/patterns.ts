import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { FormulaError } from '../syntax/formula-error.ts';
import { fail } from '../values/evaluation-failure.ts';
import { MAX_TEXT } from '../values/limits.ts';
import { type CheckedNode, defineFunction, type FormulaFunction } from './function.ts';

/** Maximum length of a pattern in code units. */
const MAX_PATTERN = 1_000;

/** Maximum number of instructions of a compiled pattern: each character is compared with each of them. */
const MAX_PROGRAM = 500;

/** Time limit of a replacement: each search is linear in the text, but each character may start one. */
const REPLACE_TIMEOUT_MS = 50;

/** Maximum number of compiled patterns in the cache. */
const CACHE_MAX_ENTRIES = 200;

const cache = new LRUCache<string, { readonly pattern: RE2JS | undefined }>({ max: CACHE_MAX_ENTRIES });

/** Returns a compiled RE2 pattern, or undefined when it is invalid or too large. */
function compile(pattern: string): RE2JS | undefined {
  const cached = cache.get(pattern);
  if (cached) return cached.pattern;
  const compiled = compileUncached(pattern);
  cache.set(pattern, { pattern: compiled });
  return compiled;
}

function compileUncached(pattern: string): RE2JS | undefined {
  if (pattern.length > MAX_PATTERN) return undefined;
  try {
    const compiled = RE2JS.compile(pattern);
    return compiled.programSize() > MAX_PROGRAM ? undefined : compiled;
  } catch {
    return undefined;
  }
}

/** Maximum length in code units of a text that a pattern searches. */
const MAX_SEARCHED = 20_000;

const limitedText = (text: string): string =>
  text.length > MAX_SEARCHED ? fail('too_long', 'The text is too long for a pattern; the maximum is 20,000 characters.') : text;

const patternOf = (pattern: string): RE2JS => compile(pattern) ?? fail('invalid_pattern');

/** Throws a `FormulaError` for an invalid literal pattern. */
function check([, pattern]: readonly CheckedNode[]): void {
  if (pattern?.kind !== 'literal' || typeof pattern.value !== 'string' || compile(pattern.value)) return;
  throw new FormulaError('wrong_type', pattern.position, 'The pattern is not a regular expression (RE2 syntax) or is too large.', {
    expected: 'a regular expression',
    actual: pattern.value.slice(0, 100),
  });
}

/** Replaces all matches. Unlike RE2JS, stops when the result is too long and leaves `$n` unchanged if group n does not exist. */
function replaceAll(text: string, pattern: RE2JS, by: string): string {
  const matcher = pattern.matcher(text);
  const pieces = by.split(/(\$\d)/);
  let result = '';
  let from = 0;
  const end = performance.now() + REPLACE_TIMEOUT_MS;
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

/** Functions of regular expressions; they have no SQL, since Postgres has another syntax. */
export const patternFunctions: readonly FormulaFunction[] = [
  defineFunction({
    name: 'REGEX_MATCH',
    aliases: ['REGEXP_MATCH'],
    parameters,
    check,
    result: 'boolean',
    evaluate: ([text, pattern]) => patternOf(pattern).test(limitedText(text)),
  }),
  defineFunction({
    name: 'REGEX_EXTRACT',
    aliases: ['REGEXP_EXTRACT'],
    parameters,
    check,
    result: 'text',
    evaluate: ([text, pattern]) => {
      const matcher = patternOf(pattern).matcher(limitedText(text));
      return matcher.find() ? matcher.group() : null;
    },
  }),
  defineFunction({
    name: 'REGEX_REPLACE',
    aliases: ['REGEXP_REPLACE'],
    parameters: [...parameters, { name: 'new', takes: 'text' }],
    check,
    result: 'text',
    evaluate: ([text, pattern, by]) => replaceAll(limitedText(text), patternOf(pattern), by),
  }),
];
