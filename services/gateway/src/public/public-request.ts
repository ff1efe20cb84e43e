import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Operation, Problem } from '@space/contracts/core';
import { MAX_PATH_CHARACTERS, MAX_VISITOR_HEADER_CHARACTERS } from '@space/contracts/platform';
import { preferredLocale } from '@space/web';
import { plainEtags } from '../http/compression.ts';
import { withoutSession } from '../people/session-cookie.ts';
import type { FormBody } from './form-values.ts';

/** A request for a page, as services take it (contracts, core/public-page.ts). */
export interface PageRequest extends FormBody {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly cookie: string | null;
  readonly if_none_match: string | null;
  readonly locale: string;
}

/** Returns the request for a shared page, which is the same for every visitor of a language. */
export function sharedPageRequest(path: string, locale: string): PageRequest & { readonly visitor: string } {
  assertPathLength(path);
  return { path, query: {}, form: null, cookie: null, if_none_match: null, locale, visitor: 'anybody' };
}

/**
 * Returns a request of the public origin without its form. Throws a Problem for a path that is too long, and for a form sent
 * by another site unless the page accepts those.
 */
export function pageRequestOf(
  { method, headers }: IncomingMessage,
  path: string,
  query: string,
  { from_any_site }: Pick<Operation, 'from_any_site'>,
): PageRequest {
  assertPathLength(path);
  if (method === 'POST' && !from_any_site) assertSameSite(headers);
  return {
    path,
    query: firstOfEach(new URLSearchParams(query)),
    form: null,
    cookie: from_any_site ? null : upTo(MAX_VISITOR_HEADER_CHARACTERS.cookie, withoutSession(headers.cookie)),
    if_none_match: upTo(MAX_VISITOR_HEADER_CHARACTERS.if_none_match, plainEtags(headers['if-none-match'])),
    locale: preferredLocale(headers['accept-language']),
  };
}

function assertPathLength(path: string): void {
  if (path.length > MAX_PATH_CHARACTERS) throw new Problem('not_found', 'The path is too long.');
}

/**
 * Throws `forbidden` for a form that a page of another site sent (CSRF). Browsers name the sender in Sec-Fetch-Site, and over
 * plain http in Origin. A request with neither header is not from a browser, so it carries no cookie of a visitor.
 */
function assertSameSite(headers: IncomingHttpHeaders): void {
  const site = headers['sec-fetch-site'];
  const isOwn =
    site !== undefined
      ? site === 'same-origin' || site === 'none'
      : headers.origin === undefined || URL.parse(headers.origin)?.host === headers.host;
  if (!isOwn) throw new Problem('forbidden', 'This form was sent by another site.');
}

/** Returns the first value of each name. */
function firstOfEach(parameters: URLSearchParams): Record<string, string> {
  const result: Record<string, string> = Object.create(null);
  for (const [name, value] of parameters) result[name] ??= value;
  return result;
}

const upTo = (limit: number, header: string | undefined): string | null => (header !== undefined && header.length <= limit ? header : null);
