import { hash } from 'node:crypto';
import type { Handlers } from '@space/bus';
import type { PageAnswer } from '@space/contracts/core';
import { MAX_CACHED } from '@space/contracts/platform';
import { type blogPages, MAX_SITEMAP_ADDRESSES, mayBeSlug } from '@space/contracts/publishing';
import { asVisitorOf } from '@space/database';
import { type PageCall, type PageContext, sitemap } from '@space/web';
import { LRUCache } from 'lru-cache';
import { blogTag, siteTag } from '../cache/cache-invalidation.ts';
import type { Publishing } from '../context/publishing.ts';
import { spaceLanguage } from '../context/space-language.ts';
import { atomFeed } from '../feeds/atom.ts';
import { readFeed } from '../feeds/feed-entries.ts';
import { jsonFeed } from '../feeds/json-feed.ts';
import { rssFeed } from '../feeds/rss.ts';
import { createBlogTags } from '../posts/blog-tags.ts';
import { countTaggedPosts, findNearbyPosts } from '../posts/nearby-posts.queries.ts';
import { isSameTag, mayBeTag, tagUrl } from '../posts/post-tags.ts';
import {
  type AddressedPost,
  findBlogAddress,
  findGonePost,
  findPostById,
  findPostBySlug,
  findPublicBlog,
  findPublishedPost,
  listPostAddresses,
  listPublishedPosts,
  type PublicBlog,
  wasPublishedAt,
} from '../posts/published-posts.queries.ts';
import { goneAnswer, notFoundAnswer, redirectAnswer } from '../serving/page-answers.ts';
import { indexDocument, POSTS_PER_PAGE } from './blog-index.ts';
import { dataAnswer, strictAnswer } from './blog-layout.ts';
import { blogNavigation } from './blog-navigation.ts';
import { findIndexPageUrl } from './index-page.queries.ts';
import { postAnswer } from './post-answer.ts';

/** A visit of an address of a blog. */
type BlogCall = PageCall & { readonly input: { readonly base_slug: string } };

/** The form of the id of a post; any other text answers 404 without a query. */
const POST_ID = /^\w{1,64}$/;

/**
 * Returns the handlers of the public pages of blogs: a post at `/post/{id}` and `/{base_slug}/{slug}`, the list of a blog,
 * its feeds and its sitemap.
 *
 * Visitors have no key: the address determines the blog, and so the Space. A draft and an unknown address both answer 404,
 * an old slug redirects to the new one, and a post that was published and then deleted answers 410. Rendered answers are
 * cached by the versions of their rows. Gateways cache them until the tag of the blog is invalidated.
 */
export function blogPageHandlers({ ports, origin, contexts, texts, templates }: Publishing): Handlers<typeof blogPages> {
  const { database } = ports;
  const tagsOf = createBlogTags(database);
  const rendered = new LRUCache<string, PageAnswer>({
    maxSize: MAX_CACHED.blog_characters,
    sizeCalculation: ({ body }, key) => body.length + key.length + 500,
  });

  /** Returns the cached answer of these versions, or the one that `render` returns. */
  async function cached(versions: readonly unknown[], render: () => Promise<PageAnswer | undefined>): Promise<PageAnswer> {
    const key = JSON.stringify(versions);
    const before = rendered.get(key);
    if (before) return before;
    const answer = await render();
    if (!answer) return notFoundAnswer;
    if (isCached(answer)) rendered.set(key, answer);
    return answer;
  }

  async function renderPost(call: PageCall, post: AddressedPost): Promise<PageAnswer> {
    const language = post.language ?? (await spaceLanguage(contexts, call, post.space_id));
    const context = await contexts.of(call, post.space_id, language);
    const navigation = await blogNavigation(database, origin, post.space_id, post.site_id, context);
    const nearby = await findNearbyPosts(database, post.space_id, { ...post, published_at: post.published_at! });
    const answer = await cached(['post', post.id, post.stamp, nearby, navigation, language, contextKey(context)], async () => {
      const found = await findPublishedPost(database, post.space_id, post.id, language);
      if (!found) return undefined;
      const whole = await texts.current(post.space_id, found);
      const template = await templates.current(post.space_id, whole);
      return postAnswer(context, origin, { post: whole, template, nearby }, navigation, {
        'Last-Modified': new Date(whole.updated_at).toUTCString(),
      });
    });
    return withTags(answer, post.collection_id, post.site_id);
  }

  const findAddress = async (slug: string) => (mayBeSlug(slug) ? asVisitorOf(await findBlogAddress(database, slug)) : null);

  /** Returns the blog at an address, or the answer for an address without one. */
  async function findBlog(call: BlogCall): Promise<PublicBlog | PageAnswer> {
    const address = await findAddress(call.input.base_slug);
    if (!address) return notFoundAnswer;
    if (address.gone) return goneAnswer;
    const { space_id, collection_id } = address;
    return (await findPublicBlog(database, space_id, collection_id, await spaceLanguage(contexts, call, space_id))) ?? notFoundAnswer;
  }

  /** Returns a feed, the sitemap or the list of a blog. `dependencies` returns more values that the answer depends on. */
  async function renderBlog(
    call: BlogCall,
    kind: string,
    render: (blog: PublicBlog, headers: Record<string, string>) => Promise<PageAnswer>,
    dependencies: (blog: PublicBlog) => Promise<unknown> = async () => null,
  ): Promise<PageAnswer> {
    const blog = await findBlog(call);
    if ('body' in blog) return blog;
    const dependency = await dependencies(blog);
    const headers = { 'Last-Modified': new Date(blog.updated_at).toUTCString() };
    const answer = await cached([kind, blog.id, blog.stamp, blog.language, dependency], () => render(blog, headers));
    return withTags(answer, blog.id, blog.site_id);
  }

  /** Returns a page of the list of a blog, counted from 1, or a redirect to the page that replaces the list of all its posts. */
  async function renderList(call: BlogCall, number: number, tag: string | null = null): Promise<PageAnswer> {
    const own = await findBlog(call);
    if ('body' in own) return own;
    const context = await contexts.of(call, own.space_id, own.language);
    const page = tag === null ? await findIndexPageUrl(database, origin, own) : null;
    if (page !== null) return { status: 307, headers: { Location: page, 'Cache-Control': 'no-cache' }, body: '' };
    const navigationOf = (blog: PublicBlog) => blogNavigation(database, origin, blog.space_id, blog.site_id, context);
    return renderBlog(
      call,
      `index ${number} ${tag?.toLowerCase() ?? ''}`,
      async (blog, headers) => {
        const navigation = await navigationOf(blog);
        const count = tag === null ? blog.posts : await countTaggedPosts(database, blog, tag);
        const last = Math.max(1, Math.ceil(count / POSTS_PER_PAGE));
        if (number > last) return notFoundAnswer;
        const listed = await listPublishedPosts(database, blog, {
          limit: POSTS_PER_PAGE,
          offset: (number - 1) * POSTS_PER_PAGE,
          characters: 0,
          tag,
        });
        // A tag without posts, or posts that were unpublished after the count.
        if (listed.length === 0 && (tag !== null || number > 1)) return notFoundAnswer;
        const posts = await Promise.all(listed.map((post) => texts.current(blog.space_id, post)));
        const list = {
          blog,
          address: `${origin}/${blog.public_slug}`,
          posts,
          position: { number, last },
          tags: await tagsOf(blog),
          // As the newest post spells it.
          tag: tag === null ? null : posts[0]!.tags.find((one) => isSameTag(one, tag))!,
        };
        const document = indexDocument(context, list, navigation);
        return strictAnswer(context.theme, document, headers, navigation !== null);
      },
      async (blog) => [await navigationOf(blog), contextKey(context)],
    );
  }

  /** Returns the page of a list at a number, or a redirect from its first page to the address without a number. */
  async function laterPage(
    call: BlogCall & { readonly input: { readonly number: string } },
    render: (number: number) => Promise<PageAnswer>,
    firstPage: (blog: PublicBlog) => string,
  ): Promise<PageAnswer> {
    const number = /^[1-9]\d{0,5}$/.test(call.input.number) ? Number(call.input.number) : 0;
    if (number === 0) return notFoundAnswer;
    if (number > 1) return render(number);
    const blog = await findBlog(call);
    return 'body' in blog ? blog : redirectAnswer(firstPage(blog));
  }

  return {
    async short(call) {
      const { id } = call.input;
      if (!POST_ID.test(id)) return notFoundAnswer;
      const post = asVisitorOf(await findPostById(database, id));
      if (!post) return (await findGonePost(database, id)) ? goneAnswer : notFoundAnswer;
      return post.status === 'published' ? renderPost(call, post) : notFoundAnswer;
    },

    async post(call) {
      const { base_slug, slug } = call.input;
      const address = await findAddress(base_slug);
      if (!address || !mayBeSlug(slug)) return notFoundAnswer;
      const { space_id, collection_id } = address;
      const post = await findPostBySlug(database, space_id, collection_id, slug);
      if (post?.status !== 'published')
        return (await wasPublishedAt(database, space_id, collection_id, slug)) ? goneAnswer : notFoundAnswer;
      return post.slug === slug ? renderPost(call, post) : redirectAnswer(`/${post.public_slug}/${post.slug}`);
    },

    index: (call) => renderList(call, 1),

    async older(call) {
      return laterPage(
        call,
        (number) => renderList(call, number),
        ({ public_slug }) => `/${public_slug}`,
      );
    },

    async tagged(call) {
      const { tag } = call.input;
      return mayBeTag(tag) ? renderList(call, 1, tag) : notFoundAnswer;
    },

    async tagged_older(call) {
      const { tag } = call.input;
      if (!mayBeTag(tag)) return notFoundAnswer;
      return laterPage(
        call,
        (number) => renderList(call, number, tag),
        ({ public_slug }) => tagUrl(`/${public_slug}`, tag),
      );
    },

    rss: (call) =>
      renderBlog(call, 'rss', async (blog, headers) =>
        dataAnswer('application/rss+xml', rssFeed(await readFeed(database, texts, blog, origin)), headers),
      ),

    atom: (call) =>
      renderBlog(call, 'atom', async (blog, headers) =>
        dataAnswer('application/atom+xml', atomFeed(await readFeed(database, texts, blog, origin)), headers),
      ),

    json: (call) =>
      renderBlog(call, 'json', async (blog, headers) =>
        dataAnswer('application/feed+json', jsonFeed(await readFeed(database, texts, blog, origin)), headers),
      ),

    sitemap: (call) =>
      renderBlog(call, 'sitemap', async (blog, headers) => {
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

/** Returns a hash of the look, which may contain a picture, and the language that a rendered page depends on. */
export const contextKey = ({ theme, locale }: Pick<PageContext, 'theme' | 'locale'>): readonly string[] => [
  hash('sha256', JSON.stringify(theme.look), 'base64url').slice(0, 27),
  locale.tag,
];

/** Returns true for a page, and for the page in place of one that is too large: it is cached too, so that asking again is cheap. */
const isCached = ({ status }: PageAnswer): boolean => status === 200 || status === 422;

/** Adds the cache tags of a blog and of its site, whose navigation the answer shows. */
const withTags = (answer: PageAnswer, blog: string, site: string | null): PageAnswer =>
  isCached(answer) ? { ...answer, tags: [blogTag(blog), ...(site === null ? [] : [siteTag(site)])] } : answer;
