import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Caller, type Entry, PageAnswer, Problem } from '@space/contracts';
import { matches } from './etag.ts';
import type { Gateway } from './gateway.ts';
import type { KeptPages, SharedAnswer } from './kept-pages.ts';
import { headersOf } from './problem-response.ts';
import { type PublicAnswer, refusalPage, robots } from './public-pages.ts';
import { pageRequestOf, sharedRequestOf } from './public-request.ts';
import { publicPaths } from './public-routes.ts';
import { type Answered, finish, type Headers, headerList } from './respond.ts';
import { unmatched } from './route-label.ts';
import { beginTrace } from './trace.ts';

/** Who opens a page: nobody in particular, in no Space until the service knows whose page it is. */
const visitor: Caller = { space_id: '', key_id: '', actor: { kind: 'person', id: 'visitor', name: 'Visitor' } };

type Exchange = { -readonly [K in keyof Answered]: Answered[K] };

/**
 * The second origin: what visitors of a Space see, apart from the API, so that nothing a user publishes can act on it.
 * Every operation of the catalogue with the audience `public` is a page here: its service answers it whole, and what is
 * added are the headers that every page has. It has no API route; whatever goes wrong is a plain page that tells nothing.
 */
export function publicApp({ ports, calls }: Gateway, kept: KeptPages): RequestListener {
  const { log, config } = ports;
  const find = publicPaths();
  const robotsPage = robots((config.SPACE_PUBLIC_URL ?? `http://localhost:${config.SPACE_PUBLIC_PORT}`).replace(/\/+$/, ''));

  const answerOf = async (request: IncomingMessage, exchange: Exchange): Promise<PublicAnswer> => {
    const [path = '/', query = ''] = splitAt(request.url ?? '/', '?');
    if (path === '/robots.txt') return robotsPage;
    const found = find(path);
    if (!found) return refusalPage(404);
    const method = request.method ?? 'GET';
    exchange.route = found.path.labelFor(method);
    const entry = found.path.entries.get(method === 'HEAD' ? 'GET' : method);
    if (!entry) return withHeaders(refusalPage(405), ['Allow', found.path.allow]);
    if (entry.operation.shared) {
      const asked = sharedRequestOf(path);
      return unlessFresh(request, await kept.get(path, () => ask(entry, { ...found.parameters, ...asked }, exchange)));
    }
    const asked = await pageRequestOf(request, path, query, entry.operation);
    return unlessFresh(request, (await ask(entry, { ...found.parameters, ...asked }, exchange)).answer);
  };

  const ask = async (entry: Entry, params: Readonly<Record<string, unknown>>, exchange: Exchange): Promise<SharedAnswer> => {
    const { request_id, trace } = exchange;
    const reply = await calls.asCaller(entry, visitor, { params, body: null, request_id, trace: trace.carrier });
    if (reply.problem) throw reply.problem;
    const { status, headers, body, tags = [] } = PageAnswer.parse(JSON.parse(Buffer.from(reply.body).toString()));
    return { answer: { status, headers: headerList(headers), body: Buffer.from(body) }, tags };
  };

  return async (request, response) => {
    const exchange: Exchange = {
      request_id: randomUUID(),
      begun: performance.now(),
      trace: beginTrace(request.headers),
      route: unmatched(request.method ?? ''),
      caller: undefined,
    };
    let status: number;
    try {
      const answer = await answerOf(request, exchange).catch((error: unknown) => refusalOf(error, exchange));
      status = answer.status;
      send(request, response, answer, exchange.request_id);
    } catch (error) {
      status = 500;
      log.error({ err: error, request_id: exchange.request_id }, 'a page could not be sent');
      response.destroy();
    }
    finish(log, exchange, status);
  };

  function refusalOf(error: unknown, { request_id }: Exchange): PublicAnswer {
    if (error instanceof Problem) return withHeaders(refusalPage(error.status), headersOf(error));
    log.error({ err: error, request_id }, 'a page failed');
    return refusalPage(500);
  }
}

/** What every page has, unless its service says otherwise. */
const COMMON = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: PublicAnswer, requestId: string): void {
  if (response.destroyed) return;
  const own = new Set(headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
  // What a browser keeps has the headers it came with; those of a 304 would take their place.
  const common = status === 304 ? [] : Object.entries(COMMON).filter(([name]) => !own.has(name.toLowerCase()));
  const length = status === 204 || status === 304 ? [] : ['Content-Length', String(body.length)];
  // What was not read of a request that is refused must not be taken for the next one.
  const close = request.complete || request.method !== 'POST' ? [] : ['Connection', 'close'];
  response.writeHead(status, [...common.flat(), ...headers, 'X-Request-Id', requestId, ...length, ...close]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** What a 304 does not repeat: browsers take the headers it has in the place of those they keep. */
const ofTheBody: ReadonlySet<string> = new Set(['content-type', 'content-encoding', 'set-cookie']);

/** The answer, or 304 when the visitor has it already. */
function unlessFresh({ method, headers: { 'if-none-match': given } }: IncomingMessage, answer: PublicAnswer): PublicAnswer {
  if (given === undefined || answer.status !== 200 || (method !== 'GET' && method !== 'HEAD')) return answer;
  const pairs = pairsOf(answer.headers);
  const etag = pairs.find(([name]) => name === 'etag')?.[1];
  if (etag === undefined || !matches(given, etag)) return answer;
  return { status: 304, headers: pairs.filter(([name]) => !ofTheBody.has(name)).flat(), body: NOTHING };
}

const NOTHING = Buffer.alloc(0);

/** Names in lower case with their values. */
const pairsOf = (headers: Headers): [string, string][] =>
  headers.flatMap((name, index) => (index % 2 === 0 ? [[name.toLowerCase(), headers[index + 1]!]] : []));

const withHeaders = (answer: PublicAnswer, headers: Headers): PublicAnswer => ({ ...answer, headers: [...answer.headers, ...headers] });

function splitAt(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
