import { absoluteAddress } from '@space/contracts/assets';
import { MAX_FEED_CHARACTERS, MAX_FEED_POST_CHARACTERS, MAX_FEED_POSTS } from '@space/contracts/publishing';
import { choosePageLocale, defaultLook, escaped } from '@space/web';
import type { CommonQueryMethods } from 'slonik';
import type { PostTexts } from '../post-texts/post-texts.ts';
import { postSummary } from '../posts/post-summary.ts';
import { type ListedPost, listPublishedPosts, type PublicBlog } from '../posts/published-posts.queries.ts';

/** A post in a feed of any format. */
interface FeedEntry {
  /** The permanent identifier `/post/{id}`, which does not change with the slug. */
  readonly guid: string;
  readonly url: string;
  readonly title: string;
  readonly author: string | null;
  readonly summary: string;
  readonly content: string;
  readonly image: string | null;
  readonly tags: readonly string[];
  readonly published_at: string;
  readonly updated_at: string;
}

/** A blog as a feed of any format. */
export interface Feed {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly language: string;
  readonly updated_at: string;
  readonly entries: readonly FeedEntry[];
}

/** Returns the newest posts of a blog for its feeds; all URLs are absolute. */
export async function readFeed(database: CommonQueryMethods, texts: PostTexts, blog: PublicBlog, origin: string): Promise<Feed> {
  const url = `${origin}/${blog.public_slug}`;
  const listed = await listPublishedPosts(database, blog, { limit: MAX_FEED_POSTS, characters: MAX_FEED_POST_CHARACTERS });
  const posts = await Promise.all(listed.map((post) => texts.current(blog.space_id, post)));
  let characters = 0;
  // The feed escapes the text once more, so its share is counted as it is escaped.
  const isWithinBound = (content: string): boolean => {
    characters += escaped(content).length;
    return characters <= MAX_FEED_CHARACTERS;
  };
  return {
    url,
    title: blog.title,
    description: blog.description ?? choosePageLocale(blog.language, defaultLook, 'en').labels.posts_of(blog.title),
    language: blog.language,
    updated_at: blog.updated_at,
    entries: posts.map((post) => toEntry(post, url, origin, isWithinBound)),
  };
}

function toEntry(post: ListedPost, blog: string, origin: string, isWithinBound: (content: string) => boolean): FeedEntry {
  const url = `${blog}/${post.slug}`;
  const summary = postSummary(post);
  const { safe_html: html } = post;
  const text = html !== null && html.length <= MAX_FEED_POST_CHARACTERS ? withAbsoluteUrls(html, url) : undefined;
  const content = text !== undefined && isWithinBound(text) ? text : `<p>${escaped(summary)}</p>`;
  return {
    guid: `${origin}/post/${post.id}`,
    url,
    title: post.title,
    author: post.author,
    summary,
    content,
    image: post.cover_image_url && absoluteAddress(post.cover_image_url, origin),
    tags: post.tags,
    published_at: post.published_at,
    updated_at: post.updated_at,
  };
}

/** Makes the URLs of a sanitized text absolute, since a feed reader has no base URL for them. */
const withAbsoluteUrls = (body: string, base: string): string =>
  body.replace(/ (href|src|poster|cite)="([^"]*)"/g, (whole, name: string, value: string) => {
    const url = URL.parse(value.replaceAll('&amp;', '&'), base);
    return url ? ` ${name}="${escaped(url.href)}"` : whole;
  });
