import { isCompressible, VARY_ENCODING } from '../http/compression.ts';
import { matchingEtag } from '../http/etag.ts';
import type { Headers } from '../http/headers.ts';
import type { PublicResponse } from './public-error-pages.ts';

/** An answer of the public origin with all its headers, so that a cached page is serialized once. */
export interface SerializedResponse {
  readonly status: number;
  /** All headers except the request id. */
  readonly head: Headers;
  readonly body: Buffer;
  /** True for a page that may be compressed: it is large, and holds no secret of a visitor. */
  readonly is_compressible?: true;
  /** The 304 for a visitor that has this version; undefined for an answer without an ETag. */
  readonly not_modified?: SerializedResponse & { readonly etag: string };
}

/** Headers of every page, unless its service sets them. */
const DEFAULTS: readonly [string, string][] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cache-Control', 'no-store'],
  ['Referrer-Policy', 'no-referrer'],
  ['Content-Security-Policy', "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"],
];

/**
 * Headers that a 304 omits. It omits the defaults, too: a browser replaces the headers of its stored page by those of the 304.
 */
const BODY_HEADERS: ReadonlySet<string> = new Set(['content-type', 'content-encoding', 'set-cookie']);

const NO_BODY = Buffer.alloc(0);

/** Returns an answer with all its headers. */
export function serializeResponse({ status, headers, body }: PublicResponse): SerializedResponse {
  const own = headers.flatMap((name, index) => (index % 2 === 0 ? [[name.toLowerCase(), headers[index + 1]!] as const] : []));
  const names = new Set(own.map(([name]) => name));
  const etag = status === 200 ? own.find(([name]) => name === 'etag')?.[1] : undefined;
  const defaults = DEFAULTS.filter(([name]) => !names.has(name.toLowerCase())).flat();
  const length = status === 204 ? [] : ['Content-Length', String(body.length)];
  return {
    status,
    head: status === 304 ? headers : [...defaults, ...headers, ...length],
    body,
    ...(etag !== undefined && {
      not_modified: { status: 304, head: own.filter(([name]) => !BODY_HEADERS.has(name)).flat(), body: NO_BODY, etag },
    }),
  };
}

/**
 * Returns a page without a secret of a visitor with all its headers. Only such a page is compressed: the size of one that has
 * a secret next to text of an attacker would disclose the secret (ADR 23).
 */
export function serializeOpenPage({ status, headers, body }: PublicResponse): SerializedResponse {
  if (status !== 200 || !isCompressible(headers, body.length)) return serializeResponse({ status, headers, body });
  return { ...serializeResponse({ status, headers: [...headers, ...VARY_ENCODING], body }), is_compressible: true };
}

/** Returns the 304 of an answer, with the known ETag, if `If-None-Match` names its version; otherwise the answer. */
export function orNotModified(response: SerializedResponse, ifNoneMatch: string | undefined): SerializedResponse {
  const { not_modified } = response;
  const known = not_modified && matchingEtag(ifNoneMatch, not_modified.etag);
  if (known === undefined) return response;
  if (known === not_modified!.etag) return not_modified!;
  return { ...not_modified!, head: not_modified!.head.map((value) => (value === not_modified!.etag ? known : value)) };
}
