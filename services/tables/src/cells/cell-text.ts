import type { Cell, Column } from '../schema/schema.ts';
import type { LinkNames } from './cell-type.ts';
import { cellTypes } from './cell-types.ts';

/** Formats a cell for people, in titles and on shared pages; an empty cell is "". */
export const cellText = (column: Column, cell: Cell, names: LinkNames = {}): string =>
  cell === null ? '' : cellTypes[column.type].format(column, cell, names);

/**
 * Formats a cell for machines, in CSV; an empty cell is "". `parseCellText` restores the same cell: numbers and
 * fractions are plain, times are ISO 8601, options are their names, lists have commas between. With names, links are
 * titles and emails, which the caller of `parseCellText` must resolve again; without names, they are ids.
 */
export const csvText = (column: Column, cell: Cell, names: LinkNames = {}): string =>
  cell === null ? '' : cellTypes[column.type].formatCsv(column, cell, names);
