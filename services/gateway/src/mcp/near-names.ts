/** Up to `most` of `names` that are closest to a name that does not exist; none when nothing is close. */
export function nearNames(wanted: string, names: Iterable<string>, most = 3): string[] {
  const text = wanted.slice(0, 64).toLowerCase();
  return [...names]
    .map((name) => ({ name, distance: distanceOf(text, name) }))
    .filter(
      ({ name, distance }) =>
        distance <= Math.max(2, Math.ceil(name.length / 3)) || (text.length > 2 && (name.includes(text) || text.includes(name))),
    )
    .sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name))
    .slice(0, most)
    .map(({ name }) => name);
}

/** How many single characters must change to make one text the other (Levenshtein). */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length]!;
}
