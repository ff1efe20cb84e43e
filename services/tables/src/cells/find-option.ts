import type { Column, Option } from '../schema/schema.ts';

/** The choice that a text means: by its id, else by its name, else by its name in another case. */
export function findOption(options: readonly Option[], text: string): Option | undefined {
  const folded = text.toLowerCase();
  return (
    options.find(({ id }) => id === text) ??
    options.find(({ name }) => name === text) ??
    options.find(({ name }) => name.toLowerCase() === folded)
  );
}

/** The column with choices that its cells were read to need (`new_options`), so that the next cell finds them. */
export const withOptions = (column: Column, added: readonly Option[] = []): Column =>
  added.length === 0
    ? column
    : { ...column, options: [...column.options, ...added.filter(({ id }) => !column.options.some((known) => known.id === id))] };

/** The choices whose names come nearest to a text, at most three; all of them where they are few. */
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

/** Neighbouring characters of the beginning of a text, whatever the case; with its ends, so that one character counts too. */
function letterPairs(text: string): string[] {
  const folded = ` ${text.slice(0, 40).toLowerCase()} `;
  return Array.from({ length: folded.length - 1 }, (_, at) => folded.slice(at, at + 2));
}

/** From 0, nothing in common, to 1 (Dice). Cheap, since every cell of a large import may ask. */
const similarity = (wanted: ReadonlySet<string>, pairs: readonly string[]): number =>
  (2 * pairs.filter((pair) => wanted.has(pair)).length) / (wanted.size + pairs.length);
