import type { Handlers } from '@space/bus';
import type { blogPages, PageAnswer } from '@space/contracts';
import type { Ports } from '@space/runtime';
import { LRUCache } from 'lru-cache';
import { atomFeed } from '../feeds/atom.ts';
import { feedOf } from '../feeds/feed-entries.ts';
import { jsonFeed } from '../feeds/json-feed.ts';
import { rssFeed } from '../feeds/rss.ts';
import { MAX_SITEMAP_ADDRESSES, sitemap } from '../feeds/sitemap.ts';
import {
  findBlog,
  findBlogAddress,
  findById,
  findBySlug,
  findPublished,
  listAddresses,
  listPublished,
  type PublicBlog,
  type Standing,
  wasPublished,
  wasPublishedAt,
} from '../posts/published-posts.queries.ts';
import { publicOrigin } from '../public-origin.ts';
import { etagOf, isFresh, movedTo, notModified } from '../serving/validators.ts';
import { dataAnswer, goneForGood, nothingHere, strictAnswer } from './blog-frame.ts';
import { indexDocument, POSTS_PER_PAGE } from './blog-index.ts';
import { blogNavigation } from './blog-navigation.ts';
import { indexPageOf } from './index-page.ts';
import { layoutAnswer } from './layout-answer.ts';
import { postDocument } from './post-page.ts';

/** Changes whenever the same post would be shown differently: a part of every ETag. */
const RENDERING = 1;
/** Rendered pages and feeds that are kept, in characters. */
const CACHED_CHARACTERS = 32_000_000;
const SUMMARY_CHARACTERS = 5_000;

/**
 * The public pages of blogs, on the second origin: a post at `/post/{id}` and `/{base_slug}/{slug}`, the list of a blog, its
 * feeds and its sitemap.
 *
 * Visitors have no key: the address says which blog it is, and so which Space. A draft and what never was look the same,
 * an old slug leads to the new one, and what was published and then deleted says that it is gone. Each answer has a strong
 * ETag made of versions, so that whether a visitor has it already is known before anything is rendered or even read.
 */
export function blogPageHandlers({ database, config }: Ports): Handlers<typeof blogPages> {
  const origin = publicOrigin(config);
  const rendered = new LRUCache<string, PageAnswer>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: ({ body }) => body.length + 500,
  });

  /** The answer with this ETag: known to the visitor, rendered before, or rendered now. */
  const cached = async (
    etag: string,
    ifNoneMatch: string | null,
    render: () => Promise<PageAnswer | undefined>,
  ): Promise<PageAnswer | undefined> => {
    if (isFresh(ifNoneMatch, etag)) return notModified(etag);
    const before = rendered.get(etag);
    if (before) return before;
    const answer = await render();
    if (answer) rendered.set(etag, answer);
    return answer;
  };

  const showPost = async (post: Standing, ifNoneMatch: string | null): Promise<PageAnswer> => {
    const navigation = await blogNavigation(database, origin, post.space_id, post.site_id);
    const etag = etagOf('post', post.id, post.stamp, origin, RENDERING, JSON.stringify(navigation));
    const answer = await cached(etag, ifNoneMatch, async () => {
      const whole = await findPublished(database, post.space_id, post.id);
      if (!whole) return undefined;
      const blog = `${origin}/${post.public_slug}`;
      const document = postDocument(whole, { blog, post: `${blog}/${whole.slug}` }, navigation);
      const headers = { ETag: etag, 'Last-Modified': new Date(whole.updated_at).toUTCString() };
      return whole.template_html === null ? strictAnswer(200, document, headers, navigation !== null) : layoutAnswer(document, headers);
    });
    return answer ?? nothingHere;
  };

  const blogAt = async (slug: string): Promise<PublicBlog | PageAnswer> => {
    const address = await findBlogAddress(database, slug);
    if (!address) return nothingHere;
    if (address.gone) return goneForGood;
    return (await findBlog(database, address.space_id, address.collection_id)) ?? nothingHere;
  };

  /** Something of a whole blog: a feed, a sitemap or its list. */
  const ofBlog = async (
    { base_slug, if_none_match }: { readonly base_slug: string; readonly if_none_match: string | null },
    kind: string,
    render: (blog: PublicBlog, headers: Record<string, string>) => Promise<PageAnswer>,
    more: (blog: PublicBlog) => Promise<unknown> = async () => null,
  ): Promise<PageAnswer> => {
    const blog = await blogAt(base_slug);
    if ('body' in blog) return blog;
    const shown = await more(blog);
    const etag = etagOf(kind, blog.id, blog.stamp, origin, RENDERING, JSON.stringify(shown));
    const headers = { ETag: etag, 'Last-Modified': new Date(blog.updated_at).toUTCString() };
    return (await cached(etag, if_none_match, () => render(blog, headers))) ?? nothingHere;
  };

  return {
    short: async ({ input: { id, if_none_match } }) => {
      const post = await findById(database, id);
      if (!post) return (await wasPublished(database, id)) ? goneForGood : nothingHere;
      return post.status === 'published' ? showPost(post, if_none_match) : nothingHere;
    },

    post: async ({ input: { base_slug, slug, if_none_match } }) => {
      const address = await findBlogAddress(database, base_slug);
      if (!address) return nothingHere;
      const { space_id, collection_id } = address;
      const post = await findBySlug(database, space_id, collection_id, slug);
      if (!post) return (await wasPublishedAt(database, space_id, collection_id, slug)) ? goneForGood : nothingHere;
      if (post.status !== 'published') return nothingHere;
      return post.slug === slug ? showPost(post, if_none_match) : movedTo(`/${post.public_slug}/${post.slug}`);
    },

    index: async ({ input }) => {
      const number = /^[1-9]\d{0,5}$/.test(input.query.page ?? '1') ? Number(input.query.page ?? '1') : 0;
      if (number === 0) return nothingHere;
      const own = await blogAt(input.base_slug);
      const page = 'body' in own ? null : await indexPageOf(database, origin, own);
      if (page !== null) return { status: 307, headers: { Location: page, 'Cache-Control': 'no-cache' }, body: '' };
      const navigationOf = (blog: PublicBlog) => blogNavigation(database, origin, blog.space_id, blog.site_id);
      return ofBlog(
        input,
        `index ${number}`,
        async (blog, headers) => {
          const navigation = await navigationOf(blog);
          const last = Math.max(1, Math.ceil(blog.posts / POSTS_PER_PAGE));
          if (number > last) return nothingHere;
          const posts = await listPublished(database, blog, {
            limit: POSTS_PER_PAGE,
            offset: (number - 1) * POSTS_PER_PAGE,
            characters: SUMMARY_CHARACTERS,
          });
          return strictAnswer(
            200,
            indexDocument(blog, posts, `${origin}/${blog.public_slug}`, { number, last }, navigation),
            headers,
            navigation !== null,
          );
        },
        navigationOf,
      );
    },

    rss: ({ input }) =>
      ofBlog(input, 'rss', async (blog, headers) =>
        dataAnswer('application/rss+xml', rssFeed(await feedOf(database, blog, origin)), headers),
      ),

    atom: ({ input }) =>
      ofBlog(input, 'atom', async (blog, headers) =>
        dataAnswer('application/atom+xml', atomFeed(await feedOf(database, blog, origin)), headers),
      ),

    json: ({ input }) =>
      ofBlog(input, 'json', async (blog, headers) =>
        dataAnswer('application/feed+json', jsonFeed(await feedOf(database, blog, origin)), headers),
      ),

    sitemap: ({ input }) =>
      ofBlog(input, 'sitemap', async (blog, headers) => {
        const url = `${origin}/${blog.public_slug}`;
        const posts = await listAddresses(database, blog, MAX_SITEMAP_ADDRESSES - 1);
        const addresses = [
          { url, updated_at: blog.updated_at },
          ...posts.map(({ slug, updated_at }) => ({ url: `${url}/${slug}`, updated_at })),
        ];
        return dataAnswer('application/xml', sitemap(addresses), headers);
      }),
  };
}
