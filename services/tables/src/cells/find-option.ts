import type { Cell, Column, Option } from '../schema/schema.ts';

/** The options of a column by what texts call them; the first of two with one name counts. */
interface OptionIndex {
  readonly byId: ReadonlyMap<string, Option>;
  readonly byName: ReadonlyMap<string, Option>;
  readonly byFoldedName: ReadonlyMap<string, Option>;
  /** The pairs of letters of each name, once they are needed. */
  pairs?: readonly (readonly string[])[];
}

/** A column may have hundreds of options, and a request may look for one in each of a hundred thousand cells. */
const indexes = new WeakMap<readonly Option[], OptionIndex>();

function indexOf(options: readonly Option[]): OptionIndex {
  const known = indexes.get(options);
  if (known) return known;
  const firstOfEach = (keyOf: (option: Option) => string) =>
    new Map(options.toReversed().map((option) => [keyOf(option), option] as const));
  const index: OptionIndex = {
    byId: firstOfEach(({ id }) => id),
    byName: firstOfEach(({ name }) => name),
    byFoldedName: firstOfEach(({ name }) => name.toLowerCase()),
  };
  indexes.set(options, index);
  return index;
}

/** Returns the option with this id. */
export const findOptionById = (options: readonly Option[], id: Cell | undefined): Option | undefined =>
  typeof id === 'string' ? indexOf(options).byId.get(id) : undefined;

/** Returns the option that a text means: by id, else by name, else by name case-insensitively. */
export function findOption(options: readonly Option[], text: string): Option | undefined {
  const { byId, byName, byFoldedName } = indexOf(options);
  return byId.get(text) ?? byName.get(text) ?? byFoldedName.get(text.toLowerCase());
}

/** Returns the column with additional options (`new_options`), so that the next cell finds them. */
export const withOptions = (column: Column, added: readonly Option[] = []): Column =>
  added.length === 0
    ? column
    : { ...column, options: [...column.options, ...added.filter(({ id }) => !findOptionById(column.options, id))] };

/** Returns the option names closest to a text, at most three; all names if there are few. */
export function closestOptionNames(options: readonly Option[], text: string): string[] {
  const names = options.map(({ name }) => name);
  if (names.length <= 5) return names;
  const wanted = new Set(letterPairs(text));
  const index = indexOf(options);
  index.pairs ??= names.map(letterPairs);
  const { pairs } = index;
  return names
    .map((name, at) => ({ name, likeness: similarity(wanted, pairs[at]!) }))
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
