import { matches } from '../http/etag.ts';
import type { Headers } from '../http/respond.ts';
import type { PublicAnswer } from './public-error-pages.ts';

/** An answer of the second origin as it is sent, worked out once however often that is. */
export interface ReadyAnswer {
  readonly status: number;
  /** All its headers but the id of the request. */
  readonly head: Headers;
  readonly body: Buffer;
  /** What is sent instead to those who have it already; undefined when nobody can tell. */
  readonly unchanged?: ReadyAnswer & { readonly etag: string };
}

/** What every page has, unless its service says otherwise. */
const COMMON: readonly [string, string][] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cache-Control', 'no-store'],
  ['Referrer-Policy', 'no-referrer'],
  ['Content-Security-Policy', "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"],
];

/** What a 304 does not repeat, as it does not repeat what every page has: a browser takes its headers in the place of those it keeps. */
const ofTheBody: ReadonlySet<string> = new Set(['content-type', 'content-encoding', 'set-cookie']);

const NOTHING = Buffer.alloc(0);

/** Makes an answer ready to be sent. */
export function readyAnswer({ status, headers, body }: PublicAnswer): ReadyAnswer {
  const own = headers.flatMap((name, index) => (index % 2 === 0 ? [[name.toLowerCase(), headers[index + 1]!] as const] : []));
  const names = new Set(own.map(([name]) => name));
  const etag = status === 200 ? own.find(([name]) => name === 'etag')?.[1] : undefined;
  return {
    status,
    head:
      status === 304
        ? headers
        : [
            ...COMMON.filter(([name]) => !names.has(name.toLowerCase())).flat(),
            ...headers,
            ...(status === 204 ? [] : ['Content-Length', String(body.length)]),
          ],
    body,
    ...(etag !== undefined && {
      unchanged: { status: 304, head: own.filter(([name]) => !ofTheBody.has(name)).flat(), body: NOTHING, etag },
    }),
  };
}

/** The answer, or the one that says that the visitor has it already, as If-None-Match says. */
export const unlessHad = (answer: ReadyAnswer, given: string | undefined): ReadyAnswer =>
  given !== undefined && answer.unchanged && matches(given, answer.unchanged.etag) ? answer.unchanged : answer;
