import { type Html, html, type PageContext } from '@space/web';
import type { Navigation } from '../navigation/navigation.ts';
import { feedLinks, jsonLd } from '../posts/post-metadata.ts';
import { postSummary } from '../posts/post-summary.ts';
import type { ListedPost, PublicBlog } from '../posts/published-posts.queries.ts';
import { blogHeader } from './blog-header.ts';
import { blogDocument } from './blog-layout.ts';
import { formatDay } from './format-day.ts';

/** Posts on one page of the list. */
export const POSTS_PER_PAGE = 10;

/** The number of a page of the list, counted from 1, and the number of the last page. */
export interface ListPosition {
  readonly number: number;
  readonly last: number;
}

/** Returns the document of one page of the list of a blog's posts. */
export function indexDocument(
  context: PageContext,
  blog: PublicBlog,
  posts: readonly ListedPost[],
  address: string,
  { number, last }: ListPosition,
  navigation: Navigation | null,
): string {
  const { labels } = context.locale;
  const pageAt = (page: number) => (page === 1 ? address : `${address}/page/${page}`);
  const title = number === 1 ? blog.title : labels.blog_page(blog.title, number);
  return blogDocument({
    context,
    language: blog.language,
    navigation,
    title,
    head: html`${
      blog.description &&
      html`<meta name="description" content="${blog.description.replace(/\s+/g, ' ').trim()}">
`
    }<link rel="canonical" href="${pageAt(number)}">
${
  number > 1 &&
  html`<link rel="prev" href="${pageAt(number - 1)}">
`
}${
  number < last &&
  html`<link rel="next" href="${pageAt(number + 1)}">
`
}<meta property="og:type" content="website">
<meta property="og:title" content="${blog.title}">
${
  blog.description &&
  html`<meta property="og:description" content="${blog.description.replace(/\s+/g, ' ').trim()}">
`
}<meta property="og:url" content="${address}">
<meta name="twitter:card" content="summary">
${feedLinks(blog.title, address)}${jsonLd({
  '@context': 'https://schema.org',
  '@type': 'Blog',
  '@id': address,
  name: blog.title,
  ...(blog.description ? { description: blog.description } : {}),
  inLanguage: blog.language,
  blogPost: posts.map((post) => ({
    '@type': 'BlogPosting',
    headline: post.title,
    url: `${address}/${post.slug}`,
    datePublished: post.published_at,
  })),
})}
`,
    body: html`<div class="page">
${blogHeader(blog.title, address)}<main>
<h1>${blog.title}</h1>
${
  blog.description &&
  html`<p class="lead">${blog.description}</p>
`
}${
  posts.length === 0
    ? html`<p class="none">${labels.no_posts}</p>`
    : html`<ol class="posts">
${posts.map((post) => entry(post, address, blog.language))}</ol>`
}
${
  last > 1 &&
  html`<nav class="leaf" aria-label="${labels.pages_of_list}">
<span>${number > 1 && html`<a href="${pageAt(number - 1)}" rel="prev">${labels.newer_posts}</a>`}</span>
<span>${number < last && html`<a href="${pageAt(number + 1)}" rel="next">${labels.older_posts}</a>`}</span>
</nav>
`
}</main>
</div>`,
  });
}

const entry = (post: ListedPost, address: string, language: string): Html => html`<li>
<article>
<h2><a href="${address}/${post.slug}">${post.title}</a></h2>
<p class="byline">${post.author && html`${post.author} · `}<time datetime="${post.published_at}">${formatDay(language, post.published_at)}</time></p>
<p>${postSummary(post)}</p>
</article>
</li>
`;
