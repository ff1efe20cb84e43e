import { Html, html, type Labels } from '@space/web';
import type { Navigation } from '../navigation/navigation.ts';
import { navigationHead, navigationHtml } from '../navigation/navigation-html.ts';
import type { Outline, Placeholder } from '../references/outline.ts';
import { targetUrl } from '../references/own-address.ts';
import { EMBED_ATTRIBUTE, frameScript } from './frame-script.ts';
import { headHtml, type PageMetadata } from './head-html.ts';

/** The parts of a public page. */
export interface RenderInput {
  readonly layout_html: string;
  readonly outline: Outline;
  readonly metadata: PageMetadata;
  /** Null for a standalone page, and for a site without navigation. */
  readonly navigation: Navigation | null;
  /** The names of the forms and booking pages that the document uses, by id. */
  readonly names: Readonly<Record<string, string>>;
  /** The labels of what is inserted. */
  readonly labels: Labels;
  /** The public origin. */
  readonly origin: string;
}

/** A range of the document and the text that replaces it. */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Returns the document that visitors get: the document of the page with the missing elements of its head, the navigation
 * of its site, and its forms and booking pages. The texts are inserted at the offsets of the outline; nothing is parsed,
 * so the cost is small for a long document too.
 */
export function renderPage({ layout_html, outline, metadata, navigation, names, labels, origin }: RenderInput): string {
  const hasEmbeds = outline.placeholders.length > 0;
  const head = html`${headHtml(metadata, outline.head)}${navigation && navigationHead(navigation)}${hasEmbeds && frameScript}`;
  const splices: Splice[] = [{ start: outline.head_at, end: outline.head_at, text: String(head) }];
  if (navigation && outline.body_at !== null)
    splices.push({ start: outline.body_at, end: outline.body_at, text: String(navigationHtml(navigation)) });
  for (const placeholder of outline.placeholders)
    splices.push({ start: placeholder.start, end: placeholder.end, text: String(renderEmbed(placeholder, names, labels, origin)) });
  return applySplices(layout_html, splices);
}

/** Returns the HTML that replaces a placeholder. */
function renderEmbed(placeholder: Placeholder, names: RenderInput['names'], labels: Labels, origin: string): Html {
  const { kind, id, as, is_inline } = placeholder;
  const src = targetUrl(origin, placeholder);
  // The pages of forms and bookings recognise the name.
  const name = is_inline ? 'space-inline' : 'space-frame';
  // An iframe may have a name of its own, which comes later.
  if (as === 'address') return html` src="${src}"${is_inline && html` name="${name}"`}`;
  const title = names[id] ?? labels[kind];
  return html`<iframe src="${src}" title="${title}" name="${name}" loading="lazy" ${new Html(EMBED_ATTRIBUTE)} style="display:block;inline-size:100%;block-size:40rem;border:0"></iframe>`;
}

/** Returns a text with its splices applied. Splices must not overlap; those at the same offset keep their order. */
function applySplices(text: string, splices: readonly Splice[]): string {
  let at = 0;
  let result = '';
  for (const { start, end, text: inserted } of splices.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + inserted;
    at = end;
  }
  return result + text.slice(at);
}
