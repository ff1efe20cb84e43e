import type { Cell, Column } from '../schema/schema.ts';
import type { LinkNames } from './cell-type.ts';
import { cellTypes } from './cell-types.ts';

/** A cell as a person reads it, in titles and on shared pages; an empty cell is "". */
export const cellText = (column: Column, cell: Cell, names: LinkNames = {}): string =>
  cell === null ? '' : cellTypes[column.type].format(column, cell, names);

/**
 * A cell as a machine reads it, in CSV; an empty cell is "". `textCell` takes it back unchanged: numbers and fractions are
 * plain, times are ISO 8601, choices are their names, lists are joined by commas. With names, links are titles and emails,
 * which the caller of `textCell` must look up again; without, they are ids.
 */
export const csvText = (column: Column, cell: Cell, names: LinkNames = {}): string =>
  cell === null ? '' : cellTypes[column.type].formatCsv(column, cell, names);
