import { MAX_FEED_POSTS } from '@space/contracts/publishing';
import { escaped } from '@space/web';
import type { CommonQueryMethods } from 'slonik';
import { summaryOf } from '../blog-pages/post-page.ts';
import { type ListedPost, listPublishedPosts, type PublicBlog } from '../posts/published-posts.queries.ts';
import { safeBody } from '../posts/safe-body.ts';

/** A text longer than this is not in a feed: its summary stands for it. */
const MAX_TEXT = 60_000;

/** A post as every kind of feed tells it. */
interface FeedEntry {
  /** The same for ever, whatever its address: `/post/{id}`. */
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

/** A blog as every kind of feed tells it. */
export interface Feed {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly language: string;
  readonly updated_at: string;
  readonly entries: readonly FeedEntry[];
}

/** The newest posts of a blog for its feeds, all addresses absolute. */
export async function feedOf(database: CommonQueryMethods, blog: PublicBlog, origin: string): Promise<Feed> {
  const url = `${origin}/${blog.public_slug}`;
  const posts = await listPublishedPosts(database, blog, { limit: MAX_FEED_POSTS, characters: MAX_TEXT + 1 });
  return {
    url,
    title: blog.title,
    description: blog.description ?? `Posts of ${blog.title}`,
    language: blog.language,
    updated_at: blog.updated_at,
    entries: posts.map((post) => entryOf(post, url, origin)),
  };
}

function entryOf(post: ListedPost, blog: string, origin: string): FeedEntry {
  const url = `${blog}/${post.slug}`;
  const summary = summaryOf(post);
  const content = post.body_html.length > MAX_TEXT ? `<p>${escaped(summary)}</p>` : absolute(safeBody(post.body_html).text, url);
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

/** Addresses in a text that was made safe, made absolute: a reader of feeds does not know where the text is from. */
const absolute = (body: string, base: string): string =>
  body.replace(/ (href|src|poster|cite)="([^"]*)"/g, (whole, name: string, value: string) => {
    const url = URL.parse(value.replaceAll('&amp;', '&'), base);
    return url ? ` ${name}="${escaped(url.href)}"` : whole;
  });
