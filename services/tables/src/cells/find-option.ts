import type { Column, Option } from '../schema/schema.ts';

/** Returns the option that a text means: by id, else by name, else by name case-insensitively. */
export function findOption(options: readonly Option[], text: string): Option | undefined {
  const folded = text.toLowerCase();
  return (
    options.find(({ id }) => id === text) ??
    options.find(({ name }) => name === text) ??
    options.find(({ name }) => name.toLowerCase() === folded)
  );
}

/** Returns the column with additional options (`new_options`), so that the next cell finds them. */
export const withOptions = (column: Column, added: readonly Option[] = []): Column =>
  added.length === 0
    ? column
    : { ...column, options: [...column.options, ...added.filter(({ id }) => !column.options.some((known) => known.id === id))] };

/** Returns the option names closest to a text, at most three; all names if there are few. */
export function closestOptionNames(options: readonly Option[], text: string): string[] {
  const names = options.map(({ name }) => name);
  if (names.length <= 5) return names;
  const wanted = new Set(letterPairs(text));
  return names
    .map((name) => ({ name, likeness: similarity(wanted, letterPairs(name)) }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Returns the pairs of neighbouring characters of a short, lower-cased, padded text. */
function letterPairs(text: string): string[] {
  const folded = ` ${text.slice(0, 40).toLowerCase()} `;
  return Array.from({ length: folded.length - 1 }, (_, at) => folded.slice(at, at + 2));
}

/** Returns the Dice similarity, from 0 to 1. It is cheap, since each cell of a large import may need it. */
const similarity = (wanted: ReadonlySet<string>, pairs: readonly string[]): number =>
  (2 * pairs.filter((pair) => wanted.has(pair)).length) / (wanted.size + pairs.length);
