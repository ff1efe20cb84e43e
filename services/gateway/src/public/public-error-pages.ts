import { errorPage, plainDocument, plainPolicy } from '@space/web';
import { type Headers, headerList } from '../http/headers.ts';

/** An answer of the public origin. */
export interface PublicResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

const HEADERS = headerList({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': plainPolicy(),
  'Referrer-Policy': 'no-referrer',
});

const pages: ReadonlyMap<number, PublicResponse> = new Map(
  [400, 403, 404, 405, 408, 413, 415, 429, 500, 503, 504].map((status) => [
    status,
    { status, headers: HEADERS, body: Buffer.from(plainDocument(errorPage(status))) },
  ]),
);

/**
 * Returns the error page for a status. It depends on the status only, so that it discloses nothing. Other statuses become 404
 * or 500.
 */
export const publicErrorPage = (status: number): PublicResponse => pages.get(status) ?? pages.get(status < 500 ? 404 : 500)!;

/** Returns robots.txt: crawlers may read everything and find the sitemap; each page says itself if it may be indexed. */
export const robots = (origin: string): PublicResponse => ({
  status: 200,
  headers: headerList({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' }),
  body: Buffer.from(`User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`),
});
