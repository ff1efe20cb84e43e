import { absoluteAddress } from '@space/contracts/assets';
import { type Html, html } from '@space/web';
import type { HeadFacts } from '../references/outline.ts';

/** Metadata of a page for browsers, search engines and link previews. */
export interface PageMetadata {
  readonly title: string;
  readonly description: string | null;
  readonly image_url: string | null;
  /** The canonical URL. */
  readonly url: string;
  /** The title of its site. */
  readonly site: string | null;
  /** The icon of its Space. */
  readonly icon: string;
}

/** Returns the elements of the head that the document of a page lacks. Elements that the document has are not repeated. */
export function headHtml(metadata: PageMetadata, facts: HeadFacts): Html {
  const { title, description, image_url, url, site, icon } = metadata;
  const graph: readonly (readonly [string, string | null])[] = [
    ['og:title', title],
    ['og:type', 'website'],
    ['og:url', url],
    ['og:description', description],
    ['og:site_name', site],
    ['og:image', image_url && absoluteAddress(image_url, new URL(url).origin)],
  ];
  const present = new Set(facts.open_graph);
  return html`${!facts.viewport && html`<meta name="viewport" content="width=device-width, initial-scale=1">`}${
    !facts.title && html`<title>${title}</title>`
  }${!facts.description && description !== null && html`<meta name="description" content="${description}">`}${
    !facts.icon && html`<link rel="icon" href="${icon}">`
  }${
    !facts.canonical && html`<link rel="canonical" href="${url}">`
  }${graph.map(([property, content]) => content !== null && !present.has(property) && html`<meta property="${property}" content="${content}">`)}`;
}
