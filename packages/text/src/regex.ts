import { RE2JS } from 're2js';

/** Compiled patterns one process keeps at most. */
const CACHE_MAX_ENTRIES = 500;

const compiled = new Map<string, RE2JS>();

/** Whether some part of a text matches a pattern in the syntax of RE2, in time linear in the text whatever the pattern. */
export const matchesPattern = (pattern: string, text: string): boolean => compile(pattern).test(text);

/** Why a pattern is none, in a few words, or undefined. */
export function patternError(pattern: string): string | undefined {
  try {
    compile(pattern);
    return undefined;
  } catch (error) {
    return (error as Error).message.replace('error parsing regexp: ', '');
  }
}

function compile(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known) return known;
  const made = RE2JS.compile(pattern);
  if (compiled.size >= CACHE_MAX_ENTRIES) compiled.delete(compiled.keys().next().value!);
  compiled.set(pattern, made);
  return made;
}
