import type { ReactElement, ReactNode } from 'react';
import type { GridRow as Row, RowBlocks } from './row-blocks.ts';
import type { CellRange } from './selection.ts';

/** The way a cell is entered: as one line or several lines of text, as a tick, or in a panel of its own; undefined if it cannot be. */
export type EntryKind = 'line' | 'lines' | 'tick' | 'panel' | undefined;

/** A column of a grid. */
export interface GridColumn {
  readonly key: string;
  readonly label: string;
  /** Width in pixels. */
  readonly width: number;
  readonly entry: EntryKind;
  readonly isNumber: boolean;
  /** Marks of the head, such as an arrow for a sorted column. */
  readonly mark?: ReactNode;
  /** The direction in which the rows are sorted by this column. */
  readonly sorted?: 'ascending' | 'descending' | undefined;
}

/** A column with its place: pixels from the start of a row, and its number among the shown ones. */
export interface PlacedColumn extends GridColumn {
  readonly index: number;
  readonly start: number;
  readonly isFrozen: boolean;
}

/** Props of an editor in a panel. */
interface PanelProps<R extends Row> {
  readonly row: R;
  readonly column: string;
  /** The text that was typed to open it. */
  readonly typed: string;
  /** Ends the editing with a value; undefined leaves the cell as it was. */
  readonly onDone: (value: unknown, isLeft?: boolean) => void;
}

/** The changes that a grid asks for. */
interface GridActs<R extends Row> {
  /** Runs when a cell begins to be edited. */
  readonly begin: (row: R) => void;
  /** Writes a text that was typed into a cell. */
  readonly type: (row: R, column: string, text: string) => void;
  /** Writes a value that was chosen in a panel, or a tick. */
  readonly set: (row: R, column: string, value: unknown) => void;
  readonly clear: (range: CellRange) => void;
  readonly fill: (range: CellRange) => void;
  readonly paste: (cells: readonly (readonly string[])[], range: CellRange) => void;
  readonly undo: () => void;
  readonly open: (row: R) => void;
  readonly resize: (column: string, width: number) => void;
}

/** The groups that rows stand in, by one column or by several ones inside each other. */
export interface GridGroups<R extends Row> {
  /** Keys of the columns, the outer one first. */
  readonly keys: readonly string[];
  /** Returns the place of the outermost column whose group begins with a row, or −1. */
  readonly levelOf: (row: R, before: R | undefined, index: number) => number;
  /** Returns the number of rows of the group of a column that a row is in; undefined if it is not known. */
  readonly countText: (row: R, column: string) => string | undefined;
}

/** Props of a grid. */
export interface GridProps<R extends Row> {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  /** Columns that stay in place when the grid scrolls sideways. */
  readonly frozen: number;
  readonly rowHeight: number;
  readonly total: number;
  /** False if there are more rows than `total`, or about as many. */
  readonly isTotalExact: boolean;
  readonly blocks: RowBlocks<R>;
  readonly isWritable: boolean;
  readonly cell: (row: R, column: string) => ReactNode;
  readonly textOf: (row: R, column: string) => string;
  /** Returns why the last change of a cell was refused. */
  readonly faultOf: (id: string, column: string) => string | undefined;
  /** The groups of the rows; undefined if they are not grouped. */
  readonly groups?: GridGroups<R> | undefined;
  readonly panel: (props: PanelProps<R>) => ReactElement;
  readonly acts: GridActs<R>;
  /** Runs when a cell begins and ceases to be edited. */
  readonly onEditing?: (isEditing: boolean) => void;
  /** Says a sentence to the person, such as why nothing was copied. */
  readonly say: (sentence: string) => void;
}

/** Pixels of the first column, which has the numbers of the rows. */
export const GUTTER = 76;

/** Pixels of the row of column names. */
export const HEAD_HEIGHT = 36;

/** Columns up to this number are all drawn; of more only those on the screen. */
const MAX_UNCUT_COLUMNS = 20;

/** Returns the columns with their places. */
export function placeColumns(columns: readonly GridColumn[], frozen: number): readonly PlacedColumn[] {
  let start = GUTTER;
  return columns.map((column, index) => {
    const placed = { ...column, index, start, isFrozen: index < frozen };
    start += column.width;
    return placed;
  });
}

/** Returns the columns to draw: the frozen ones, and of many columns those that are on the screen. */
export const drawnColumns = (columns: readonly PlacedColumn[], left: number, width: number): readonly PlacedColumn[] =>
  columns.length <= MAX_UNCUT_COLUMNS
    ? columns
    : columns.filter(({ isFrozen, start, width: own }) => isFrozen || (start + own > left && start < left + width));

/** Returns the pixels of all columns and the gutter. */
export const widthOf = (columns: readonly PlacedColumn[]): number => {
  const last = columns.at(-1);
  return last ? last.start + last.width : GUTTER;
};

/** Returns the horizontal scroll at which a column is on the screen, the nearest to a given one. */
export function leftShowing(column: PlacedColumn, columns: readonly PlacedColumn[], left: number, width: number): number {
  if (column.isFrozen) return left;
  const frozen = widthOf(columns.filter(({ isFrozen }) => isFrozen));
  if (column.start - frozen < left) return column.start - frozen;
  const end = column.start + column.width;
  return end > left + width ? Math.min(end - width, column.start - frozen) : left;
}
