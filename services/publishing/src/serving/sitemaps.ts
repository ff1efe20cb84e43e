import { type CallContext, type Handlers, request } from '@space/bus';
import type { PageAnswer } from '@space/contracts/core';
import { documentSitemaps } from '@space/contracts/documents';
import { MAX_CACHED } from '@space/contracts/platform';
import { MAX_SITEMAP_ADDRESSES, mayBeSlug, type sitePages } from '@space/contracts/publishing';
import { isoTime } from '@space/database';
import { MINUTE_MS } from '@space/time';
import { html, sitemap, sitemapParts, xmlDocument } from '@space/web';
import type { Publishing } from '../context/publishing.ts';
import { createAnswerCache } from './answer-cache.ts';
import { notFoundAnswer, xmlAnswer } from './page-answers.ts';
import { countStandalonePages, listSitemaps, listSitePages, listStandalonePages, type SitemapEntry } from './sitemaps.queries.ts';

const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Sitemaps of a whole installation are rendered once in this time, and gateways cache them under this tag. */
const CACHE_TTL_MS = MINUTE_MS;
const TAG = 'sitemaps';

/** The handlers of sitemaps. */
interface Sitemaps extends Pick<Handlers<typeof sitePages>, 'sitemaps' | 'site_sitemap' | 'standalone_sitemap'> {
  /** Returns a sitemap of the standalone pages by its number, counted from 1. */
  readonly standalonePart: (number: number) => Promise<PageAnswer>;
}

/** Returns the handlers of sitemaps: the URLs of public pages and the times of their last changes, without pages that say noindex. */
export function sitemapHandlers({ ports: { bus, database, clock, log }, origin }: Publishing): Sitemaps {
  const getOrRender = createAnswerCache({ clock, ttlMs: CACHE_TTL_MS, maxCharacters: MAX_CACHED.sitemap_characters });
  const cached = (key: string, render: () => Promise<PageAnswer>) => getOrRender(key, async () => ({ ...(await render()), tags: [TAG] }));

  const standalonePart = (number: number): Promise<PageAnswer> =>
    cached(`standalone ${number}`, async () => {
      const pages = await listStandalonePages(database, origin, {
        limit: MAX_SITEMAP_ADDRESSES,
        offset: (number - 1) * MAX_SITEMAP_ADDRESSES,
      });
      return pages.length > 0 || number === 1 ? sitemapAnswer(pages) : notFoundAnswer;
    });

  /** Asks library for its published documents. An index without them is better than none. */
  async function countDocuments(context: CallContext) {
    try {
      const { count, published_at } = await request(bus, context, documentSitemaps, 'count', {});
      return { count, published_at: published_at === null ? null : Date.parse(published_at) };
    } catch (error) {
      log.warn({ err: error }, 'counting published documents failed; the list of sitemaps lacks them for a minute');
      return { count: 0, published_at: null };
    }
  }

  async function renderSitemapIndex(context: CallContext): Promise<PageAnswer> {
    const sitemaps = await listSitemaps(database, origin, MAX_SITEMAP_ADDRESSES);
    const counted = { p: await countStandalonePages(database), doc: await countDocuments(context) };
    const parts = Object.entries(counted).flatMap(([folder, { count, published_at }]) =>
      sitemapParts(`${origin}/${folder}`, count, MAX_SITEMAP_ADDRESSES).map((url) => ({ url, published_at: published_at! })),
    );
    return xmlAnswer(
      xmlDocument(html`<sitemapindex xmlns="${XMLNS}">
${[...parts, ...sitemaps].slice(0, MAX_SITEMAP_ADDRESSES).map(
  ({ url, published_at }) => html`<sitemap><loc>${url}</loc><lastmod>${isoTime(published_at)}</lastmod></sitemap>
`,
)}</sitemapindex>`),
    );
  }

  return {
    sitemaps: (call) => cached('all', () => renderSitemapIndex(call)),

    async site_sitemap({ input: { site_slug } }) {
      const pages = mayBeSlug(site_slug) ? await listSitePages(database, origin, site_slug, MAX_SITEMAP_ADDRESSES) : [];
      return pages.length > 0 ? sitemapAnswer(pages) : notFoundAnswer;
    },

    standalone_sitemap: () => standalonePart(1),
    standalonePart,
  };
}

const sitemapAnswer = (entries: readonly SitemapEntry[]): PageAnswer =>
  xmlAnswer(sitemap(entries.map(({ url, published_at }) => ({ url, updated_at: isoTime(published_at) }))));
