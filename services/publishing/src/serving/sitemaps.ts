import type { Handlers } from '@space/bus';
import type { PageAnswer } from '@space/contracts/core';
import { mayBeSlug, type sitePages } from '@space/contracts/publishing';
import { type Clock, isoTime } from '@space/database';
import { html } from '@space/web';
import { LRUCache } from 'lru-cache';
import type { Publishing } from '../context/publishing.ts';
import { MAX_SITEMAP_ADDRESSES, sitemap } from '../feeds/sitemap.ts';
import { xmlDocument } from '../feeds/xml.ts';
import { notFoundAnswer, xmlAnswer } from './page-answers.ts';
import { countStandalonePages, listSitemaps, listSitePages, listStandalonePages, type SitemapEntry } from './sitemaps.queries.ts';

const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** What is said of a whole installation is put together once in so many milliseconds, and kept under this tag by gateways. */
const CACHE_TTL_MS = 60_000;
const TAG = 'sitemaps';
const CACHE_MAX_CHARACTERS = 64_000_000;

/** The pages that stand alone are split into sitemaps: `/p/sitemap.xml`, `/p/sitemap-2.xml` and so on. */
const numbered = /^sitemap-([1-9]\d{0,5})\.xml$/;

/** Which sitemap of pages that stand alone this name in `/p/` is; null when it is none. */
export function sitemapNumber(name: string): number | null {
  const number = Number(numbered.exec(name)?.[1] ?? 0);
  return number > 1 ? number : null;
}

/** What search engines read. */
interface Sitemaps extends Pick<Handlers<typeof sitePages>, 'sitemaps' | 'site_sitemap' | 'standalone_sitemap'> {
  /** A later sitemap of the pages that stand alone, counted from 1. */
  readonly standalonePart: (number: number) => Promise<PageAnswer>;
}

/** Answers what search engines read: which pages there are and when they last changed. Pages that say noindex are left out. */
export function sitemapHandlers({ ports: { database, clock }, origin }: Publishing): Sitemaps {
  const kept = createAnswerCache(clock);

  const standalonePart = (number: number): Promise<PageAnswer> =>
    kept(`standalone ${number}`, async () => {
      const found = await listStandalonePages(database, origin, {
        limit: MAX_SITEMAP_ADDRESSES,
        offset: (number - 1) * MAX_SITEMAP_ADDRESSES,
      });
      return found.length > 0 || number === 1 ? urlset(found) : notFoundAnswer;
    });

  return {
    sitemaps: () =>
      kept('all', async () => {
        const [found, alone] = [await listSitemaps(database, origin, MAX_SITEMAP_ADDRESSES), await countStandalonePages(database)];
        const parts = Array.from({ length: Math.ceil(alone.count / MAX_SITEMAP_ADDRESSES) }, (_, part) => ({
          url: `${origin}/p/sitemap${part === 0 ? '' : `-${part + 1}`}.xml`,
          published_at: alone.published_at!,
        }));
        return xmlAnswer(
          xmlDocument(html`<sitemapindex xmlns="${XMLNS}">
${[...parts, ...found].slice(0, MAX_SITEMAP_ADDRESSES).map(
  ({ url, published_at }) => html`<sitemap><loc>${url}</loc><lastmod>${isoTime(published_at)}</lastmod></sitemap>
`,
)}</sitemapindex>`),
        );
      }),

    site_sitemap: async ({ input: { site_slug } }) => {
      const found = mayBeSlug(site_slug) ? await listSitePages(database, origin, site_slug, MAX_SITEMAP_ADDRESSES) : [];
      return found.length > 0 ? urlset(found) : notFoundAnswer;
    },

    standalone_sitemap: () => standalonePart(1),
    standalonePart,
  };
}

/** Answers that are the same for a while, made once however many ask at once. */
function createAnswerCache(clock: Clock) {
  const kept = new LRUCache<string, { readonly until: number; readonly answer: Promise<PageAnswer>; size: number }>({
    maxSize: CACHE_MAX_CHARACTERS,
    sizeCalculation: ({ size }) => size,
  });
  return async (key: string, make: () => Promise<PageAnswer>): Promise<PageAnswer> => {
    const before = kept.get(key);
    if (before && before.until > clock.now()) return before.answer;
    const entry = { until: clock.now() + CACHE_TTL_MS, answer: make().then((answer) => ({ ...answer, tags: [TAG] })), size: 1 };
    kept.set(key, entry);
    try {
      const answer = await entry.answer;
      if (answer.status !== 200) kept.delete(key);
      else kept.set(key, { ...entry, size: answer.body.length + 1 });
      return answer;
    } catch (error) {
      kept.delete(key);
      throw error;
    }
  };
}

const urlset = (found: readonly SitemapEntry[]): PageAnswer =>
  xmlAnswer(sitemap(found.map(({ url, published_at }) => ({ url, updated_at: isoTime(published_at) }))));
