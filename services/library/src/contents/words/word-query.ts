import { searchWords, spaceWord } from '@space/text';

/** Words of a search. */
export const SEARCHED_WORDS = 8;

/** The words of a search as Postgres compares them: all must occur, and the last may be the beginning of one; null without words. */
export function wordQuery(space: string, text: string): string | null {
  const words = searchWords(text, SEARCHED_WORDS);
  if (words.length === 0) return null;
  return words.map((word, at) => `'${spaceWord(space, word)}'${at === words.length - 1 ? ':*' : ''}`).join(' & ');
}
