import { sql } from '@space/database';
import { searchWords, spaceWord } from '@space/text';
import type { FragmentSqlToken } from 'slonik';

/** Words of a title. */
const TITLE_WORDS = 100;
/** Bytes of all words of a content together: a column of Postgres takes a million. */
const WORDS_BYTES = 900_000;
/** Bytes of one word besides its characters: the key of its Space, and its places. */
const WORD_BYTES = 20;

/** The words of a title as a tsvector, with the weight A. */
export const titleWords = (space: string, title: string): FragmentSqlToken =>
  sql.fragment`${searchWords(title, TITLE_WORDS)
    .map((word) => `'${spaceWord(space, word)}':1A`)
    .join(' ')}::tsvector`;

/** The words of a content, each one time. */
export interface ContentWords {
  readonly heading_words: readonly string[];
  readonly words: readonly string[];
}

/** The words of a thing with a content as a tsvector: those of its title, its headings and its text. */
export function contentWords(space: string, title: string, { heading_words, words }: ContentWords): FragmentSqlToken {
  const weights = new Map<string, string[]>();
  let bytes = 0;
  const add = (some: readonly string[], place: string) => {
    for (const word of some) {
      const known = weights.get(word);
      if (known) known.push(place);
      else if (bytes < WORDS_BYTES) {
        weights.set(word, [place]);
        bytes += Buffer.byteLength(word) + WORD_BYTES;
      }
    }
  };
  add(searchWords(title, TITLE_WORDS), '1A');
  add(heading_words, '2B');
  add(words, '3C');
  const vector = [...weights].map(([word, places]) => `'${spaceWord(space, word)}':${places.join(',')}`).join(' ');
  return sql.fragment`${vector}::tsvector`;
}
