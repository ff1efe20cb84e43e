import { type BoardGlyph, findGlyph, type TextLanguage, type Typeface } from '../fonts/find-glyph.ts';

/** A character of a text with its glyph. */
export interface TextCharacter {
  readonly character: string;
  readonly glyph: BoardGlyph;
  /** True if it stands on the character before it, such as an accent. */
  readonly is_mark: boolean;
}

/** Characters that are not drawn: controls, joiners, marks of direction and variation selectors. */
const invisible = /^[\p{Cc}\p{Cf}\p{Cs}\p{Variation_Selector}\u2028\u2029]$/u;
const mark = /^\p{M}$/u;
const space = /^\p{Zs}$/u;

const TAB_SPACES = 4;

/** Returns the language of a text: Chinese has Han characters and neither Japanese nor Korean ones. */
export function languageOf(text: string): TextLanguage {
  return /\p{Script=Han}/u.test(text) && !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text) ? 'chinese' : 'other';
}

/** Returns the characters of a line that are drawn. A tab gives four spaces. */
export function readCharacters(line: string, typeface: Typeface, language: TextLanguage): TextCharacter[] {
  const characters: TextCharacter[] = [];
  for (const character of line.replaceAll('\t', ' '.repeat(TAB_SPACES)).normalize('NFC')) {
    if (invisible.test(character)) continue;
    const drawn = space.test(character) ? ' ' : character;
    characters.push({ character, glyph: findGlyph(drawn.codePointAt(0)!, typeface, language), is_mark: mark.test(character) });
  }
  return characters;
}
