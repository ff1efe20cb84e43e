import { hash } from 'node:crypto';
import type { PageAnswer } from '@space/contracts/core';
import { MAX_SITEMAP_ADDRESSES } from '@space/contracts/publishing';
import { isoTime } from '@space/database';
import { sitemap } from '@space/web';
import type { CommonQueryMethods } from 'slonik';
import { SITEMAP_TAG } from '../../announcements/announce-changes.ts';
import { countPublications, listPublished } from './published-documents.queries.ts';

/** Returns the first sitemap of the published documents of all Spaces. Gateways cache it until a document is published or taken down. */
export async function firstSitemap(database: CommonQueryMethods, origin: string): Promise<PageAnswer> {
  return sitemapOf(await listPart(database, origin, 1));
}

/** Returns a later sitemap by its number, counted from 1; null for one that has no documents. */
export async function laterSitemap(database: CommonQueryMethods, origin: string, number: number): Promise<PageAnswer | null> {
  // Everyone can ask for any number, and the list would read all documents before those of its part.
  if ((await countPublications(database)) <= (number - 1) * MAX_SITEMAP_ADDRESSES) return null;
  const found = await listPart(database, origin, number);
  return found.length > 0 ? sitemapOf(found) : null;
}

const listPart = (database: CommonQueryMethods, origin: string, number: number) =>
  listPublished(database, origin, { limit: MAX_SITEMAP_ADDRESSES, offset: (number - 1) * MAX_SITEMAP_ADDRESSES });

function sitemapOf(found: Awaited<ReturnType<typeof listPublished>>): PageAnswer {
  const body = sitemap(found.map(({ url, published_at }) => ({ url, updated_at: isoTime(published_at) })));
  const headers = {
    'Content-Type': 'application/xml; charset=utf-8',
    'Cache-Control': 'public, max-age=300',
    ETag: `"${hash('sha256', body, 'base64url').slice(0, 27)}"`,
  };
  return { status: 200, headers, body, tags: [SITEMAP_TAG] };
}
