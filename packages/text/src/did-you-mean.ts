import { distance } from 'fastest-levenshtein';

/** Characters of a name that are compared; longer misspellings have no close name. */
const MAX_COMPARED = 64;

/** Returns up to `most` of `names` that are closest to a name that does not exist, ignoring case; none when nothing is close. */
export function closestNames(wanted: string, names: Iterable<string>, most = 3): string[] {
  const text = wanted.slice(0, MAX_COMPARED).toLowerCase();
  return [...names]
    .map((name) => ({ name, letters: distance(text, name.toLowerCase()) }))
    .filter(({ name, letters }) => letters < name.length && (letters <= Math.ceil(name.length / 3) || contains(text, name.toLowerCase())))
    .sort((a, b) => a.letters - b.letters || a.name.localeCompare(b.name))
    .slice(0, most)
    .map(({ name }) => name);
}

/** Returns the end of an error about an unknown name: `; did you mean "a" or "b"?`, or an empty text when no name is close. */
export function didYouMean(wanted: string, names: Iterable<string>): string {
  const near = closestNames(wanted, names);
  return near.length === 0 ? '' : `; did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`;
}

const contains = (a: string, b: string): boolean => a.length > 2 && b.length > 2 && (a.includes(b) || b.includes(a));
