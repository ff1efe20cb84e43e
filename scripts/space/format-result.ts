/** Characters of one field that are shown, and of one cell of a list. */
const SHOWN_CHARACTERS = 1_000;
const CELL_CHARACTERS = 48;

/** The space between two columns. */
const GAP = '  ';

/** The columns of a list: these, `outer.inner` for a field of an object, or the first that fit the terminal. */
export type Columns = readonly string[] | 'fitting';

type Item = Readonly<Record<string, unknown>>;

/**
 * Formats a result for people: a list as a table, anything else as one line per field with a blank line between items. A
 * field of an object has the names of both. Long texts are cut. Last lines name the columns that do not fit in `width`
 * characters, and say when the list has more.
 */
export function formatResult(answer: unknown, columns?: Columns, width = Number.POSITIVE_INFINITY): string {
  if (!isList(answer)) return `${lines(answer as Item)}\n`;
  if (answer.data.length === 0) return 'Nothing yet.\n';
  const items = answer.data as Item[];
  const body =
    columns === undefined ? items.map(lines).join('\n\n') : columns === 'fitting' ? fittingTable(items, width) : table(items, columns);
  const more = answer.has_more === true ? `\nThere are more; this shows the first ${items.length}. Set --limit, or use the API.` : '';
  return `${body}${more}\n`;
}

const isList = (answer: unknown): answer is { data: unknown[]; has_more?: unknown } =>
  typeof answer === 'object' && answer !== null && Array.isArray((answer as { data?: unknown }).data);

/** Returns one line per field, with its value aligned. */
function lines(item: Item): string {
  const fields = fieldsOf(item);
  const length = Math.max(14, ...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `${name.padEnd(length)} ${cut(textOf(value), SHOWN_CHARACTERS)}`).join('\n');
}

/** Returns the fields with a value, those of inner objects with the name of the outer field before theirs. */
const fieldsOf = (item: Item): [name: string, value: unknown][] =>
  Object.entries(item)
    .filter(([, value]) => value !== null)
    .flatMap(([name, value]): [string, unknown][] =>
      typeof value === 'object' && !Array.isArray(value)
        ? fieldsOf(value as Item).map(([inner, one]) => [`${name}.${inner}`, one])
        : [[name, value]],
    );

/** Returns a table of the first columns of the items that fit in a width, and a line with the names of the others. */
function fittingTable(items: readonly Item[], width: number): string {
  const names = usedColumns(items, [...new Set(items.flatMap((item) => Object.keys(item)))]);
  let left = width + GAP.length;
  const fitting = names.findIndex((name) => {
    left -= columnOf(items, name).width + GAP.length;
    return left < 0;
  });
  const count = fitting === -1 ? names.length : Math.max(1, fitting);
  const others =
    count < names.length ? `\nColumns that do not fit: ${cut(names.slice(count).join(', '), SHOWN_CHARACTERS)}. Use --json.` : '';
  return `${table(items, names.slice(0, count))}${others}`;
}

/** Returns the columns that have a value in an item. */
const usedColumns = (items: readonly Item[], columns: readonly string[]): readonly string[] =>
  columns.filter((name) => items.some((item) => valueAt(item, name) !== null));

/** Returns the value of a column, which may be a field of an object; null without one. */
function valueAt(item: Item, name: string): unknown {
  if (Object.hasOwn(item, name)) return item[name] ?? null;
  const [outer = '', inner] = name.split('.');
  return inner === undefined ? null : ((item[outer] as Item | null | undefined)?.[inner] ?? null);
}

/** Returns the cells of a column below its name, and the length of the longest. */
function columnOf(items: readonly Item[], name: string): { readonly cells: readonly string[]; readonly width: number } {
  const cells = [name, ...items.map((item) => cut(textOf(valueAt(item, name)), CELL_CHARACTERS))];
  return { cells, width: Math.max(...cells.map((cell) => cell.length)) };
}

/** Returns aligned columns below their names, without columns that have no value. */
function table(items: readonly Item[], names: readonly string[]): string {
  const columns = usedColumns(items, names).map((name) => columnOf(items, name));
  return ['', ...items]
    .map((_, row) =>
      columns
        .map(({ cells, width }) => cells[row]!.padEnd(width))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

function textOf(value: unknown): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

// A control character in a text of someone else could change the terminal.
const cut = (text: string, length: number): string => {
  const plain = text.replaceAll(/\p{Cc}+/gu, ' ');
  return plain.length > length ? `${plain.slice(0, length - 1)}…` : plain;
};
