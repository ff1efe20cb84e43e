import { MAX_CACHED } from '@space/contracts/platform';
import { MAX_FORMULA_PATTERN, MAX_FORMULA_TEXT } from '@space/contracts/tables';
import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { FormulaError } from '../syntax/formula-error.ts';
import { fail } from '../values/evaluation-failure.ts';
import { charge, WORK_PER_ELEMENT, type WorkBudget } from '../values/work.ts';
import { type CheckedNode, defineFunction, type FormulaFunction } from './function.ts';

/** Units of work per code unit of the text and instruction of the pattern. */
const WORK_PER_INSTRUCTION = 4;

/** Maximum length of a text for which the work of a replacement is charged as if each character started a search to the end. */
const MAX_COUNTED = 64;

/** Units of work to compile a pattern that is not a literal. */
const WORK_PER_COMPILATION = 200_000;

const cache = new LRUCache<string, { readonly pattern: RE2JS | undefined }>({ max: MAX_CACHED.formula_patterns });

/** Returns a compiled RE2 pattern, or undefined when it is invalid or too large. */
function compile(pattern: string): RE2JS | undefined {
  const cached = cache.get(pattern);
  if (cached) return cached.pattern;
  const compiled = compileUncached(pattern);
  cache.set(pattern, { pattern: compiled });
  return compiled;
}

function compileUncached(pattern: string): RE2JS | undefined {
  if (pattern.length > MAX_FORMULA_PATTERN.characters) return undefined;
  try {
    const compiled = RE2JS.compile(pattern);
    return compiled.programSize() > MAX_FORMULA_PATTERN.instructions ? undefined : compiled;
  } catch {
    return undefined;
  }
}

/** Charges a search and returns the compiled pattern. Fails for an invalid pattern and for a text that is too long. */
function patternFor(pattern: string, text: string, budget: WorkBudget): RE2JS {
  if (text.length > MAX_FORMULA_PATTERN.searched) fail('too_long', 'The text is too long for a pattern; the maximum is 20,000 characters.');
  charge(budget, WORK_PER_COMPILATION);
  const compiled = compile(pattern) ?? fail('invalid_pattern');
  charge(budget, text.length * compiled.programSize() * WORK_PER_INSTRUCTION);
  return compiled;
}

/** Throws a `FormulaError` for an invalid literal pattern. */
function check([, pattern]: readonly CheckedNode[]): void {
  if (pattern?.kind !== 'literal' || typeof pattern.value !== 'string' || compile(pattern.value)) return;
  throw new FormulaError('wrong_type', pattern.position, 'The pattern is not a regular expression (RE2 syntax) or is too large.', {
    expected: 'a regular expression',
    actual: pattern.value.slice(0, 100),
  });
}

/**
 * Replaces all matches. Unlike RE2JS, stops when the result is too long and leaves `$n` unchanged if group n does not exist.
 * Each search is linear in the text, but each character may start one, so the work can be quadratic. That much is charged for a
 * short text. In a long text it is rare and would forbid ordinary replacements, so there the time is limited.
 */
function replaceAll(text: string, pattern: RE2JS, by: string, budget: WorkBudget): string {
  const matcher = pattern.matcher(text);
  const pieces = by.split(/(\$\d)/);
  let result = '';
  let from = 0;
  const isShort = text.length <= MAX_COUNTED;
  if (isShort) charge(budget, text.length * text.length * pattern.programSize() * WORK_PER_INSTRUCTION);
  const begin = isShort ? 0 : performance.now();
  while (matcher.find()) {
    if (!isShort && performance.now() > begin + budget.patternMs) charge(budget, Number.POSITIVE_INFINITY);
    charge(budget, pieces.length * WORK_PER_ELEMENT);
    result += text.slice(from, matcher.start());
    for (const piece of pieces) {
      const group = /^\$\d$/.test(piece) ? Number(piece[1]) : undefined;
      result += group === undefined || group > pattern.groupCount() ? piece : (matcher.group(group) ?? '');
    }
    from = matcher.end();
    if (result.length > 2 * MAX_FORMULA_TEXT) return fail('too_long');
  }
  if (!isShort) budget.patternMs -= performance.now() - begin;
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
    evaluate: ([text, pattern], { budget }) => patternFor(pattern, text, budget).test(text),
  }),
  defineFunction({
    name: 'REGEX_EXTRACT',
    aliases: ['REGEXP_EXTRACT'],
    parameters,
    check,
    result: 'text',
    evaluate: ([text, pattern], { budget }) => {
      const matcher = patternFor(pattern, text, budget).matcher(text);
      return matcher.find() ? matcher.group() : null;
    },
  }),
  defineFunction({
    name: 'REGEX_REPLACE',
    aliases: ['REGEXP_REPLACE'],
    parameters: [...parameters, { name: 'new', takes: 'text' }],
    check,
    result: 'text',
    evaluate: ([text, pattern, by], { budget }) => replaceAll(text, patternFor(pattern, text, budget), by, budget),
  }),
];
