const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Returns true for a text that JSON would read as a number. */
export const isNumberText = (text: string): boolean => NUMBER.test(text);

/**
 * Returns the number that a text is as JSON would read it; undefined for any other text, for a number that JSON cannot hold, and for
 * an integer if another one is read as the same number.
 */
export function exactNumber(text: string): number | undefined {
  if (!isNumberText(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number)) ? number : undefined;
}
