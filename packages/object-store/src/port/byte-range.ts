import { ObjectStoreRefusal } from './object-store-error.ts';

/** Bytes of an object, counted from 0: from `first` to `last` or the end, or the last `suffix` bytes (RFC 9110, 14.1.2). */
export type ByteRange = { readonly first: number; readonly last?: number } | { readonly suffix: number };

/**
 * Returns the first and the last byte of a range in an object of `size` bytes. A range that ends after the last byte is cut. Throws
 * `invalid_range` for one that has no byte of the object.
 */
export function resolveRange(range: ByteRange, size: number): { readonly first: number; readonly last: number } {
  assertRange(range);
  const first = 'suffix' in range ? Math.max(0, size - range.suffix) : range.first;
  const last = 'suffix' in range ? size - 1 : Math.min(range.last ?? size - 1, size - 1);
  if (first > last) throw outside(size);
  return { first, last };
}

/** Throws `invalid_range` for a range that no object can have. */
export function assertRange(range: ByteRange): void {
  const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
  const isValid =
    'suffix' in range
      ? isCount(range.suffix) && range.suffix > 0
      : isCount(range.first) && (range.last === undefined || (isCount(range.last) && range.last >= range.first));
  if (!isValid) throw new ObjectStoreRefusal('invalid_range', 'The range must be whole numbers, and must not end before it begins.');
}

/** Returns the refusal of a range that begins after the last byte. */
export const outside = (size?: number): ObjectStoreRefusal =>
  new ObjectStoreRefusal('invalid_range', `The range has no byte of the object${size === undefined ? '' : `, which has ${size} bytes`}.`);
