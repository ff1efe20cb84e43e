import { type Html, html, type Part } from '@space/web';
import type { Navigation } from '../navigation/navigation.ts';
import { type PostAddresses, postMetadata } from '../posts/post-metadata.ts';
import { postSummary } from '../posts/post-summary.ts';
import type { PublishedPost } from '../posts/published-posts.queries.ts';
import { safeBody } from '../posts/safe-body.ts';
import { fillTemplate, readTemplate } from '../posts/template.ts';
import { blogHeader } from './blog-header.ts';
import { blogDocument } from './blog-layout.ts';
import { withNavigation } from './blog-navigation.ts';
import { formatDay } from './format-day.ts';

/** Returns the document of a post, in the template of its blog or in our layout. */
export function postDocument(post: PublishedPost, at: PostAddresses, navigation: Navigation | null): string {
  const body = safeBody(post.body_html);
  const summary = postSummary(post);
  const date = formatDay(post.language, post.published_at);
  if (post.template_html === null)
    return blogDocument({
      language: post.language,
      title: `${post.title} · ${post.blog_title}`,
      navigation,
      head: postMetadata(post, at, summary, false),
      body: postBody(post, at, body, date),
    });
  const template = readTemplate(post.template_html);
  const fill = (metadata: Part) =>
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
    ? fill(html`${'\n'}${postMetadata(post, at, summary, !template.hasTitle)}`)
    : wrapFragment(post, postMetadata(post, at, summary, true), fill(''));
  return navigation === null ? document : withNavigation(document, navigation);
}

/** Returns the document of a template that is a fragment. It has no style of ours. */
const wrapFragment = (post: PublishedPost, head: Html, body: string): string => `<!doctype html>
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
