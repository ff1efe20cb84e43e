import { MAX_POST_PAGE_BYTES } from '@space/contracts/publishing';
import { Html, html, type Labels, type PageContext, type Part } from '@space/web';
import type { Navigation } from '../navigation/navigation.ts';
import { navigationHead, navigationHtml } from '../navigation/navigation-html.ts';
import { fillTemplate, type Template } from '../post-texts/template.ts';
import type { NearbyPost } from '../posts/nearby-posts.queries.ts';
import { type PostAddresses, postMetadata } from '../posts/post-metadata.ts';
import type { PublishedPost } from '../posts/published-posts.queries.ts';
import { blogHeader } from './blog-header.ts';
import { blogDocument } from './blog-layout.ts';
import { formatDay } from './format-day.ts';
import { byline, tagLinks } from './post-parts.ts';
import { readingMinutes } from './reading-time.ts';

/** A post with the parsed template of its blog, or null for our layout. */
export interface ShownPost {
  readonly post: PublishedPost;
  readonly template: Template | null;
  /** The posts before and after it, which layouts link to. */
  readonly nearby: readonly NearbyPost[];
}

/** Returns the document of a post, in the template of its blog or in our layout; undefined when it is too large to be shown. */
export function postDocument(context: PageContext, shown: ShownPost, at: PostAddresses, navigation: Navigation | null): string | undefined {
  const { post, template } = shown;
  if (post.safe_html === null) return undefined;
  const { look } = context.theme;
  if (template === null) {
    const head = postMetadata(post, at, look, false);
    const title = `${post.title} · ${post.blog_title}`;
    const page = { context, language: post.language, title, navigation, head };
    return withinBound(blogDocument({ ...page, body: postBody(context, shown, at, navigation !== null) }));
  }
  const values = {
    title: post.title,
    cover_image: post.cover_image_url ?? '',
    excerpt: post.excerpt ?? '',
    author: post.author ?? '',
    date: formatDay(context.locale, post.language, post.published_at),
    reading_time: context.locale.labels.reading_time(readingMinutes(post.text_words)),
    tags: post.tags.join(', '),
    ...nearbyValues(shown.nearby, at.blog),
    body: new Html(post.safe_html),
  };
  const navigation_head = navigation === null ? '' : String(navigationHead(navigation));
  const navigationElement = navigation === null ? '' : String(navigationHtml(navigation));
  if (template.isDocument) {
    const metadata = String(html`${'\n'}${postMetadata(post, at, look, !template.hasTitle)}`);
    return fillTemplate(template, values, { metadata, navigation_head, navigation: navigationElement }, MAX_POST_PAGE_BYTES);
  }
  const text = fillTemplate(template, values, {}, MAX_POST_PAGE_BYTES);
  const head = `${navigation_head}${postMetadata(post, at, look, true)}`;
  return text === undefined ? undefined : withinBound(wrapFragment(post, head, `${navigationElement}${text}`));
}

const withinBound = (document: string): string | undefined => (Buffer.byteLength(document) > MAX_POST_PAGE_BYTES ? undefined : document);

/** Returns the document of a template that is a fragment. It has no style of ours. */
const wrapFragment = (post: PublishedPost, head: string, body: string): string => `<!doctype html>
<html lang="${post.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}</head>
<body>
${body}
</body>
</html>
`;

function postBody({ theme, locale }: PageContext, { post, nearby }: ShownPost, at: PostAddresses, hasNavigation: boolean): Html {
  const { labels } = locale;
  return html`<div class="page">
${blogHeader({ theme, title: post.blog_title, blog: at.blog, hasNavigation })}<main id="post">
<article>
<h1>${post.title}</h1>
${byline(locale, post)}
${
  post.cover_image_url &&
  html`<img class="cover" src="${post.cover_image_url}" alt="">
`
}<div class="text">
${new Html(post.safe_html!)}
</div>
${tagLinks(post.tags, at.blog, labels.tags)}</article>
${nearbyLinks(nearby, at.blog, labels)}</main>
</div>`;
}

const postUrl = (blog: string, { slug }: NearbyPost): string => `${blog}/${slug}`;

/** Returns the tokens of the posts before and after a post; "" for one that does not exist. */
function nearbyValues(nearby: readonly NearbyPost[], blog: string) {
  const [previous, next] = (['previous', 'next'] as const).map((wanted) => nearby.find(({ side }) => side === wanted));
  return {
    previous_title: previous?.title ?? '',
    previous_url: previous ? postUrl(blog, previous) : '',
    next_title: next?.title ?? '',
    next_url: next ? postUrl(blog, next) : '',
  };
}

/** Returns the links to the posts before and after a post; nothing when it is the only one. */
const nearbyLinks = (nearby: readonly NearbyPost[], blog: string, labels: Labels): Part =>
  nearby.length > 0 &&
  html`<nav class="nearby" aria-label="${labels.more_posts}">
${nearby.map(
  (post) => html`<a class="${post.side}" rel="${post.side === 'previous' ? 'prev' : 'next'}" href="${postUrl(blog, post)}"><span>${
    post.side === 'previous' ? labels.previous_post : labels.next_post
  }</span> <strong>${post.title}</strong></a>
`,
)}</nav>
`;
