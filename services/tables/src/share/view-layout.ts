import { brandHtml, type Html, html, type Part } from '@space/web';
import type { SharedView } from './shared-view.ts';

/** Renders the frame of every view: its table and name, its content and a footer. */
export const viewLayout = ({ page, link, schema }: SharedView, content: Part): Html => html`<header>
${brandHtml(page.theme)}<h1>${link.view_name}</h1>
<p>${schema.plural_label}</p>
</header>
<main>
${content}
</main>
<footer>
<p>A read-only view of a table, shared by a link. Anyone who has the link can see it.</p>
</footer>`;

/** Content of a view without rows. */
export const emptyMessage: Html = html`<p class="none">There is nothing here yet.</p>`;

/** Renders links to the next page and to the first page. */
export function pager({ path, query }: SharedView, next: string | null): Part {
  const { after, ...others } = query;
  const to = (pageParameters: Record<string, string>) => {
    const text = new URLSearchParams(pageParameters).toString();
    return text === '' ? path : `${path}?${text}`;
  };
  if (after === undefined && next === null) return '';
  const parameters = Object.fromEntries(Object.entries(others).filter(([name]) => name === 'stack'));
  return html`<nav aria-label="Pages">
${after !== undefined && html`<a href="${to(parameters)}">Back to the start</a>`}
${next !== null && html`<a href="${to({ ...parameters, after: next })}" rel="next">Next page</a>`}
</nav>`;
}
