import { Problem } from '@space/contracts/core';
import { isoTime } from './clock.ts';

/** The type of one part of a list's sort key; a `timestamp` is ISO 8601 UTC with milliseconds, and a `date` is YYYY-MM-DD. */
export type CursorPart = 'text' | 'integer' | 'number' | 'timestamp' | 'date';

/** A part of a sort key; with `?` it can be null. */
export type KeyPart = CursorPart | `${CursorPart}?`;

/** The values of a sort key. */
type Key<P extends readonly KeyPart[]> = {
  -readonly [I in keyof P]:
    | (P[I] extends `${'integer' | 'number'}${string}` ? number : string)
    | (P[I] extends `${string}?` ? null : never);
};

/** Returns the opaque cursor after a row: its sort key as base64url. */
export const encodeCursor = (key: readonly (string | number)[]): string => Buffer.from(JSON.stringify(key)).toString('base64url');

/** Returns the sort key in a cursor. Throws `invalid` on `cursor` unless the key has exactly these parts. */
export function decodeCursor<const P extends readonly KeyPart[]>(cursor: string, ...parts: P): Key<P> {
  const key = parse(cursor);
  if (Array.isArray(key) && key.length === parts.length && parts.every((part, index) => fits(key[index], part))) return key as Key<P>;
  throw cursorProblem();
}

/** Returns the problem of a cursor that another list returned, or the same list in another order. */
export const cursorProblem = (): Problem =>
  new Problem('invalid', 'cursor: is not a cursor of this list; leave it out to start from the beginning.', {
    errors: [{ path: 'cursor', code: 'invalid_cursor', message: 'is not a cursor of this list' }],
  });

function fits(value: unknown, part: KeyPart): boolean {
  if (part.endsWith('?')) return value === null || fits(value, part.slice(0, -1) as CursorPart);
  if (part === 'integer') return Number.isSafeInteger(value);
  if (part === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (typeof value !== 'string' || !value.isWellFormed() || value.includes('\u0000')) return false;
  if (part === 'date') return /^\d{4}-\d\d-\d\d$/.test(value) && isTimestamp(`${value}T00:00:00.000Z`);
  return part === 'text' || isTimestamp(value);
}

/** True for a text that `isoTime` writes, of the years 0001 to 9999 that both Postgres and the wire support. */
function isTimestamp(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && isoTime(time) === text && text >= '0001' && text.length === '0001-01-01T00:00:00.000Z'.length;
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
