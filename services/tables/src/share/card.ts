import { MAX_CARD_CHARACTERS } from '@space/contracts/tables';
import { type Html, html, type Part } from '@space/web';
import type { Column } from '../schema/schema.ts';
import { cellHtml, cellPlainText, pictureIn } from './cell-html.ts';
import { renderCells } from './page-room.ts';
import type { SharedRow } from './shared-rows.ts';
import { truncate } from './truncate.ts';

/** Look of the cards of a view. */
export interface CardAppearance {
  readonly heading: Column | undefined;
  readonly columns: readonly Column[];
  readonly cover?: Column | undefined;
  readonly isContained?: boolean;
}

/** Renders a row as a card: its picture, its name and the filled cells of the visible columns. */
export function card(row: SharedRow, { heading, columns, cover, isContained }: CardAppearance): Html {
  const picture = cover && pictureIn(row, cover);
  const filled = columns.filter((column) => column !== heading && column !== cover && cellPlainText(row, column) !== '');
  return html`<article class="card">
${picture && html`<img src="${picture.src}" alt="${picture.name}" loading="lazy" decoding="async" referrerpolicy="no-referrer"${isContained && html` class="contain"`}>`}
<h3>${cardName(row, heading)}</h3>
${filled.length > 0 && html`<dl>${renderCells(filled, (column) => cardCell(row, column)).map((cell, at) => html`<div><dt>${filled[at]!.label}</dt><dd>${cell}</dd></div>`)}</dl>`}
</article>`;
}

/** Returns the name of a row on a page. */
export const cardName = (row: SharedRow, heading: Column | undefined): Part =>
  (heading && truncate(cellPlainText(row, heading), MAX_CARD_CHARACTERS)) || 'Untitled';

/** Returns a cell, or the beginning of a long text. */
function cardCell(row: SharedRow, column: Column): Part {
  const text = cellPlainText(row, column);
  const beginning = truncate(text, MAX_CARD_CHARACTERS);
  return beginning !== text && column.type !== 'attachment' ? beginning : cellHtml(row, column);
}
