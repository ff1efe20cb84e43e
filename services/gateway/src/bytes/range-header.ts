/** The first and the last byte of a part, counted from 0. */
export interface Part {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns the part of a file that a `Range` header asks for; undefined for the whole file, also for several parts and other units; `outside` for a
 * part without a byte of the file (RFC 9110, 14.2).
 */
export function partOf(header: string | undefined, size: number): Part | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return Number(last) === 0 || size === 0 ? 'outside' : { first: Math.max(0, size - Number(last)), last: size - 1 };
  if (last !== '' && Number(last) < Number(first)) return undefined;
  if (Number(first) >= size) return 'outside';
  return { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
