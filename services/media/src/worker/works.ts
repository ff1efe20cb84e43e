import { makeVariant } from '../picture/make-variant.ts';
import { readPicture } from '../picture/read-picture.ts';
import { readText } from '../text/read-text.ts';
import { readWord } from '../text/read-word.ts';

/**
 * All that worker processes do, by kind. Each function runs in a process of its own that may be killed at any time, so it returns its result
 * and has no other effect. It throws an `Unreadable` with a reason for bytes that it refuses; any other error counts as unreadable bytes.
 */
export const works = { picture: readPicture, variant: makeVariant, text: readText, word: readWord } satisfies Readonly<
  Record<string, (input: never) => Promise<unknown>>
>;

/** A kind of work. */
export type WorkKind = keyof typeof works;

/** The input of a kind of work. */
export type WorkInput<K extends WorkKind> = Parameters<(typeof works)[K]>[0];

/** The result of a kind of work. */
export type WorkResult<K extends WorkKind> = Awaited<ReturnType<(typeof works)[K]>>;
