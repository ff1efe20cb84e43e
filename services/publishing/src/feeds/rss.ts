import { html, xmlDocument, xmlText } from '@space/web';
import type { Feed } from './feed-entries.ts';

/** Returns a time in the format of RSS (RFC 822, with a year of four digits). */
const rfc822 = (time: string): string => new Date(time).toUTCString().replace('GMT', '+0000');

/** Returns a blog as RSS 2.0. */
export const rssFeed = (feed: Feed): string =>
  xmlDocument(html`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${xmlText(feed.title)}</title>
<link>${feed.url}</link>
<description>${xmlText(feed.description)}</description>
<language>${feed.language}</language>
<lastBuildDate>${rfc822(feed.updated_at)}</lastBuildDate>
<generator>Space API</generator>
<atom:link href="${feed.url}/feed.xml" rel="self" type="application/rss+xml"/>
${feed.entries.map(
  (entry) => html`<item>
<title>${xmlText(entry.title)}</title>
<link>${entry.url}</link>
<guid isPermaLink="true">${entry.guid}</guid>
<pubDate>${rfc822(entry.published_at)}</pubDate>
${
  entry.author &&
  html`<dc:creator>${xmlText(entry.author)}</dc:creator>
`
}${entry.tags.map((tag) => html`<category>${xmlText(tag)}</category>\n`)}<description>${xmlText(entry.summary)}</description>
<content:encoded>${xmlText(entry.content)}</content:encoded>
${
  entry.image &&
  html`<media:content url="${xmlText(entry.image)}" medium="image"/>
`
}</item>
`,
)}</channel>
</rss>`);
