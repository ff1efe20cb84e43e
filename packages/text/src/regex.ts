import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';

/** Compiled regular expressions that one process caches. */
const CACHE_MAX_ENTRIES = 500;

const compiled = new LRUCache<string, RE2JS>({ max: CACHE_MAX_ENTRIES });

/** Returns true when a regular expression of RE2 syntax matches some part of a text, in time linear in the text. */
export const matchesPattern = (pattern: string, text: string): boolean => compile(pattern).test(text);

/** Returns the number of instructions of a valid regular expression: matching takes at most so many steps for each character. */
export const patternSize = (pattern: string): number => compile(pattern).programSize();

/** Returns the reason why a text is not a regular expression of RE2 syntax, in a few words, or undefined when it is one. */
export function patternError(pattern: string): string | undefined {
  try {
    compile(pattern);
    return undefined;
  } catch (error) {
    return (error as Error).message.replace('error parsing regexp: ', '');
  }
}

function compile(pattern: string): RE2JS {
  const cached = compiled.get(pattern);
  if (cached) return cached;
  const regex = RE2JS.compile(pattern);
  compiled.set(pattern, regex);
  return regex;
}
