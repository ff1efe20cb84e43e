/** A record of a CSV after its header. */
interface CsvLine {
  /** Number of its first line in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A CSV as it was read. */
export interface CsvTable {
  readonly header: readonly string[];
  readonly lines: readonly CsvLine[];
}

const delimiters = [',', ';', '\t'] as const;

/** Returns the delimiter that the first line has most often outside of quotes, as the import of the service reads it. */
export function delimiterOf(text: string): string {
  const first = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replace(/"(?:[^"]|"")*"/g, '');
  const count = (delimiter: string) => first.split(delimiter).length;
  return delimiters.reduce<string>((best, one) => (count(one) > count(best) ? one : best), ',');
}

/** Reads a CSV: quoted cells may hold line breaks, and empty lines are left out. A text without a header gives undefined. */
export function readCsv(given: string): CsvTable | undefined {
  const text = given.replace(/^\uFEFF/, '');
  const records = recordsOf(text, delimiterOf(text)).filter(({ cells }) => cells.length > 1 || cells[0] !== '');
  const [head, ...lines] = records;
  return head && { header: head.cells.map((name) => name.trim()), lines };
}

function recordsOf(text: string, delimiter: string): CsvLine[] {
  const records: CsvLine[] = [];
  let cells: string[] = [];
  let line = 1;
  let first = 1;
  let at = 0;
  while (at <= text.length) {
    const cell = cellAt(text, at, delimiter);
    cells.push(cell.value);
    line += cell.breaks;
    at = cell.end;
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    records.push({ line: first, cells });
    if (at >= text.length) break;
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    first = line;
    cells = [];
  }
  return records;
}

/** Returns the cell that begins at a place, the place of the delimiter or line break after it, and the line breaks in it. */
function cellAt(text: string, from: number, delimiter: string): { readonly value: string; readonly end: number; readonly breaks: number } {
  const isEnd = (at: number) => at >= text.length || text[at] === delimiter || text[at] === '\n' || text[at] === '\r';
  let at = from;
  let value = '';
  let breaks = 0;
  if (text[from] === '"') {
    for (at = from + 1; at < text.length; at++) {
      if (text[at] === '"' && text[at + 1] !== '"') break;
      if (text[at] === '"') at += 1;
      if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) breaks += 1;
      value += text[at];
    }
    at += 1;
  }
  const rest = at;
  while (!isEnd(at)) at += 1;
  return { value: value + text.slice(rest, at), end: Math.min(at, text.length), breaks };
}

/** Returns a record as a line of CSV without its end. */
export const csvLine = (cells: readonly string[]): string =>
  cells.map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');
