import type { Bidi } from 'bidi-js';
import bidiFactory from 'bidi-js';
import { findGlyph, type Typeface } from '../fonts/find-glyph.ts';
import type { TextCharacter } from './read-characters.ts';

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

// The types of bidi-js say that its default export has a `default`; its CommonJS bundle has not.
const bidi = (bidiFactory as unknown as () => Bidi)();

/** Returns the characters of a line from left to right, as the Unicode Bidirectional Algorithm orders them. */
export function visualOrder(characters: readonly TextCharacter[], typeface: Typeface): readonly TextCharacter[] {
  if (!characters.some(({ character }) => rightToLeft.test(character))) return characters;
  const text = characters.map(({ character }) => character).join('');
  const levels = bidi.getEmbeddingLevels(text);
  const starts = startsOf(characters);
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels);
  const byStart = new Map(
    characters.map((character, index): [number, TextCharacter] => [
      starts[index]!,
      mirror(character, mirrored.get(starts[index]!), typeface),
    ]),
  );
  // A character of two code units is found at the first of them.
  return bidi
    .getReorderedIndices(text, levels)
    .map((index) => byStart.get(index))
    .filter((character) => character !== undefined);
}

/** Returns the index of each character in the text of the line, in code units. */
function startsOf(characters: readonly TextCharacter[]): number[] {
  let start = 0;
  return characters.map(({ character }) => {
    start += character.length;
    return start - character.length;
  });
}

function mirror(character: TextCharacter, mirrored: string | undefined, typeface: Typeface): TextCharacter {
  return mirrored === undefined ? character : { ...character, character: mirrored, glyph: findGlyph(mirrored.codePointAt(0)!, typeface) };
}
