import { MAX_STACK_CARDS, MAX_STACKS } from '@space/contracts/tables';
import { type Html, html, type Part } from '@space/web';
import type { Column } from '../schema/schema.ts';
import { assertSchemaVersion } from '../schema/schema-version.queries.ts';
import { card } from './card.ts';
import { chip } from './cell-html.ts';
import { PAGE_ROWS } from './grid-page.ts';
import { findStacks, inStackSql } from './kanban.queries.ts';
import { createPageRoom, renderThatFit } from './page-room.ts';
import {
  buildViewQuery,
  columnOf,
  columnsFor,
  headingColumn,
  readRowsById,
  readViewPage,
  renderPageRows,
  type SharedView,
} from './shared-view.ts';
import { emptyMessage, pager } from './view-layout.ts';

/** A stack of cards: the rows with one choice, or with none. */
interface Stack {
  /** Its index and its number in the address. 0 is the stack of rows without a choice. */
  readonly place: number;
  readonly name: string;
  readonly color: string | null;
}

/** Renders cards in stacks by a choice or a checkbox. `?stack=` shows one stack page by page. */
export async function kanbanPage(view: SharedView): Promise<Html> {
  const { locale } = view.page;
  const { share } = locale.labels;
  const by = columnOf(view, 'stack_by');
  if (!by || (by.type !== 'select' && by.value_type !== 'boolean')) return html`<p class="none">${share.board_broken}</p>`;
  const stacks = stacksOf(view, by);
  const one = stacks.find(({ place }) => String(place) === view.query.stack);
  const cover = columnOf(view, 'cover_column');
  const appearance = { heading: headingColumn(view), columns: view.shows.columns.filter((column) => column !== by), cover };
  const columns = columnsFor(view, by.key, cover?.key);
  if (one) {
    const page = await readViewPage(view, buildViewQuery(view, [], inStackSql(view, by, one.place)), PAGE_ROWS, columns);
    const { parts, next } = renderPageRows(page, (row) => html`<li>${card(view, row, appearance)}</li>\n`);
    return html`<nav aria-label="${share.pages}"><a href="${view.path}">${share.back_to_board}</a></nav>
<h2 class="stack">${chip(view, one.name, one.color)}</h2>
${parts.length === 0 ? emptyMessage(view) : html`<ul class="plain gallery">${parts}</ul>`}
${pager(view, next)}`;
  }
  const found = new Map((await findStacks(view, by)).map((one) => [one.place, one]));
  if (found.size === 0) await assertSchemaVersion(view.ports.database, view.schema);
  const board = stacks
    .map((stack) => ({ stack, total: found.get(stack.place)?.total ?? 0, ids: found.get(stack.place)?.ids ?? [] }))
    .filter(({ stack, total }) => total > 0 || (view.config.hide_empty !== true && stack.place > 0));
  const shown = board.slice(0, MAX_STACKS);
  const others = board.slice(MAX_STACKS);
  // The first cards of all stacks come first, then the second ones: they fill the page evenly.
  const ids = Array.from({ length: MAX_STACK_CARDS }, (_, at) => shown.flatMap((stack) => stack.ids[at] ?? [])).flat();
  const rows = await readRowsById(view, ids, columns);
  const parts = renderThatFit(createPageRoom(), rows, (row) => html`<li>${card(view, row, appearance)}</li>\n`);
  const cardOf = new Map(parts.map((part, index) => [rows[index]!.id, part]));
  return html`<div class="board" role="region" aria-label="${view.link.view_name}" tabindex="0">
${shown.map(({ stack, total, ids }): Part => {
  const cards = ids.flatMap((one) => cardOf.get(one) ?? []);
  const id = `stack-${stack.place}`;
  return html`<section class="${view.choices.of(stack.color) ?? 'plain'}" aria-labelledby="${id}">
<h2 id="${id}">${chip(view, stack.name, stack.color)} <span class="count">${locale.number(total)}<span class="hidden"> ${share.cards(total)}</span></span></h2>
${cards.length > 0 && html`<ul class="plain">${cards}</ul>`}
${total > cards.length && html`<p><a href="${view.path}?stack=${stack.place}">${share.all(locale.number(total))}<span class="hidden"> ${share.of_stack(stack.name)}</span></a></p>`}
</section>\n`;
})}
</div>
${others.length > 0 && html`<nav aria-label="${share.more_stacks}">${others.map(({ stack, total }) => html`<a href="${view.path}?stack=${stack.place}">${chip(view, stack.name, stack.color)} <span class="count">${locale.number(total)}</span></a>\n`)}</nav>`}`;
}

/** Returns the stacks in the order of the view, then of the choices. Rows without a choice are last. */
function stacksOf({ config, page }: SharedView, by: Column): Stack[] {
  const { locale } = page;
  const { yes, no, share } = locale.labels;
  if (by.type !== 'select')
    return [
      { place: 1, name: locale.labelled(by.label, no.toLowerCase()), color: null },
      { place: 2, name: locale.labelled(by.label, yes.toLowerCase()), color: null },
    ];
  const order = (config.stack_order ?? []) as string[];
  const rank = (id: string, name: string) => {
    const place = order.findIndex((one) => one === id || one === name);
    return place < 0 ? order.length : place;
  };
  const stacks = by.options.map(({ id, name, color }, index) => ({ place: index + 1, name, color, rank: rank(id, name) }));
  return [...stacks.toSorted((a, b) => a.rank - b.rank), { place: 0, name: share.without(by.label), color: null }];
}
