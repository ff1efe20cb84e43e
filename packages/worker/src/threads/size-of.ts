/** The measure of a number, which has eight bytes. */
const NUMBER_SIZE = 8;

/** Returns the characters of all texts and the bytes of all buffers and numbers in a value: a measure for the work of a job. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof Uint8Array) return value.length;
  if (typeof value === 'number') return NUMBER_SIZE;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, part) => sum + sizeOf(part), 0);
}
