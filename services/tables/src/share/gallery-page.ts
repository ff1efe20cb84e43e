import { type Html, html } from '@space/web';
import { type CardAppearance, card } from './card.ts';
import { PAGE_ROWS } from './grid-page.ts';
import { buildViewQuery, columnOf, columnsFor, headingColumn, readViewPage, renderPageRows, type SharedView } from './shared-view.ts';
import { emptyMessage, pager } from './view-layout.ts';

/** Renders rows as cards with pictures. */
export async function galleryPage(view: SharedView): Promise<Html> {
  const cover = columnOf(view, 'cover_column');
  const page = await readViewPage(view, buildViewQuery(view), PAGE_ROWS, columnsFor(view, cover?.key));
  if (page.rows.length === 0) return html`${emptyMessage(view)}${pager(view, page.next)}`;
  const appearance: CardAppearance = {
    heading: headingColumn(view),
    columns: view.shows.columns,
    cover,
    isContained: view.config.cover_fit === 'contain',
    isTop: true,
  };
  const { parts, next } = renderPageRows(page, (row) => html`<li>${card(view, row, appearance)}</li>\n`);
  return html`<ul class="plain gallery">${parts}</ul>
${pager(view, next)}`;
}
