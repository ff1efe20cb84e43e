/** Characters of one field that are shown, and of one cell of a list. */
const SHOWN_CHARACTERS = 1_000;
const CELL_CHARACTERS = 48;

/**
 * Formats a result for people: a list as a table with these columns, anything else as one line per field with a blank line
 * between items. Long texts are cut, and a last line says when the list has more.
 */
export function formatResult(answer: unknown, columns?: readonly string[]): string {
  if (!isList(answer)) return `${lines(answer as Record<string, unknown>).join('\n')}\n`;
  if (answer.data.length === 0) return 'Nothing yet.\n';
  const items = answer.data as Record<string, unknown>[];
  const body = columns ? table(items, columns) : items.map((item) => lines(item).join('\n')).join('\n\n');
  const more = answer.has_more === true ? `\nThere are more; this shows the first ${items.length}. Set --limit, or use the API.` : '';
  return `${body}${more}\n`;
}

const isList = (answer: unknown): answer is { data: unknown[]; has_more?: unknown } =>
  typeof answer === 'object' && answer !== null && Array.isArray((answer as { data?: unknown }).data);

const lines = (item: Record<string, unknown>): string[] =>
  Object.entries(item)
    .filter(([, value]) => value !== null)
    .flatMap(([name, value]) =>
      typeof value === 'object' && !Array.isArray(value)
        ? lines(value as Record<string, unknown>)
        : [`${name.padEnd(14)} ${cut(textOf(value), SHOWN_CHARACTERS)}`],
    );

/** Returns aligned columns below their names, without columns that have no value. */
function table(items: readonly Record<string, unknown>[], columns: readonly string[]): string {
  const used = columns.filter((name) => items.some((item) => (item[name] ?? null) !== null));
  const rows = [used, ...items.map((item) => used.map((name) => cut(textOf(item[name] ?? null), CELL_CHARACTERS)))];
  const widths = used.map((_, index) => Math.max(...rows.map((row) => row[index]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join('  ')
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
