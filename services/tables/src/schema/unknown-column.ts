import type { FieldError } from '@space/contracts/core';
import { didYouMean } from '@space/text';

/** Returns the error for a key that names no column, with similar keys. */
export const unknownColumnError = (path: string, key: string, keys: Iterable<string>): FieldError => ({
  path,
  code: 'unknown_column',
  message: `there is no column "${key.slice(0, 60)}"${didYouMean(key, keys)}`,
});
