import { html } from '@space/web';
import { xmlDocument } from './xml.ts';

/** A URL and the time of its last change, ISO 8601. */
interface SitemapAddress {
  readonly url: string;
  readonly updated_at: string;
}

/** Returns a sitemap (sitemaps.org, 0.9). */
export const sitemap = (addresses: readonly SitemapAddress[]): string =>
  xmlDocument(html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map(
  ({ url, updated_at }) => html`<url><loc>${url}</loc><lastmod>${updated_at}</lastmod></url>
`,
)}</urlset>`);
