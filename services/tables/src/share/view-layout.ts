import { brandHtml, type Html, html, type Part } from '@space/web';
import type { SharedView } from './shared-view.ts';
import { addressOf, sortParameter } from './view-request.ts';

/** Renders the frame of every view: its table and name, its content and a footer. */
export const viewLayout = ({ page, link, schema }: SharedView, content: Part): Html => html`<header>
${brandHtml(page.theme)}<h1>${link.view_name}</h1>
<p>${schema.plural_label}</p>
</header>
<main>
${content}
</main>
<footer>
<p>${page.locale.labels.share.read_only}</p>
</footer>`;

/** Returns the content of a view without rows. */
export const emptyMessage = ({ page }: SharedView): Html => html`<p class="none">${page.locale.labels.share.empty}</p>`;

/** Returns the title of the page: its search, its view and its table. */
export function titleOf(view: SharedView): string {
  const { search } = view.request;
  return [...(search === '' ? [] : [search]), view.link.view_name, view.schema.plural_label].join(' · ');
}

/** Renders links to the next page and to the first page, with the stack, the search and the order of this one. */
export function pager(view: SharedView, next: string | null): Part {
  const { after, stack } = view.query;
  if (after === undefined && next === null) return '';
  const { search, sort } = view.request;
  const { share } = view.page.locale.labels;
  const here = { stack, q: search, sort: sort && sortParameter(sort) };
  return html`<nav aria-label="${share.pages}">
${after !== undefined && html`<a href="${addressOf(view, here)}">${share.first_page}</a>`}
${next !== null && html`<a href="${addressOf(view, { ...here, after: next })}" rel="next">${share.next_page}</a>`}
</nav>`;
}
