import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Caller, type Entry, PageAnswer, Problem } from '@space/contracts';
import { formRate } from './form-rate.ts';
import type { Gateway } from './gateway.ts';
import { headersOf } from './problem-response.ts';
import { type PublicAnswer, refusalPage, robots } from './public-pages.ts';
import { type PageRequest, pageRequestOf } from './public-request.ts';
import { publicPaths } from './public-routes.ts';
import { type Answered, finish, type Headers, headerList } from './respond.ts';
import { unmatched } from './route-label.ts';
import { beginTrace } from './trace.ts';
import { visitorAddress } from './visitor-address.ts';

/** Who opens a page: nobody in particular, in no Space until the service knows whose page it is. */
const visitor: Caller = { space_id: '', key_id: '', actor: { kind: 'person', id: 'visitor', name: 'Visitor' } };

type Parameters = Readonly<Record<string, string>>;
type Exchange = { -readonly [K in keyof Answered]: Answered[K] };

/**
 * The second origin: what visitors of a Space see, apart from the API, so that nothing a user publishes can act on it.
 * Every operation of the catalogue with the audience `public` is a page here: its service answers it whole, and what is
 * added are the headers that every page has. It has no API route; whatever goes wrong is a plain page that tells nothing.
 */
export function publicApp({ ports, calls }: Gateway): RequestListener {
  const { log } = ports;
  const find = publicPaths();
  const addressOf = visitorAddress(ports.config.SPACE_TRUSTED_PROXIES);
  const rate = ports.config.SPACE_RATE_LIMIT === 0 ? undefined : formRate();

  const answerOf = async (request: IncomingMessage, exchange: Exchange): Promise<PublicAnswer> => {
    const [path = '/', query = ''] = splitAt(request.url ?? '/', '?');
    if (path === '/robots.txt') return robots;
    const found = find(path);
    if (!found) return refusalPage(404);
    const method = request.method ?? 'GET';
    exchange.route = found.path.labelFor(method);
    const entry = found.path.entries.get(method === 'HEAD' ? 'GET' : method);
    if (!entry) return withHeaders(refusalPage(405), ['Allow', found.path.allow]);
    const address = addressOf(request);
    const asked = await pageRequestOf(request, path, query, entry.operation, async (most) => rate?.take(request.headers, address, most));
    return ask(entry, found.parameters, { ...asked, visitor: address }, exchange);
  };

  const ask = async (
    entry: Entry,
    parameters: Parameters,
    asked: PageRequest & { readonly visitor: string },
    exchange: Exchange,
  ): Promise<PublicAnswer> => {
    const { request_id, trace } = exchange;
    const { form, files, ...about } = asked;
    // What may be large travels as the body of a message, which carries more than what is said about it.
    const sent = form === null ? null : Buffer.from(JSON.stringify({ form, ...(files && { files }) }));
    const params = { ...parameters, ...about };
    const reply = await calls.asCaller(entry, visitor, { params, body: sent, request_id, trace: trace.carrier });
    if (reply.problem) throw reply.problem;
    const { status, headers, body } = PageAnswer.parse(JSON.parse(Buffer.from(reply.body).toString()));
    return { status, headers: headerList(headers), body: Buffer.from(body) };
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
  const common = Object.entries(COMMON).filter(([name]) => !own.has(name.toLowerCase()));
  const length = status === 204 || status === 304 ? [] : ['Content-Length', String(body.length)];
  // What was not read of a request that is refused must not be taken for the next one.
  const close = request.complete || request.method !== 'POST' ? [] : ['Connection', 'close'];
  response.writeHead(status, [...common.flat(), ...headers, 'X-Request-Id', requestId, ...length, ...close]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

const withHeaders = (answer: PublicAnswer, headers: Headers): PublicAnswer => ({ ...answer, headers: [...answer.headers, ...headers] });

function splitAt(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
