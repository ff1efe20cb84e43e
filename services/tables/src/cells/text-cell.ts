import type { Column } from '../schema/schema.ts';
import type { ParsedCell } from './cell-type.ts';
import { cellTypes } from './cell-types.ts';

/** Types whose texts keep the spaces around them. */
const prose: ReadonlySet<string> = new Set(['text', 'long_text']);

/**
 * What a text means in a cell of a column: of a CSV, or of a column of text that becomes this one. A blank text empties the
 * cell. Takes what `csvText` makes of any cell, and the usual ways in which people write numbers, dates and lists.
 */
export function parseCellText(column: Column, text: string, options: { create_options: boolean }): ParsedCell {
  const type = cellTypes[column.type];
  const meant = prose.has(column.type) ? text : text.trim();
  return meant === '' ? { cell: null } : type.parseText(column, meant, options);
}
