import type { Feed } from './feed-entries.ts';

/** Returns a blog as JSON Feed 1.1. */
export const jsonFeed = (feed: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.url,
    feed_url: `${feed.url}/feed.json`,
    description: feed.description,
    language: feed.language,
    items: feed.entries.map((entry) => ({
      id: entry.guid,
      url: entry.url,
      title: entry.title,
      summary: entry.summary,
      content_html: entry.content,
      ...(entry.image === null ? {} : { image: entry.image }),
      date_published: entry.published_at,
      date_modified: entry.updated_at,
      ...(entry.author === null ? {} : { authors: [{ name: entry.author }] }),
      ...(entry.tags.length === 0 ? {} : { tags: entry.tags }),
      language: feed.language,
    })),
  });
