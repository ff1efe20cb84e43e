/** The largest count that is stored; larger ones are truncated to it. */
const MAX_COUNT = 2_000_000_000;

/** Returns a count in an answer of a network, or undefined for any other value. */
export const readCount = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Math.min(Number(value), MAX_COUNT) : undefined;
