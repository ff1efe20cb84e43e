import { distance } from 'fastest-levenshtein';
import { matchWords, wordsOf } from './name-words.ts';

/** Characters of a name that are compared; longer misspellings have no close name. */
const MAX_COMPARED = 64;

/** Letters by which a misspelt name differs at most from the one that was meant. */
const MISSPELT_LETTERS = 2;

/** The part of a name's words that a close name has at least, weighted by how rare they are. */
const MIN_COVERAGE = 0.5;

/**
 * Returns up to `most` of `names` that are closest to a name that does not exist, ignoring case; none when nothing is close. The
 * names with all of its words, or but for one letter, come first: `row_created` means `table_row_created`, although `form_created`
 * has closer letters. Without one, a misspelling of a few letters counts, then a name with its rarer words, and then any name with similar letters.
 */
export function closestNames(wanted: string, names: Iterable<string>, most = 3): string[] {
  const text = wanted.slice(0, MAX_COMPARED);
  const matches = matchWords(wordsOf(text), [...names]).map((match) => {
    const letters = lettersBetween(text, match.name);
    return letters <= Math.min(1, similarLetters(match.name))
      ? { ...match, letters, coverage: 1, more: 0, edits: letters }
      : { ...match, letters };
  });
  const allWords = matches.filter(({ coverage }) => coverage === 1);
  const misspelt = matches.filter(({ letters, name }) => letters <= Math.min(MISSPELT_LETTERS, similarLetters(name)));
  const rareWords = matches.filter(({ coverage }) => coverage >= MIN_COVERAGE);
  const similar = matches.filter(({ letters, name }) => letters <= similarLetters(name) || contains(text, name));
  const best = [
    allWords.sort((a, b) => a.more - b.more || a.edits - b.edits || a.letters - b.letters || a.name.localeCompare(b.name)),
    misspelt.sort((a, b) => a.letters - b.letters || a.name.localeCompare(b.name)),
    rareWords.sort((a, b) => b.coverage - a.coverage || a.more - b.more || a.edits - b.edits || a.letters - b.letters),
    similar.sort((a, b) => a.letters - b.letters || a.name.localeCompare(b.name)),
  ].find((some) => some.length > 0);
  return (best ?? []).slice(0, most).map(({ name }) => name);
}

/** Returns the end of an error about an unknown name: `; did you mean "a" or "b"?`, or an empty text when no name is close. */
export function didYouMean(wanted: string, names: Iterable<string>): string {
  const near = closestNames(wanted, names);
  return near.length === 0 ? '' : `; did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`;
}

const lettersBetween = (wanted: string, name: string): number => distance(wanted.toLowerCase(), name.toLowerCase());

/** Returns the number of letters by which a similar name differs at most, and never all of them. */
const similarLetters = ({ length }: string): number => Math.min(Math.ceil(length / 3), length - 1);

function contains(wanted: string, name: string): boolean {
  const [a, b] = [wanted.toLowerCase(), name.toLowerCase()];
  return a.length > 2 && b.length > 2 && (a.includes(b) || b.includes(a));
}
