import { type CellRange, countCells } from './selection.ts';

/** Cells that one paste changes at most. */
export const MAX_PASTED_CELLS = 10_000;

/** Rows of one call. */
const CHUNK_ROWS = 100;

/** The place of a paste: its target, and the grid. */
export interface PasteTarget {
  readonly range: CellRange;
  readonly rows: number;
  /** Keys of the shown columns in order; undefined for one that cannot be written. */
  readonly columns: readonly (string | undefined)[];
}

/** A row that a paste changes: its place and the texts of its cells by column key. */
interface PastedRow {
  readonly row: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** The changes of a paste in calls of at most 100 rows. */
export interface PastePlan {
  readonly updates: readonly (readonly PastedRow[])[];
  readonly creates: readonly (readonly PastedRow[])[];
  readonly created: number;
  readonly cells: number;
  /** Cells that fall on columns that cannot be written, or right of the last column. */
  readonly skipped: number;
  /** The rectangle that the paste covers. */
  readonly range: CellRange;
}

/**
 * Plans a paste from the top left cell of a target. One copied cell fills the whole target, and other cells repeat while the target is a
 * multiple of them, as in spreadsheets. Returns the number of cells in place of a plan that is over the limit.
 */
export function planPaste(copied: readonly (readonly string[])[], { range, rows, columns }: PasteTarget): PastePlan | number {
  const width = Math.max(...copied.map((row) => row.length));
  const size = {
    height: repeated(copied.length, range.bottom - range.top + 1),
    width: repeated(width, range.right - range.left + 1),
  };
  const target = { top: range.top, bottom: range.top + size.height - 1, left: range.left, right: range.left + size.width - 1 };
  if (countCells(target) > MAX_PASTED_CELLS) return countCells(target);
  let cells = 0;
  const pasted = Array.from({ length: size.height }, (_, index): PastedRow => {
    const texts = copied[index % copied.length]!;
    const entries = Array.from(
      { length: size.width },
      (_unused, place) => [columns[range.left + place], texts[place % width] ?? ''] as const,
    );
    const written = entries.filter((entry): entry is readonly [string, string] => entry[0] !== undefined);
    cells += written.length;
    return { row: range.top + index, cells: Object.fromEntries(written) };
  }).filter((row) => Object.keys(row.cells).length > 0);
  const created = pasted.filter(({ row }) => row >= rows);
  return {
    updates: chunks(pasted.filter(({ row }) => row < rows)),
    creates: chunks(created),
    created: created.length,
    cells,
    skipped: countCells(target) - cells,
    range: { ...target, right: Math.min(target.right, columns.length - 1) },
  };
}

/** Returns the length of a target: that of the copy, or of the chosen cells if the copy fits into them a whole number of times. */
const repeated = (copied: number, chosen: number): number => (chosen > copied && chosen % copied === 0 ? chosen : copied);

/** Cuts a list into parts of the rows of one call. */
export const chunks = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / CHUNK_ROWS) }, (_, index) => items.slice(index * CHUNK_ROWS, (index + 1) * CHUNK_ROWS));
