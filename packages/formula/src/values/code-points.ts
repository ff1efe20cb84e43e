/*
 * Texts are counted in code points. A code point outside the basic plane is two code units, a high and a low surrogate.
 */

/** Returns true if a code point of two code units begins at this index. */
function isPair(text: string, at: number): boolean {
  const high = text.charCodeAt(at);
  if (high < 0xd800 || high > 0xdbff) return false;
  const low = text.charCodeAt(at + 1);
  return low >= 0xdc00 && low <= 0xdfff;
}

/** Returns the length of a text in code points. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at++) if (isPair(text, at)) count -= 1;
  return count;
}

/** Returns the index in code units of a position in code points; the length of the text for a position after its end. */
export function indexOfCodePoint(text: string, position: number): number {
  let at = 0;
  for (let left = position; left > 0 && at < text.length; left--) at += isPair(text, at) ? 2 : 1;
  return at;
}
