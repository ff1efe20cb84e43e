import { pageLanguages } from '@space/contracts/core';
import { errorPage, plainContext, plainDocument, plainPolicy } from '@space/web';
import { type Headers, headerList } from '../http/headers.ts';

/** An answer of the public origin. */
export interface PublicResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** The locales of error pages: their text is all that depends on them. */
const contexts = pageLanguages.map((language) => plainContext(language));

const HEADERS = headerList({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': plainPolicy(contexts[0]!.theme),
  'Referrer-Policy': 'no-referrer',
  Vary: 'Accept-Language',
});

const statuses = [400, 403, 404, 405, 408, 413, 415, 416, 429, 500, 503, 504] as const;

const pagesByLanguage: ReadonlyMap<string, ReadonlyMap<number, PublicResponse>> = new Map(
  contexts.map((context) => [
    context.locale.tag,
    new Map(
      statuses.map((status) => {
        const document = plainDocument(errorPage(status, context.locale.labels), context);
        return [status, { status, headers: HEADERS, body: Buffer.from(document) }];
      }),
    ),
  ]),
);

/**
 * Returns the error page for a status, in the language of a locale. It depends on both only, so that it discloses nothing. Other
 * statuses become 404 or 500.
 */
export function publicErrorPage(status: number, locale: string): PublicResponse {
  const pages = pagesByLanguage.get(locale.slice(0, 2)) ?? pagesByLanguage.get('en')!;
  return pages.get(status) ?? pages.get(status < 500 ? 404 : 500)!;
}

/** Returns robots.txt: crawlers may read everything and find the sitemap; each page says itself if it may be indexed. */
export const robots = (origin: string): PublicResponse => ({
  status: 200,
  headers: headerList({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' }),
  body: Buffer.from(`User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`),
});
