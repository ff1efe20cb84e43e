import { html, xmlDocument, xmlText } from '@space/web';
import type { Feed } from './feed-entries.ts';

/** Returns a blog as Atom 1.0 (RFC 4287). */
export const atomFeed = (feed: Feed): string =>
  xmlDocument(html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">
<id>${feed.url}</id>
<title>${xmlText(feed.title)}</title>
<subtitle>${xmlText(feed.description)}</subtitle>
<updated>${feed.updated_at}</updated>
<author><name>${xmlText(feed.title)}</name></author>
<generator>Space API</generator>
<link rel="self" type="application/atom+xml" href="${feed.url}/atom.xml"/>
<link rel="alternate" type="text/html" href="${feed.url}"/>
${feed.entries.map(
  (entry) => html`<entry>
<id>${entry.guid}</id>
<title>${xmlText(entry.title)}</title>
<link rel="alternate" type="text/html" href="${entry.url}"/>
<published>${entry.published_at}</published>
<updated>${entry.updated_at}</updated>
${
  entry.author &&
  html`<author><name>${xmlText(entry.author)}</name></author>
`
}${entry.tags.map((tag) => html`<category term="${xmlText(tag)}"/>\n`)}<summary>${xmlText(entry.summary)}</summary>
<content type="html">${xmlText(entry.content)}</content>
</entry>
`,
)}</feed>`);
