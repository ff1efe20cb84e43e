/** Names longer than this are not compared: nobody mistypes into them. */
const LONGEST = 60;

/** The end of a sentence about a name that does not exist: "; did you mean A or B?", or nothing when none is near. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const near = nearNames(name, names);
  return near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
}

/** Up to three names that differ by a few letters, the nearest first; case does not count. */
export function nearNames(name: string, names: Iterable<string>): string[] {
  if (name.length > LONGEST) return [];
  const most = Math.ceil(name.length / 3);
  const found: { name: string; distance: number }[] = [];
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) > most) continue;
    const distance = distanceBetween(name.toLowerCase(), candidate.toLowerCase());
    if (distance <= most) found.push({ name: candidate, distance });
  }
  return found
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map((each) => each.name);
}

/** Levenshtein's distance, two swapped neighbours counting as one change. */
function distanceBetween(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(changed, previous[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length]!;
}
