import type { Column } from '../schema/schema.ts';
import type { ParsedCell, TextOptions } from './cell-type.ts';
import { cellTypes } from './cell-types.ts';

/** Types whose texts keep leading and trailing spaces. */
const prose: ReadonlySet<string> = new Set(['text', 'long_text']);

/**
 * Parses a text for a cell: from CSV, or from a text column that becomes this one. A blank text empties the cell.
 * Accepts the output of `csvText` for any cell, and the usual notations of numbers, dates and lists.
 */
export function parseCellText(column: Column, text: string, options: TextOptions): ParsedCell {
  const type = cellTypes[column.type];
  const meant = prose.has(column.type) ? text : text.trim();
  return meant === '' ? { cell: null } : type.parseText(column, meant, options);
}
