import {
  type FieldError,
  invalidFields,
  MAX_JSON_DEPTH,
  MAX_JSON_ENTRIES,
  MAX_LISTED_ERRORS,
  MIN_JSON_NUMBER,
  Problem,
} from '@space/contracts/core';
import { describeSyntaxFault } from './json-syntax.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON body; the last value of a duplicate key wins. Throws `invalid` with the position of a syntax error, and
 * before parsing for a body that is expensive to parse.
 */
export function parseBody(body: Uint8Array): unknown {
  assertParsable(body);
  const text = decode(body);
  if (text === undefined) throw new Problem('invalid', 'The body is not valid JSON: it is not UTF-8.');
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('invalid', `The body is not valid JSON: ${describeSyntaxFault(text)}.`);
  }
}

/** Returns the text of a body, or undefined if it is not UTF-8. */
function decode(body: Uint8Array): string | undefined {
  try {
    return decoder.decode(body);
  } catch {
    return undefined;
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c] as const;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d] as const;

/**
 * Throws `invalid` for JSON that is expensive to parse: with more than MAX_JSON_ENTRIES entries, or nested without end. The
 * cost depends on these more than on the bytes: 600,000 fields take seconds to parse, copy and validate, and the characters
 * are counted in milliseconds.
 */
export function assertParsable(json: Uint8Array): void {
  // An entry has at least one byte and a comma.
  if (json.length < 2 * MAX_JSON_ENTRIES) return;
  let [commas, depth, deepest] = [0, 0, 0];
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA) commas += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) deepest = Math.max(deepest, ++depth);
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
  }
  if (commas >= MAX_JSON_ENTRIES)
    throw new Problem('invalid', `The body has more than ${MAX_JSON_ENTRIES} entries in its lists and objects.`);
  if (deepest > 2 * MAX_JSON_DEPTH) throw tooDeep('');
}

const fault = (path: string, code: string, message: string): FieldError => ({ path, code, message });
const tooDeep = (path: string): Problem => invalidFields([fault(path, 'too_deep', `is nested deeper than ${MAX_JSON_DEPTH} levels`)]);

/**
 * Throws `invalid` for JSON that cannot be stored: nesting deeper than MAX_JSON_DEPTH, the key `__proto__`, U+0000, lone
 * surrogates, integers that a double does not hold exactly, and numbers closer to zero than MIN_JSON_NUMBER.
 */
export function rejectUnstorableJson(value: unknown): void {
  const errors = unstorableErrors(value);
  if (errors.length > 0) throw invalidFields(errors);
}

/**
 * Returns an error for each text and number of JSON that cannot be stored, at most one more than an answer lists. Throws `invalid` for
 * JSON that cannot be validated either: nesting deeper than MAX_JSON_DEPTH, and the key `__proto__`.
 */
export function unstorableErrors(value: unknown): FieldError[] {
  const errors: FieldError[] = [];
  addErrors(value, '', 0, errors);
  return errors;
}

function addErrors(value: unknown, path: string, depth: number, errors: FieldError[]): void {
  if (errors.length > MAX_LISTED_ERRORS) return;
  if (typeof value === 'string') {
    if (value.includes('\u0000')) errors.push(fault(path, 'invalid_character', 'contains the character U+0000'));
    else if (!value.isWellFormed()) errors.push(fault(path, 'invalid_character', 'contains half of a surrogate pair'));
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
      errors.push(fault(path, 'out_of_range', 'is a number too large to store exactly; send it as a string'));
    // Postgres writes out every zero after the point.
    else if (value !== 0 && Math.abs(value) < MIN_JSON_NUMBER)
      errors.push(fault(path, 'out_of_range', 'is a number too close to zero; send 0, or send it as a string'));
  } else if (typeof value === 'object' && value !== null) {
    if (depth >= MAX_JSON_DEPTH) throw tooDeep(path.slice(0, 80));
    for (const key of Object.keys(value)) {
      if (key === '__proto__') throw invalidFields([fault(path, 'invalid_key', 'must not have the key __proto__')]);
      addErrors(key, path, depth, errors);
      addErrors((value as Record<string, unknown>)[key], path ? `${path}.${key}` : key, depth + 1, errors);
    }
  }
}
