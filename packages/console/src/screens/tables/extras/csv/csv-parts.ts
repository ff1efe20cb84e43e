import { type CsvTable, csvLine } from './csv-text.ts';

/** The most lines and characters that the service imports in one call. */
const MAX_LINES = 5_000;
const MAX_CHARACTERS = 900_000;

/** A part of a file that one call imports. */
export interface CsvPart {
  readonly csv: string;
  /** The line in the file by the line in this part. */
  readonly lineOf: ReadonlyMap<number, number>;
}

/** Returns the cells of the columns that are chosen as CSVs with the keys of these columns as header, each small enough for one call. */
export function csvParts(
  { lines }: CsvTable,
  keys: readonly (string | undefined)[],
  { maxLines = MAX_LINES, maxCharacters = MAX_CHARACTERS } = {},
): readonly CsvPart[] {
  const places = keys.flatMap((key, place) => (key === undefined ? [] : [{ key, place }]));
  const header = csvLine(places.map(({ key }) => key));
  const parts: CsvPart[] = [];
  let texts: string[] = [];
  let lineOf = new Map<number, number>();
  let [line, characters] = [2, 0];
  const finish = () => {
    if (texts.length > 0) parts.push({ csv: `${[header, ...texts].join('\n')}\n`, lineOf });
    texts = [];
    lineOf = new Map();
    [line, characters] = [2, 0];
  };
  for (const record of lines) {
    const text = csvLine(places.map(({ place }) => record.cells[place] ?? ''));
    if (texts.length >= maxLines || characters + text.length > maxCharacters) finish();
    // A record of one empty cell would be an empty line, which the service leaves out.
    texts.push(text === '' ? '""' : text);
    lineOf.set(line, record.line);
    line += 1 + (text.match(/\r\n|\r|\n/g)?.length ?? 0);
    characters += text.length + 1;
  }
  finish();
  return parts;
}

/** Returns the column that each header names: by key or by label, in any case. A column is named once. */
export function mapHeaders(
  header: readonly string[],
  columns: readonly { readonly key: string; readonly label: string }[],
): readonly (string | undefined)[] {
  const taken = new Set<string>();
  return header.map((name) => {
    const wanted = name.toLowerCase();
    const found =
      columns.find(({ key }) => key === wanted && !taken.has(key)) ??
      columns.find(({ key, label }) => label.toLowerCase() === wanted && !taken.has(key));
    if (found) taken.add(found.key);
    return found?.key;
  });
}
