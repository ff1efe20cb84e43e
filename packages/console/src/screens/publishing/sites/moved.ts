/** Returns a list with one entry moved towards its beginning (-1) or its end (1); at the end of the list it stays. */
export function moved(list: readonly string[], entry: string, by: -1 | 1): string[] {
  const from = list.indexOf(entry);
  const to = from + by;
  if (from === -1 || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
}
