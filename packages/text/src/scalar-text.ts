const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Returns true for a text that JSON would read as a number. */
export const isNumberText = (text: string): boolean => NUMBER.test(text);

/**
 * Returns the number that a text is as JSON would read it, or undefined for any other text. A number that JSON cannot hold has no exact value, nor has
 * an integer that is read like another one.
 */
export function exactNumber(text: string): number | undefined {
  if (!isNumberText(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number)) ? number : undefined;
}

/** Returns the truth value that a text is as JSON would read it; undefined for any other text. */
export const truthValue = (text: string): boolean | undefined => (text === 'true' ? true : text === 'false' ? false : undefined);
