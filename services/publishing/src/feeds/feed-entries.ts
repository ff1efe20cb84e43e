import { MAX_FEED_POSTS } from '@space/contracts/publishing';
import { escaped } from '@space/web';
import type { CommonQueryMethods } from 'slonik';
import { postSummary } from '../posts/post-summary.ts';
import { type ListedPost, listPublishedPosts, type PublicBlog } from '../posts/published-posts.queries.ts';
import { safeBody } from '../posts/safe-body.ts';

/** A feed contains the summary of a post whose text has more characters. */
const MAX_TEXT_CHARACTERS = 60_000;

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
export async function readFeed(database: CommonQueryMethods, blog: PublicBlog, origin: string): Promise<Feed> {
  const url = `${origin}/${blog.public_slug}`;
  const posts = await listPublishedPosts(database, blog, { limit: MAX_FEED_POSTS, characters: MAX_TEXT_CHARACTERS + 1 });
  return {
    url,
    title: blog.title,
    description: blog.description ?? `Posts of ${blog.title}`,
    language: blog.language,
    updated_at: blog.updated_at,
    entries: posts.map((post) => toEntry(post, url, origin)),
  };
}

function toEntry(post: ListedPost, blog: string, origin: string): FeedEntry {
  const url = `${blog}/${post.slug}`;
  const summary = postSummary(post);
  const content =
    post.body_html.length > MAX_TEXT_CHARACTERS ? `<p>${escaped(summary)}</p>` : withAbsoluteUrls(safeBody(post.body_html).text, url);
  return {
    guid: `${origin}/post/${post.id}`,
    url,
    title: post.title,
    author: post.author,
    summary,
    content,
    image: post.cover_image_url,
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
