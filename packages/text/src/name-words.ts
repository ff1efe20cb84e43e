import { distance } from 'fastest-levenshtein';

/** Words of a name that are compared; the others are left out. */
const MAX_WORDS = 8;

/** Words that other APIs use for ours, in names of events and operations. */
const familiarWords: Readonly<Record<string, readonly string[]>> = {
  add: ['create'],
  added: ['created'],
  change: ['update'],
  changed: ['updated'],
  edit: ['update'],
  edited: ['updated'],
  fetch: ['get', 'list'],
  find: ['list', 'get'],
  insert: ['create'],
  inserted: ['created'],
  make: ['create'],
  modified: ['updated'],
  modify: ['update'],
  new: ['create', 'created'],
  query: ['list'],
  read: ['get'],
  remove: ['delete'],
  removed: ['deleted'],
  retrieve: ['get'],
  search: ['list', 'find'],
  show: ['get'],
};

/** Returns the words of a name, in lower case: those between characters that are no letters and digits, and those of `camelCase`. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);

/** The words that a name has of those that are wanted. */
export interface WordMatch {
  readonly name: string;
  /** The part of the wanted words that the name has, from 0 to 1; a word that few names have counts more. */
  readonly coverage: number;
  /** The number of words that only the name has. */
  readonly more: number;
  /** The letters by which the common words differ. */
  readonly edits: number;
}

/** Compares wanted words with those of each name. A word matches also if it is misspelt, in another form, or a familiar one of ours. */
export function matchWords(wanted: readonly string[], names: readonly string[]): WordMatch[] {
  const compared = names.map((name) => {
    const words = wordsOf(name);
    return { name, words, edits: wanted.map((word) => editsToAny(word, words)) };
  });
  const weights = wanted.map((_, index) => {
    const having = compared.filter(({ edits }) => edits[index] !== undefined).length;
    return Math.log(1 + names.length / Math.max(1, having));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return compared.map(({ name, words, edits }) => {
    const found = edits.filter((one) => one !== undefined);
    const covered = weights.reduce((sum, weight, index) => sum + (edits[index] === undefined ? 0 : weight), 0);
    return {
      name,
      coverage: found.length === 0 ? 0 : found.length === wanted.length ? 1 : covered / total,
      more: Math.max(0, words.length - found.length),
      edits: found.reduce((sum, one) => sum + one, 0),
    };
  });
}

/** Returns the letters by which a word differs from the closest of some words; undefined when it is close to no word. */
function editsToAny(word: string, words: readonly string[]): number | undefined {
  const familiar = Object.hasOwn(familiarWords, word) ? familiarWords[word]! : [];
  const edits = words.flatMap((other) => (familiar.includes(other) ? [1] : (editsBetween(word, other) ?? [])));
  return edits.length === 0 ? undefined : Math.min(...edits);
}

/** Returns the letters by which two forms of a word differ; undefined for different words. A misspelt word begins as it should. */
function editsBetween(word: string, other: string): number | undefined {
  if (word === other) return 0;
  if (word[0] !== other[0]) return undefined;
  const letters = distance(word, other);
  const shorter = Math.min(word.length, other.length);
  return letters <= (shorter <= 3 ? 0 : shorter <= 5 ? 1 : 2) || isPlural(word, other) || isPlural(other, word) ? letters : undefined;
}

const isPlural = (plural: string, singular: string): boolean => plural === `${singular}s`;
