import { kern } from '../fonts/find-glyph.ts';
import type { TextCharacter } from './read-characters.ts';

/** Scripts that are written without spaces: a line may end after each character. */
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Extended_Pictographic}]$/u;
const breakAfter = /^[ \u2000-\u2006\u2008-\u200a\u3000\-\u2010\u2013\u2014]$/u;

/** Returns the width of characters in a line, in 1/1,000 em, without the spaces at its end. */
export function widthOf(line: readonly TextCharacter[]): number {
  let width = 0;
  let visible = 0;
  line.forEach(({ character, glyph }, index) => {
    width += glyph.advance + (index > 0 ? kern(line[index - 1]!.glyph, glyph) : 0);
    if (character !== ' ') visible = width;
  });
  return visible;
}

/**
 * Returns the lines of characters that are at most `width` wide, in 1/1,000 em. A line ends after a space, a hyphen or a
 * character of a script without spaces. A word that is wider than a line is divided.
 */
export function wrapCharacters(characters: readonly TextCharacter[], width: number): TextCharacter[][] {
  const lines: TextCharacter[][] = [];
  let start = 0;
  let lastBreak = 0;
  let used = 0;
  for (let index = 0; index < characters.length; index += 1) {
    const { character, glyph, is_mark } = characters[index]!;
    if (index > start && !is_mark && canBreakBetween(characters[index - 1]!, characters[index]!)) lastBreak = index;
    used += glyph.advance + (index > start ? kern(characters[index - 1]!.glyph, glyph) : 0);
    if (used <= width || character === ' ' || is_mark || index === start) continue;
    const end = lastBreak > start ? lastBreak : index;
    lines.push(characters.slice(start, end));
    start = end;
    lastBreak = end;
    // The character is read again as one of the next line.
    index = end - 1;
    used = 0;
  }
  lines.push(characters.slice(start));
  return lines;
}

function canBreakBetween(before: TextCharacter, after: TextCharacter): boolean {
  if (breakAfter.test(before.character)) return after.character !== ' ';
  return unspaced.test(before.character) || unspaced.test(after.character);
}
