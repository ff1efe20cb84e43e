import { MAX_POST_PAGE_BYTES } from '@space/contracts/publishing';
import { Html, html, type PageContext } from '@space/web';
import type { Navigation } from '../navigation/navigation.ts';
import { navigationHead, navigationHtml } from '../navigation/navigation-html.ts';
import { fillTemplate, type Template } from '../post-texts/template.ts';
import { type PostAddresses, postMetadata } from '../posts/post-metadata.ts';
import { postSummary } from '../posts/post-summary.ts';
import type { PublishedPost } from '../posts/published-posts.queries.ts';
import { blogHeader } from './blog-header.ts';
import { blogDocument } from './blog-layout.ts';
import { formatDay } from './format-day.ts';

/** A post with the parsed template of its blog, or null for our layout. */
export interface ShownPost {
  readonly post: PublishedPost;
  readonly template: Template | null;
}

/** Returns the document of a post, in the template of its blog or in our layout; undefined when it is too large to be shown. */
export function postDocument(
  context: PageContext,
  { post, template }: ShownPost,
  at: PostAddresses,
  navigation: Navigation | null,
): string | undefined {
  if (post.safe_html === null) return undefined;
  const body = new Html(post.safe_html);
  const summary = postSummary(post);
  const date = formatDay(post.language, post.published_at);
  if (template === null) {
    const head = postMetadata(post, at, summary, false);
    const title = `${post.title} · ${post.blog_title}`;
    return withinBound(blogDocument({ context, language: post.language, title, navigation, head, body: postBody(post, at, body, date) }));
  }
  const values = {
    title: post.title,
    cover_image: post.cover_image_url ?? '',
    excerpt: post.excerpt ?? '',
    author: post.author ?? '',
    date,
    body,
  };
  const navigation_head = navigation === null ? '' : String(navigationHead(navigation));
  const navigationElement = navigation === null ? '' : String(navigationHtml(navigation));
  if (template.isDocument) {
    const metadata = String(html`${'\n'}${postMetadata(post, at, summary, !template.hasTitle)}`);
    return fillTemplate(template, values, { metadata, navigation_head, navigation: navigationElement }, MAX_POST_PAGE_BYTES);
  }
  const text = fillTemplate(template, values, {}, MAX_POST_PAGE_BYTES);
  const head = `${navigation_head}${postMetadata(post, at, summary, true)}`;
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

const postBody = (post: PublishedPost, at: PostAddresses, body: Html, date: string): Html => html`<div class="page">
${blogHeader(post.blog_title, at.blog)}<main id="post">
<article>
<h1>${post.title}</h1>
<p class="byline">${post.author && html`${post.author} · `}<time datetime="${post.published_at}">${date}</time></p>
${
  post.cover_image_url &&
  html`<img class="cover" src="${post.cover_image_url}" alt="">
`
}<div class="text">
${body}
</div>
</article>
</main>
</div>`;
