import { html } from './html.ts';
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

/** The names of the second and later sitemaps of a folder; the first is `sitemap.xml`. */
const numberedSitemap = /^sitemap-([1-9]\d{0,5})\.xml$/;

/** Returns the number in the name of a later sitemap; null for any other name. */
export function sitemapNumber(name: string): number | null {
  const number = Number(numberedSitemap.exec(name)?.[1] ?? 0);
  return number > 1 ? number : null;
}

/** Returns the addresses of the sitemaps of a folder that together have so many addresses. */
export const sitemapParts = (folder: string, count: number, most: number): string[] =>
  Array.from({ length: Math.ceil(count / most) }, (_, part) => `${folder}/sitemap${part === 0 ? '' : `-${part + 1}`}.xml`);
