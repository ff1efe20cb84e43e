import { MAX_TEXT_MATCHES } from '@space/contracts/assets';
import { sql } from '@space/database';
import { searchWords, spaceWord } from '@space/text';
import type { FragmentSqlToken } from 'slonik';

/** Words of a search. */
const WORDS = 8;
/** A shorter word is found as a whole only: many words begin with it. */
const LEAST_BEGINNING = 3;

/**
 * The condition that the file with a hash has all words of a text, or words that begin with them; undefined for a text without words. Its work is
 * bounded: it reads the words of this Space, and at most `MAX_TEXT_MATCHES` files.
 */
export function textMatches(space: string, text: string, sha256: FragmentSqlToken): FragmentSqlToken | undefined {
  const words = searchWords(text, WORDS);
  if (words.length === 0) return undefined;
  const query = words.map((word) => `'${spaceWord(space, word)}'${[...word].length < LEAST_BEGINNING ? '' : ':*'}`).join(' & ');
  return sql.fragment`${sha256} = any(array(
    select x.sha256 from library.asset_text as x where x.space_id = ${space} and x.words @@ ${query}::tsquery limit ${MAX_TEXT_MATCHES}))`;
}
