import { type Html, html, type Part } from '@space/web';
import type { Navigation } from '../navigation/navigation.ts';
import { type PostAddresses, postMetadata } from '../posts/post-metadata.ts';
import type { PublishedPost } from '../posts/published-posts.queries.ts';
import { plainText, safeBody } from '../posts/safe-body.ts';
import { fillTemplate, readTemplate } from '../posts/template.ts';
import { blogHeader } from './blog-header.ts';
import { blogDocument } from './blog-layout.ts';
import { withNavigation } from './blog-navigation.ts';

/** Characters of a summary that nobody wrote. */
const SUMMARY = 200;

/** What a post is about, in a sentence or two. */
export const summaryOf = (
  { excerpt, body_html }: { readonly excerpt: string | null; readonly body_html: string },
  most = SUMMARY,
): string => excerpt?.replace(/\s+/g, ' ').trim() || plainText(body_html, most);

/** A day as people of a language write it. */
export function dayIn(language: string, time: string): string {
  const at = new Date(time);
  try {
    return at.toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
  } catch {
    return at.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
  }
}

/** The document of a post: in the layout of its blog, or in ours when it has none. */
export function postDocument(post: PublishedPost, at: PostAddresses, navigation: Navigation | null): string {
  const body = safeBody(post.body_html);
  const summary = summaryOf(post);
  const date = dayIn(post.language, post.published_at);
  if (post.template_html === null)
    return blogDocument({
      language: post.language,
      navigation,
      head: postMetadata(post, at, summary, true),
      body: neutralLayout(post, at, body, date),
    });
  const template = readTemplate(post.template_html);
  const filled = (metadata: Part) =>
    fillTemplate(
      template,
      {
        title: post.title,
        cover_image: post.cover_image_url ?? '',
        excerpt: post.excerpt ?? '',
        author: post.author ?? '',
        date,
        body,
      },
      String(html`${metadata}`),
    );
  const document = template.isDocument
    ? filled(html`${'\n'}${postMetadata(post, at, summary, !template.hasTitle)}`)
    : framed(post, postMetadata(post, at, summary, true), filled(''));
  return navigation === null ? document : withNavigation(document, navigation);
}

/** A piece of a document, made whole. */
const framed = (post: PublishedPost, head: Html, body: string): string => `<!doctype html>
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

const neutralLayout = (post: PublishedPost, at: PostAddresses, body: Html, date: string): Html => html`<div class="page">
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
