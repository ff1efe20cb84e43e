/** A range of code points, both ends included. */
export type CodePointRange = readonly [first: number, last: number];

/** Returns the ranges of a CSS unicode-range such as `U+0-FF,U+131`. */
export function parseUnicodeRanges(text: string): CodePointRange[] {
  return text.split(',').map((part) => {
    const [first, last] = part.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(first!, 16), Number.parseInt(last ?? first!, 16)];
  });
}

/** Returns true if a code point is in one of the ranges. */
export function isInRanges(codePoint: number, ranges: readonly CodePointRange[]): boolean {
  return ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
}
