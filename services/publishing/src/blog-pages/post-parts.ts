import { type Html, html, type PageLocale, type Part } from '@space/web';
import { tagUrl } from '../posts/post-tags.ts';
import type { ListedPost } from '../posts/published-posts.queries.ts';
import { formatDay } from './format-day.ts';
import { readingMinutes } from './reading-time.ts';

/** Returns the line with the author, the date and the reading time of a post. */
export function byline(locale: PageLocale, post: Omit<ListedPost, 'safe_html'>): Html {
  const date = formatDay(locale, post.language, post.published_at);
  const time = locale.labels.reading_time(readingMinutes(post.text_words));
  return html`<p class="byline">${post.author && html`${post.author} · `}<time datetime="${post.published_at}">${date}</time> · <span>${time}</span></p>`;
}

/** Returns links to the posts of each tag; nothing without tags. */
export const tagLinks = (tags: readonly string[], blog: string, label: string): Part =>
  tags.length > 0 &&
  html`<ul class="tags" aria-label="${label}">${tags.map((tag) => html`<li><a href="${tagUrl(blog, tag)}" rel="tag">${tag}</a></li>`)}</ul>
`;
