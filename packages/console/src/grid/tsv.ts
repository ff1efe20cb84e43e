/** Start of a formula in spreadsheets, after any number of apostrophes. */
const formula = /^'*[=+\-@\t\r]/;
const guarded = /^'+[=+\-@\t\r]/;
const number = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** Writes cells as tab-separated text. A text that a spreadsheet would run as a formula gets an apostrophe, as in a CSV export. */
export const toTsv = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.map(written).join('\t')).join('\r\n');

function written(text: string): string {
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /["\t\r\n]/.test(safe) || safe === '' ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Reads tab-separated text as spreadsheets copy it: quotes protect tabs, line breaks and quotes. A last empty line is ignored. */
export function fromTsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  const line = text.replace(/\r?\n$/, '');
  let at = 0;
  while (at <= line.length) {
    const { cell, end } = line[at] === '"' ? quoted(line, at) : plain(line, at);
    rows.at(-1)!.push(guarded.test(cell) ? cell.slice(1) : cell);
    if (line[end] === undefined) break;
    if (line[end] !== '\t') rows.push([]);
    at = line.startsWith('\r\n', end) ? end + 2 : end + 1;
  }
  return rows;
}

interface Read {
  readonly cell: string;
  readonly end: number;
}

function plain(line: string, from: number): Read {
  const rest = line.slice(from).search(/[\t\r\n]/);
  const end = rest === -1 ? line.length : from + rest;
  return { cell: line.slice(from, end), end };
}

/** Reads a cell in quotes. A quote that never closes, or that text follows, is a plain character. */
function quoted(line: string, from: number): Read {
  let cell = '';
  let at = from + 1;
  for (;;) {
    const close = line.indexOf('"', at);
    if (close === -1) return plain(line, from);
    cell += line.slice(at, close);
    const after = line[close + 1];
    if (after !== '"') return after === undefined || /[\t\r\n]/.test(after) ? { cell, end: close + 1 } : plain(line, from);
    cell += '"';
    at = close + 2;
  }
}
