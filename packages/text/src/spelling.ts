import { distance } from 'fastest-levenshtein';

/** The shortest word that is corrected: shorter ones are close to too many others. */
const SHORTEST_WORD = 5;

/** The shortest word of which two swapped letters are corrected. */
const SHORTEST_SWAPPED = 4;

/** The shortest word with two corrections. */
const SHORTEST_TWICE = 10;

/**
 * Returns the word of a vocabulary that a misspelt word means, or undefined. It has the same first letter. One letter is wrong,
 * missing, added or swapped with the next one; in a word of ten letters or more two are, and in one of four letters only a swap is.
 */
export function correctSpelling(word: string, vocabulary: Iterable<string>): string | undefined {
  if (word.length < SHORTEST_SWAPPED) return undefined;
  const most = word.length < SHORTEST_TWICE ? 1 : 2;
  let nearest: string | undefined;
  let letters = most + 1;
  for (const known of vocabulary) {
    if (known[0] !== word[0] || known.length < SHORTEST_WORD - 1 || Math.abs(known.length - word.length) > most) continue;
    const wrong = hasSwappedLetters(word, known) ? 1 : word.length < SHORTEST_WORD ? most + 1 : distance(word, known);
    if (wrong < letters) [nearest, letters] = [known, wrong];
  }
  return nearest;
}

/** Returns true if two words differ by two letters next to each other that are swapped. */
function hasSwappedLetters(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2) && at + 1 < one.length;
}
