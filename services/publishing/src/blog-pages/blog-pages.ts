import type { Handlers } from '@space/bus';
import type { PageAnswer } from '@space/contracts/core';
import { type blogPages, mayBeSlug } from '@space/contracts/publishing';
import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import { LRUCache } from 'lru-cache';
import { blogTag, siteTag } from '../cache/cache-invalidation.ts';
import { atomFeed } from '../feeds/atom.ts';
import { feedOf } from '../feeds/feed-entries.ts';
import { jsonFeed } from '../feeds/json-feed.ts';
import { rssFeed } from '../feeds/rss.ts';
import { MAX_SITEMAP_ADDRESSES, sitemap } from '../feeds/sitemap.ts';
import {
  type AddressedPost,
  findBlogAddress,
  findPostById,
  findPostBySlug,
  findPublicBlog,
  findPublishedPost,
  listPostAddresses,
  listPublishedPosts,
  type PublicBlog,
  wasPublished,
  wasPublishedAt,
} from '../posts/published-posts.queries.ts';
import { goneAnswer, notFoundAnswer, redirectAnswer } from '../serving/page-answers.ts';
import { indexDocument, POSTS_PER_PAGE } from './blog-index.ts';
import { dataAnswer, strictAnswer } from './blog-layout.ts';
import { blogNavigation } from './blog-navigation.ts';
import { findIndexPageUrl } from './index-page.queries.ts';
import { postAnswer } from './post-answer.ts';

/** Rendered pages and feeds that are kept, in characters. */
const CACHE_MAX_CHARACTERS = 32_000_000;
const SUMMARY_CHARACTERS = 5_000;
/** What the id of a post may look like; anything else is not looked for. */
const POST_ID = /^\w{1,64}$/;

/**
 * The public pages of blogs, on the second origin: a post at `/post/{id}` and `/{base_slug}/{slug}`, the list of a blog, its
 * feeds and its sitemap.
 *
 * Visitors have no key: the address says which blog it is, and so which Space. A draft and what never was look the same,
 * an old slug leads to the new one, and what was published and then deleted says that it is gone. What was rendered before
 * is found by the versions it was made of, and gateways keep it until they are told that something of the blog changed.
 */
export function blogPageHandlers({ database, config }: Ports): Handlers<typeof blogPages> {
  const origin = publicOrigin(config);
  const rendered = new LRUCache<string, PageAnswer>({
    maxSize: CACHE_MAX_CHARACTERS,
    sizeCalculation: ({ body }) => body.length + 500,
  });

  /** The answer made of these versions: rendered before, or rendered now. */
  const cached = async (versions: readonly unknown[], render: () => Promise<PageAnswer | undefined>): Promise<PageAnswer> => {
    const key = JSON.stringify(versions);
    const before = rendered.get(key);
    if (before) return before;
    const answer = await render();
    if (!answer) return notFoundAnswer;
    if (answer.status === 200) rendered.set(key, answer);
    return answer;
  };

  const showPost = async (post: AddressedPost): Promise<PageAnswer> => {
    const navigation = await blogNavigation(database, origin, post.space_id, post.site_id);
    const answer = await cached(['post', post.id, post.stamp, navigation], async () => {
      const whole = await findPublishedPost(database, post.space_id, post.id);
      return whole ? postAnswer(origin, whole, navigation, { 'Last-Modified': new Date(whole.updated_at).toUTCString() }) : undefined;
    });
    return keptWith(answer, post.collection_id, post.site_id);
  };

  const addressAt = async (slug: string) => (mayBeSlug(slug) ? await findBlogAddress(database, slug) : null);

  const blogAt = async (slug: string): Promise<PublicBlog | PageAnswer> => {
    const address = await addressAt(slug);
    if (!address) return notFoundAnswer;
    if (address.gone) return goneAnswer;
    return (await findPublicBlog(database, address.space_id, address.collection_id)) ?? notFoundAnswer;
  };

  /** Something of a whole blog: a feed, a sitemap or its list. */
  const ofBlog = async (
    { base_slug }: { readonly base_slug: string },
    kind: string,
    render: (blog: PublicBlog, headers: Record<string, string>) => Promise<PageAnswer>,
    more: (blog: PublicBlog) => Promise<unknown> = async () => null,
  ): Promise<PageAnswer> => {
    const blog = await blogAt(base_slug);
    if ('body' in blog) return blog;
    const shown = await more(blog);
    const headers = { 'Last-Modified': new Date(blog.updated_at).toUTCString() };
    const answer = await cached([kind, blog.id, blog.stamp, shown], () => render(blog, headers));
    return keptWith(answer, blog.id, blog.site_id);
  };

  /** A page of the list of a blog, counted from 1; or where the page is that stands in its place. */
  const listPage = async (input: { readonly base_slug: string }, number: number): Promise<PageAnswer> => {
    const own = await blogAt(input.base_slug);
    if ('body' in own) return own;
    const page = await findIndexPageUrl(database, origin, own);
    if (page !== null) return { status: 307, headers: { Location: page, 'Cache-Control': 'no-cache' }, body: '' };
    const navigationOf = (blog: PublicBlog) => blogNavigation(database, origin, blog.space_id, blog.site_id);
    return ofBlog(
      input,
      `index ${number}`,
      async (blog, headers) => {
        const navigation = await navigationOf(blog);
        const last = Math.max(1, Math.ceil(blog.posts / POSTS_PER_PAGE));
        if (number > last) return notFoundAnswer;
        const posts = await listPublishedPosts(database, blog, {
          limit: POSTS_PER_PAGE,
          offset: (number - 1) * POSTS_PER_PAGE,
          characters: SUMMARY_CHARACTERS,
        });
        const document = indexDocument(blog, posts, `${origin}/${blog.public_slug}`, { number, last }, navigation);
        return strictAnswer(document, headers, navigation !== null);
      },
      navigationOf,
    );
  };

  return {
    short: async ({ input: { id } }) => {
      if (!POST_ID.test(id)) return notFoundAnswer;
      const post = await findPostById(database, id);
      if (!post) return (await wasPublished(database, id)) ? goneAnswer : notFoundAnswer;
      return post.status === 'published' ? showPost(post) : notFoundAnswer;
    },

    post: async ({ input: { base_slug, slug } }) => {
      const address = await addressAt(base_slug);
      if (!address || !mayBeSlug(slug)) return notFoundAnswer;
      const { space_id, collection_id } = address;
      const post = await findPostBySlug(database, space_id, collection_id, slug);
      if (post?.status !== 'published')
        return (await wasPublishedAt(database, space_id, collection_id, slug)) ? goneAnswer : notFoundAnswer;
      return post.slug === slug ? showPost(post) : redirectAnswer(`/${post.public_slug}/${post.slug}`);
    },

    index: ({ input }) => listPage(input, 1),

    older: async ({ input }) => {
      const number = /^[1-9]\d{0,5}$/.test(input.number) ? Number(input.number) : 0;
      if (number === 0) return notFoundAnswer;
      if (number > 1) return listPage(input, number);
      const blog = await blogAt(input.base_slug);
      return 'body' in blog ? blog : redirectAnswer(`/${blog.public_slug}`);
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
        const posts = await listPostAddresses(database, blog, MAX_SITEMAP_ADDRESSES - 1);
        const addresses = [
          { url, updated_at: blog.updated_at },
          ...posts.map(({ slug, updated_at }) => ({ url: `${url}/${slug}`, updated_at })),
        ];
        return dataAnswer('application/xml', sitemap(addresses), headers);
      }),
  };
}

/** What gateways may keep until something of the blog changes, or of its site, whose navigation it shows. */
const keptWith = (answer: PageAnswer, blog: string, site: string | null): PageAnswer =>
  answer.status === 200 ? { ...answer, tags: [blogTag(blog), ...(site === null ? [] : [siteTag(site)])] } : answer;
