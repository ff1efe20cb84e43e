import { MAX_CARD_CHARACTERS } from '@space/contracts/tables';
import { type Html, html, type Part } from '@space/web';
import type { Column } from '../schema/schema.ts';
import { type CellPage, cellHtml, cellPlainText, pictureIn } from './cell-html.ts';
import { renderCells } from './page-room.ts';
import type { SharedRow } from './shared-rows.ts';
import { truncate } from './truncate.ts';

/** Look of the cards of a view. */
export interface CardAppearance {
  readonly heading: Column | undefined;
  readonly columns: readonly Column[];
  readonly cover?: Column | undefined;
  readonly isContained?: boolean;
  /** True if the cards are the first headings below that of the page. */
  readonly isTop?: boolean;
}

/** Renders a row as a card: its picture, its name and the filled cells of the visible columns. */
export function card(view: CellPage, row: SharedRow, { heading, columns, cover, isContained, isTop }: CardAppearance): Html {
  const name = cardName(view, row, heading);
  const picture = cover && pictureIn(row, cover);
  const filled = columns.filter((column) => column !== heading && column !== cover && isFilled(view, row, column));
  return html`<article class="card">
${picture && html`<img src="${picture.src}" alt="${picture.name}" loading="lazy" decoding="async" referrerpolicy="no-referrer"${isContained && html` class="contain"`}>`}
${isTop ? html`<h2>${name}</h2>` : html`<h3>${name}</h3>`}
${filled.length > 0 && html`<dl>${renderCells(filled, (column) => cardCell(view, row, column)).map((cell, at) => html`<div><dt>${filled[at]!.label}</dt><dd>${cell}</dd></div>`)}</dl>`}
</article>`;
}

/** True if a cell shows something. An empty checkbox shows nothing. */
const isFilled = (view: CellPage, row: SharedRow, column: Column): boolean =>
  column.type === 'checkbox' ? row.data[column.key] === true : cellPlainText(view, row, column) !== '';

/** Returns the name of a row on a page. */
export const cardName = (view: CellPage, row: SharedRow, heading: Column | undefined): Part =>
  (heading && truncate(cellPlainText(view, row, heading), MAX_CARD_CHARACTERS)) || view.page.locale.labels.share.untitled;

/** Returns a cell, or the beginning of a long text. */
function cardCell(view: CellPage, row: SharedRow, column: Column): Part {
  const text = cellPlainText(view, row, column);
  const beginning = truncate(text, MAX_CARD_CHARACTERS);
  return beginning !== text && column.type !== 'attachment' ? beginning : cellHtml(view, row, column);
}
