import type { ClipboardEvent } from 'react';
import type { GridProps, PlacedColumn } from './grid-column.ts';
import type { GridRow as Row } from './row-blocks.ts';
import { type CellRange, countCells } from './selection.ts';
import { fromTsv, toTsv } from './tsv.ts';

/** Cells that are copied at most. */
const MAX_COPIED_CELLS = 100_000;

/** Returns the handlers that copy, cut and paste the chosen cells as tab-separated text. They do nothing while a cell is edited. */
export function clipboardHandlers<R extends Row>(
  { blocks, textOf, acts, isWritable, say }: GridProps<R>,
  columns: readonly PlacedColumn[],
  range: CellRange,
  isEditing: boolean,
) {
  function textsOf(): readonly (readonly string[])[] | undefined {
    if (countCells(range) > MAX_COPIED_CELLS) return undefined;
    const rows = Array.from({ length: range.bottom - range.top + 1 }, (_, index) => blocks.rowAt(range.top + index));
    if (!rows.every((row) => row !== undefined)) return undefined;
    return rows.map((row) => columns.slice(range.left, range.right + 1).map(({ key }) => textOf(row, key)));
  }
  function copy(event: ClipboardEvent): boolean {
    event.preventDefault();
    const texts = textsOf();
    if (!texts) {
      say('Not all of these rows are loaded. Choose fewer rows, or export them as CSV.');
      return false;
    }
    event.clipboardData.setData('text/plain', toTsv(texts));
    return true;
  }
  return {
    onCopy: (event: ClipboardEvent) => void (!isEditing && copy(event)),
    onCut: (event: ClipboardEvent) => void (!isEditing && copy(event) && isWritable && acts.clear(range)),
    onPaste(event: ClipboardEvent) {
      if (isEditing) return;
      event.preventDefault();
      const text = event.clipboardData.getData('text/plain');
      if (isWritable && text !== '') acts.paste(fromTsv(text), range);
    },
  };
}
