import { MAX_JSON_DEPTH, Problem } from '@space/contracts/core';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Parses a JSON body; the last value of a duplicate key wins. Throws `invalid` with the position of a syntax error. */
export function parseBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(body));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8';
    throw new Problem('invalid', `The body is not valid JSON: ${reason}.`);
  }
}

const invalid = (path: string, code: string, message: string): Problem =>
  new Problem('invalid', `${path || 'The body'} ${message}.`, { errors: [{ path, code, message }] });

/**
 * Throws `invalid` for JSON that cannot be stored: nesting deeper than MAX_JSON_DEPTH, the key `__proto__`, U+0000, lone
 * surrogates, and integers that a double does not hold exactly.
 */
export function rejectUnstorableJson(value: unknown, path = '', depth = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000')) throw invalid(path, 'invalid_character', 'contains the character U+0000');
    if (!value.isWellFormed()) throw invalid(path, 'invalid_character', 'contains half of a surrogate pair');
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
      throw invalid(path, 'out_of_range', 'is a number too large to store exactly; send it as a string');
  } else if (typeof value === 'object' && value !== null) {
    if (depth >= MAX_JSON_DEPTH) throw invalid(path.slice(0, 80), 'too_deep', `is nested deeper than ${MAX_JSON_DEPTH} levels`);
    for (const key of Object.keys(value)) {
      if (key === '__proto__') throw invalid(path, 'invalid_key', 'must not have the key __proto__');
      rejectUnstorableJson(key, path, depth);
      rejectUnstorableJson((value as Record<string, unknown>)[key], path ? `${path}.${key}` : key, depth + 1);
    }
  }
}
