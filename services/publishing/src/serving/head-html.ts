import { type Html, html } from '@space/web';
import type { HeadFacts } from '../references/outline.ts';

/** What is said of a page to browsers, search engines and whoever shows a link to it. */
export interface PageMetadata {
  readonly title: string;
  readonly description: string | null;
  readonly image_url: string | null;
  /** The one address it should be known by. */
  readonly url: string;
  /** The title of its site. */
  readonly site: string | null;
}

/** What the head of a document lacks of it; what the document says itself is left alone. */
export function headHtml(about: PageMetadata, facts: HeadFacts): Html {
  const { title, description, image_url, url, site } = about;
  const graph: readonly (readonly [string, string | null])[] = [
    ['og:title', title],
    ['og:type', 'website'],
    ['og:url', url],
    ['og:description', description],
    ['og:site_name', site],
    ['og:image', image_url],
  ];
  const said = new Set(facts.open_graph);
  return html`${!facts.viewport && html`<meta name="viewport" content="width=device-width, initial-scale=1">`}${
    !facts.title && html`<title>${title}</title>`
  }${!facts.description && description !== null && html`<meta name="description" content="${description}">`}${
    !facts.canonical && html`<link rel="canonical" href="${url}">`
  }${graph.map(([property, content]) => content !== null && !said.has(property) && html`<meta property="${property}" content="${content}">`)}`;
}
