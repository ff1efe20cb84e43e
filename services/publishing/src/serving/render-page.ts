import { Html, html } from '@space/web';
import type { Navigation } from '../navigation/navigation.ts';
import { navigationHead, navigationHtml } from '../navigation/navigation-html.ts';
import type { Outline, Placeholder } from '../references/outline.ts';
import { targetUrl } from '../references/own-address.ts';
import { headHtml, type PageMetadata } from './head-html.ts';
import { EMBED_ATTRIBUTE, iframeResizer } from './iframe-resizer.ts';

/** A page as visitors are to see it. */
export interface RenderInput {
  readonly layout_html: string;
  readonly outline: Outline;
  readonly about: PageMetadata;
  /** None for a page that stands alone, and for sites without. */
  readonly navigation: Navigation | null;
  /** The names of the forms and booking pages it uses, by id. */
  readonly names: Readonly<Record<string, string>>;
  /** Where visitors reach the second origin. */
  readonly origin: string;
}

/** A piece of the document that gives way to something else. */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Makes what a visitor gets of the document of a page: the same text, with what its head lacks, the navigation of its site
 * and the forms and booking pages in their places put in. Nothing is parsed, so it costs little however long it is.
 */
export function renderPage({ layout_html, outline, about, navigation, names, origin }: RenderInput): string {
  const hasFrames = outline.placeholders.some(({ as }) => as === 'content');
  const head = html`${headHtml(about, outline.head)}${navigation && navigationHead(navigation)}${hasFrames && iframeResizer}`;
  const changes: Splice[] = [{ start: outline.head_at, end: outline.head_at, text: String(head) }];
  if (navigation && outline.body_at !== null)
    changes.push({ start: outline.body_at, end: outline.body_at, text: String(navigationHtml(navigation)) });
  for (const placeholder of outline.placeholders)
    changes.push({ start: placeholder.start, end: placeholder.end, text: String(renderEmbed(placeholder, names, origin)) });
  return applySplices(layout_html, changes);
}

/** What stands in the place of a placeholder. */
function renderEmbed(placeholder: Placeholder, names: RenderInput['names'], origin: string): Html {
  const { kind, id, as } = placeholder;
  const src = targetUrl(origin, placeholder);
  if (as === 'address') return html` src="${src}"`;
  const title = names[id] ?? (kind === 'form' ? 'Form' : 'Booking page');
  return html`<iframe src="${src}" title="${title}" loading="lazy" ${new Html(EMBED_ATTRIBUTE)} style="display:block;inline-size:100%;block-size:40rem;border:0"></iframe>`;
}

/** A text with changes made in it that do not overlap; those at one place in their order. */
function applySplices(text: string, changes: readonly Splice[]): string {
  let at = 0;
  let result = '';
  for (const { start, end, text: put } of changes.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + put;
    at = end;
  }
  return result + text.slice(at);
}
