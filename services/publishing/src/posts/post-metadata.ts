import { absoluteAddress } from '@space/contracts/assets';
import type { PublicLook } from '@space/contracts/platform';
import { Html, html, httpsLogo, type Part } from '@space/web';
import { postSummary } from './post-summary.ts';
import type { PublishedPost } from './published-posts.queries.ts';

/** The public URLs of a post and its blog. */
export interface PostAddresses {
  readonly blog: string;
  readonly post: string;
}

/** Returns the name of the site in link previews of a blog: that of the Space, otherwise that of the blog. */
export const siteName = ({ name }: PublicLook, blog: string): string => name ?? blog;

/** Returns the absolute URL of the picture above a post; null without one. */
const coverOf = ({ cover_image_url }: PublishedPost, { blog }: PostAddresses): string | null =>
  cover_image_url && absoluteAddress(cover_image_url, new URL(blog).origin);

/** Returns the elements of the head of a post's page for search engines, link previews and feed readers. */
export function postMetadata(post: PublishedPost, at: PostAddresses, look: PublicLook, withTitle: boolean): Html {
  const summary = postSummary(post);
  const open: readonly (readonly [string, string | null])[] = [
    ['og:type', 'article'],
    ['og:title', post.title],
    ['og:description', summary || null],
    ['og:url', at.post],
    ['og:site_name', siteName(look, post.blog_title)],
    ['og:image', coverOf(post, at) ?? httpsLogo(look)],
    ['og:locale', post.language.replace('-', '_')],
    ['article:published_time', post.published_at],
    ['article:modified_time', post.updated_at],
    ['article:author', post.author],
    ...post.tags.map((tag) => ['article:tag', tag] as const),
  ];
  return html`${
    withTitle &&
    html`<title>${post.title} · ${post.blog_title}</title>
`
  }${
    summary &&
    html`<meta name="description" content="${summary}">
`
  }${
    post.author &&
    html`<meta name="author" content="${post.author}">
`
  }<link rel="canonical" href="${at.post}">
${open.map(
  ([property, content]): Part =>
    content !== null &&
    html`<meta property="${property}" content="${content}">
`,
)}<meta name="twitter:card" content="${post.cover_image_url ? 'summary_large_image' : 'summary'}">
${feedLinks(post.blog_title, at.blog)}${jsonLd(linkedData(post, at, summary))}
`;
}

/** Returns the elements of the head that announce the feeds of a blog. */
export const feedLinks = (
  title: string,
  blog: string,
): Html => html`<link rel="alternate" type="application/rss+xml" title="${title}" href="${blog}/feed.xml">
<link rel="alternate" type="application/atom+xml" title="${title} (Atom)" href="${blog}/atom.xml">
<link rel="alternate" type="application/feed+json" title="${title} (JSON)" href="${blog}/feed.json">
`;

/** Returns a post as a BlogPosting of schema.org. */
function linkedData(post: PublishedPost, at: PostAddresses, summary: string): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    '@id': at.post,
    headline: post.title,
    ...(summary ? { description: summary } : {}),
    ...(post.cover_image_url ? { image: [coverOf(post, at)] } : {}),
    ...(post.author ? { author: { '@type': 'Person', name: post.author } } : {}),
    ...(post.tags.length > 0 ? { keywords: post.tags.join(', ') } : {}),
    wordCount: post.text_words,
    datePublished: post.published_at,
    dateModified: post.updated_at,
    inLanguage: post.language,
    mainEntityOfPage: at.post,
    isPartOf: { '@type': 'Blog', '@id': at.blog, name: post.blog_title },
  };
}

/** Returns a script element with JSON-LD. `<`, `>` and `&` are escaped, so that no text ends the element. */
export const jsonLd = (data: Record<string, unknown>): Html =>
  new Html(
    `<script type="application/ld+json">${JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}</script>`,
  );
