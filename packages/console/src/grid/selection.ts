/** A cell of a grid: its row and its shown column, both from 0. */
export interface Spot {
  readonly row: number;
  readonly column: number;
}

/** The chosen cells: the rectangle between the anchor and the active cell, which moves. */
export interface Selection {
  readonly anchor: Spot;
  readonly active: Spot;
}

/** A rectangle of cells, its ends included. */
export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The rows and columns of a grid, and the rows of a screen. */
export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  readonly page: number;
}

/** A way to move the active cell: to a neighbour, by a screen, to an end of the row or column, or to a corner. */
export type Move =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'page_up'
  | 'page_down'
  | 'row_start'
  | 'row_end'
  | 'column_start'
  | 'column_end'
  | 'first'
  | 'last';

/** Returns the selection of one cell. */
export const single = (active: Spot): Selection => ({ anchor: active, active });

/** Returns the rectangle of a selection. */
export const rangeOf = ({ anchor, active }: Selection): CellRange => ({
  top: Math.min(anchor.row, active.row),
  bottom: Math.max(anchor.row, active.row),
  left: Math.min(anchor.column, active.column),
  right: Math.max(anchor.column, active.column),
});

/** Returns the number of cells in a rectangle. */
export const countCells = ({ top, bottom, left, right }: CellRange): number => (bottom - top + 1) * (right - left + 1);

/** Returns the selection after a move; with `isExtending` the anchor stays. */
export function moved(selection: Selection, move: Move, size: GridSize, isExtending = false): Selection {
  const active = within(target(selection.active, move, size), size);
  return isExtending ? { anchor: selection.anchor, active } : single(active);
}

/** Returns the next cell of a form-like walk: to the right, and from the last column to the next row; or back. */
export function stepped({ active }: Selection, isBack: boolean, size: GridSize): Selection {
  const place = active.row * size.columns + active.column + (isBack ? -1 : 1);
  const inside = Math.min(Math.max(place, 0), size.rows * size.columns - 1);
  return single({ row: Math.floor(inside / size.columns), column: inside % size.columns });
}

/** Returns the selection cut to the rows and columns that exist. */
export const fitted = ({ anchor, active }: Selection, size: GridSize): Selection => ({
  anchor: within(anchor, size),
  active: within(active, size),
});

/** Returns the selection of the whole rows of a selection. */
export const wholeRows = ({ anchor, active }: Selection, { columns }: GridSize): Selection => ({
  anchor: { row: anchor.row, column: 0 },
  active: { row: active.row, column: Math.max(columns - 1, 0) },
});

const within = ({ row, column }: Spot, { rows, columns }: GridSize): Spot => ({
  row: Math.min(Math.max(row, 0), Math.max(rows - 1, 0)),
  column: Math.min(Math.max(column, 0), Math.max(columns - 1, 0)),
});

function target({ row, column }: Spot, move: Move, { rows, columns, page }: GridSize): Spot {
  switch (move) {
    case 'up':
      return { row: row - 1, column };
    case 'down':
      return { row: row + 1, column };
    case 'left':
      return { row, column: column - 1 };
    case 'right':
      return { row, column: column + 1 };
    case 'page_up':
      return { row: row - page, column };
    case 'page_down':
      return { row: row + page, column };
    case 'row_start':
      return { row, column: 0 };
    case 'row_end':
      return { row, column: columns - 1 };
    case 'column_start':
      return { row: 0, column };
    case 'column_end':
      return { row: rows - 1, column };
    case 'first':
      return { row: 0, column: 0 };
    case 'last':
      return { row: rows - 1, column: columns - 1 };
  }
}
