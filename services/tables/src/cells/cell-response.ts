import type { Cell, Column } from '../schema/schema.ts';
import type { LinkNames } from './cell-type.ts';
import { cellTypes } from './cell-types.ts';

/** Returns a stored cell in response form: null when it is empty, false for a checkbox, and never an empty list. */
export function toCellResponse(column: Column, cell: Cell | undefined, names: LinkNames = {}): Cell {
  if (cell === null || cell === undefined || (Array.isArray(cell) && cell.length === 0)) return column.type === 'checkbox' ? false : null;
  const { toResponse } = cellTypes[column.type];
  return toResponse ? toResponse(column, cell, names) : cell;
}
