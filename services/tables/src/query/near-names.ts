import type { FieldError } from '@space/contracts';

/** Names offered in place of one that is not there. */
const OFFERED = 3;

/** Letters that may differ, as a part of the length of the name. */
const DIFFERENT = 0.4;

/** The names that come closest to one that is not there, closest first. */
export function nearNames(name: string, names: Iterable<string>): string[] {
  const wanted = name.slice(0, 60).toLowerCase();
  return [...names]
    .map((known) => ({ known, distance: distanceOf(wanted, known.toLowerCase()) }))
    .filter(({ known, distance }) => distance <= Math.max(1, Math.ceil(DIFFERENT * Math.max(wanted.length, known.length))))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, OFFERED)
    .map(({ known }) => known);
}

/** The fault of a key that names no column. */
export function unknownColumn(path: string, key: string, keys: Iterable<string>): FieldError {
  const near = nearNames(key, keys);
  const offer = near.length > 0 ? `; did you mean ${near.map((name) => `"${name}"`).join(' or ')}?` : '';
  return { path, code: 'unknown_column', message: `there is no column "${key.slice(0, 60)}"${offer}` };
}

/** The least number of letters to add, leave out or change (Levenshtein). */
function distanceOf(a: string, b: string): number {
  if (a.includes(b) || b.includes(a)) return Math.min(2, Math.abs(a.length - b.length));
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length]!;
}
