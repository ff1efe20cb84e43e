import { createHash } from 'node:crypto';

/**
 * The folder of tails. S3 accepts no part below 5 MiB but the last one. So the bytes of an upload that are too few for a part are an object
 * of their own, its tail. No key of a caller begins with a dot.
 */
export const TAILS = '.tails/';

/** Comes after every tail and before every key of a caller. */
export const AFTER_TAILS = '.~';

/**
 * Returns the key of the tail that follows `bytes` bytes of parts. A part that contains a tail makes that sum larger, so that a tail which a
 * killed process did not remove is not read again.
 */
export const tailKey = (upload_id: string, bytes: number): string =>
  `${TAILS}${createHash('sha256').update(upload_id).digest('hex')}/${bytes}`;
