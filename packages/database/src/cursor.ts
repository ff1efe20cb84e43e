import { Problem } from '@space/contracts/core';

/** What the parts of a list's sort key are, in order. */
type Part = 'text' | 'integer';

/** The values of a sort key. */
type Key<P extends readonly Part[]> = { -readonly [I in keyof P]: P[I] extends 'integer' ? number : string };

/** An opaque place in a list: the sort key of the last row that was answered. */
export const encodeCursor = (key: readonly (string | number)[]): string => Buffer.from(JSON.stringify(key)).toString('base64url');

/** Reads a cursor whose key has these parts; anything else is a 400 that says how to start again. */
export function decodeCursor<const P extends readonly Part[]>(cursor: string, ...parts: P): Key<P> {
  const key = parse(cursor);
  if (Array.isArray(key) && key.length === parts.length && parts.every((part, index) => fits(key[index], part))) return key as Key<P>;
  throw new Problem('invalid', 'cursor: is not a cursor of this list; leave it out to start from the beginning.', {
    errors: [{ path: 'cursor', code: 'invalid_cursor', message: 'is not a cursor of this list' }],
  });
}

const fits = (value: unknown, part: Part): boolean =>
  part === 'integer' ? Number.isSafeInteger(value) : typeof value === 'string' && value.isWellFormed() && !value.includes('\u0000');

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
