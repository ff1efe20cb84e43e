import { absoluteAddress } from '@space/contracts/assets';
import { type Html, html, httpsLogo, type Labels, type PageContext, type Part } from '@space/web';
import type { Navigation } from '../navigation/navigation.ts';
import { feedLinks, jsonLd, siteName } from '../posts/post-metadata.ts';
import { postSummary } from '../posts/post-summary.ts';
import { isSameTag, tagUrl } from '../posts/post-tags.ts';
import type { ListedPost, PublicBlog } from '../posts/published-posts.queries.ts';
import { blogHeader } from './blog-header.ts';
import { blogDocument } from './blog-layout.ts';
import { byline, tagLinks } from './post-parts.ts';

/** Posts on one page of the list. */
export const POSTS_PER_PAGE = 10;

/** The number of a page of the list, counted from 1, and the number of the last page. */
interface ListPosition {
  readonly number: number;
  readonly last: number;
}

/** One page of the list of a blog's posts. */
export interface BlogList {
  readonly blog: PublicBlog;
  /** The URL of the list of all posts. */
  readonly address: string;
  readonly posts: readonly ListedPost[];
  readonly position: ListPosition;
  /** The tags that the list links to. */
  readonly tags: readonly string[];
  /** The tag that all posts of the list have; null for a list of all posts. */
  readonly tag: string | null;
}

/** Returns the document of one page of the list of a blog's posts. */
export function indexDocument(context: PageContext, list: BlogList, navigation: Navigation | null): string {
  const { blog, address, posts, tag } = list;
  const { number, last } = list.position;
  const { look } = context.theme;
  const { labels } = context.locale;
  const first = tag === null ? address : tagUrl(address, tag);
  const pageAt = (page: number) => (page === 1 ? first : `${first}/page/${page}`);
  const name = tag === null ? blog.title : `${tag} · ${blog.title}`;
  const title = number === 1 ? name : labels.blog_page(name, number);
  const description = tag === null ? blog.description?.replace(/\s+/g, ' ').trim() : labels.posts_with_tag(tag);
  const cover = posts.find(({ cover_image_url }) => cover_image_url !== null)?.cover_image_url;
  const image = cover ? absoluteAddress(cover, new URL(address).origin) : httpsLogo(look);
  return blogDocument({
    context,
    language: blog.language,
    navigation,
    title,
    head: html`${
      description &&
      html`<meta name="description" content="${description}">
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
<meta property="og:title" content="${name}">
${
  description &&
  html`<meta property="og:description" content="${description}">
`
}<meta property="og:url" content="${pageAt(number)}">
<meta property="og:locale" content="${blog.language.replace('-', '_')}">
<meta property="og:site_name" content="${siteName(look, blog.title)}">
${
  image &&
  html`<meta property="og:image" content="${image}">
`
}<meta name="twitter:card" content="summary">
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
${blogHeader({ theme: context.theme, title: blog.title, blog: address, hasNavigation: navigation !== null })}<main>
<h1>${tag === null ? blog.title : labels.posts_with_tag(tag)}</h1>
${
  tag === null &&
  blog.description &&
  html`<p class="lead">${blog.description}</p>
`
}${tagFilter(list, labels)}${
  posts.length === 0
    ? html`<p class="none">${labels.no_posts}</p>`
    : html`<ol class="posts">
${posts.map((post) => entry(context, post, address))}</ol>`
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

/** Returns the links that filter the list by a tag; nothing for a blog without tags. */
const tagFilter = ({ tags, tag, address }: BlogList, labels: Labels): Part =>
  tags.length > 0 &&
  html`<nav aria-label="${labels.tags}">
<ul class="tags">
<li><a href="${address}"${tag === null && html` aria-current="page"`}>${labels.all_posts}</a></li>
${tags.map((one) => html`<li><a href="${tagUrl(address, one)}" rel="tag"${isSameTag(one, tag) && html` aria-current="page"`}>${one}</a></li>\n`)}</ul>
</nav>
`;

const entry = ({ locale }: PageContext, post: ListedPost, address: string): Html => html`<li>
<article>
${
  post.cover_image_url &&
  html`<a class="picture" href="${address}/${post.slug}" tabindex="-1" aria-hidden="true"><img src="${post.cover_image_url}" alt="" loading="lazy"></a>
`
}<h2><a href="${address}/${post.slug}">${post.title}</a></h2>
${byline(locale, post)}
<p>${postSummary(post)}</p>
${tagLinks(post.tags, address, locale.labels.tags)}</article>
</li>
`;
