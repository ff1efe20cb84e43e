import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CatalogEntry } from '@space/contracts/catalog';
import { type Caller, PageAnswer, Problem } from '@space/contracts/core';
import { publicOrigin } from '@space/web';
import type { Gateway } from '../call/gateway.ts';
import { headersOf } from '../http/problem-response.ts';
import { beginTrace } from '../http/request-trace.ts';
import { type Answered, finish, type Headers, headerList } from '../http/respond.ts';
import { unmatched } from '../http/route-label.ts';
import { formRate } from './form-rate-limit.ts';
import type { KeptPages, SharedAnswer } from './page-cache.ts';
import { type PublicAnswer, refusalPage, robots } from './public-error-pages.ts';
import { type PageRequest, pageRequestOf, sharedRequestOf } from './public-request.ts';
import { publicPaths } from './public-routes.ts';
import { type ReadyAnswer, readyAnswer, unlessHad } from './serialized-response.ts';
import { visitorAddress } from './visitor-address.ts';

/** Who opens a page: nobody in particular, in no Space until the service knows whose page it is. */
const visitor: Caller = { space_id: '', key_id: '', actor: { kind: 'person', id: 'visitor', name: 'Visitor' } };

/** Answers larger than this, in bytes, are read in several turns, so that others get theirs between. */
const LARGE_BYTES = 524_288;

type Parameters = Readonly<Record<string, string>>;
type Exchange = { -readonly [K in keyof Answered]: Answered[K] };

/**
 * The second origin: what visitors of a Space see, apart from the API, so that nothing a user publishes can act on it.
 * Every operation of the catalogue with the audience `public` is a page here: its service answers it whole, and what is
 * added are the headers that every page has. It has no API route; whatever goes wrong is a plain page that tells nothing.
 */
export function publicApp({ ports, calls }: Gateway, kept: KeptPages): RequestListener {
  const { log, config } = ports;
  const find = publicPaths();
  const brokenPage = readyAnswer(refusalPage(500));
  const robotsPage = readyAnswer(robots(publicOrigin(config)));
  const addressOf = visitorAddress(ports.config.SPACE_TRUSTED_PROXIES);
  const rate = ports.config.SPACE_RATE_LIMIT === 0 ? undefined : formRate();

  /** What is sent; at once when it is kept, so that nothing is waited for. */
  const answerOf = (request: IncomingMessage, exchange: Exchange): ReadyAnswer | Promise<ReadyAnswer> => {
    const [path = '/', query = ''] = splitAt(request.url ?? '/', '?');
    if (path === '/robots.txt') return robotsPage;
    const found = find(path);
    if (!found) return readyAnswer(refusalPage(404));
    const method = request.method ?? 'GET';
    exchange.route = found.path.labelFor(method);
    const entry = found.path.entries.get(method === 'HEAD' ? 'GET' : method);
    if (!entry) return readyAnswer(withHeaders(refusalPage(405), ['Allow', found.path.allow]));
    if (!entry.operation.shared) return askAlone(request, entry, found.parameters, path, query, exchange);
    const { parameters } = found;
    // The same page for every way to write its address.
    const asked = sharedRequestOf(pathWith(entry, parameters));
    return kept.get(`${entry.id} ${asked.path}`, () => ask(entry, parameters, asked, exchange));
  };

  const askAlone = async (
    request: IncomingMessage,
    entry: CatalogEntry,
    parameters: Parameters,
    path: string,
    query: string,
    exchange: Exchange,
  ): Promise<ReadyAnswer> => {
    const address = addressOf(request);
    const asked = await pageRequestOf(request, path, query, entry.operation, async (most) => rate?.take(request.headers, address, most));
    return (await ask(entry, parameters, { ...asked, visitor: address }, exchange)).answer;
  };

  const ask = async (
    entry: CatalogEntry,
    parameters: Parameters,
    asked: PageRequest & { readonly visitor: string },
    exchange: Exchange,
  ): Promise<SharedAnswer> => {
    const { request_id, trace } = exchange;
    const { form, files, ...about } = asked;
    // What may be large travels as the body of a message, which carries more than what is said about it.
    const sent = form === null ? null : Buffer.from(JSON.stringify({ form, ...(files && { files }) }));
    const params = { ...parameters, ...about };
    const reply = await calls.asCaller(entry, visitor, { params, body: sent, request_id, trace: trace.carrier });
    if (reply.problem) throw reply.problem;
    if (reply.body.length > LARGE_BYTES) await nextTurn();
    const { status, headers, body, tags = [] } = PageAnswer.parse(JSON.parse(Buffer.from(reply.body).toString()));
    if (body.length > LARGE_BYTES) await nextTurn();
    return { answer: readyAnswer({ status, headers: headerList(headers), body: Buffer.from(body) }), tags };
  };

  const send = (request: IncomingMessage, response: ServerResponse, answer: ReadyAnswer, exchange: Exchange): void => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const sent = isRead ? unlessHad(answer, request.headers['if-none-match']) : answer;
    let { status } = sent;
    try {
      write(request, response, sent, exchange.request_id);
    } catch (error) {
      status = 500;
      log.error({ err: error, request_id: exchange.request_id }, 'a page could not be sent');
      // Headers that nobody can send are found out before the first byte.
      if (response.headersSent) response.destroy();
      else write(request, response, brokenPage, exchange.request_id);
    }
    finish(log, exchange, status);
  };

  return (request, response) => {
    const exchange: Exchange = {
      request_id: randomUUID(),
      begun: performance.now(),
      trace: beginTrace(request.headers),
      route: unmatched(request.method ?? ''),
      caller: undefined,
    };
    const refuse = (error: unknown) => send(request, response, readyAnswer(refusalOf(error, exchange)), exchange);
    let answer: ReadyAnswer | Promise<ReadyAnswer>;
    try {
      answer = answerOf(request, exchange);
    } catch (error) {
      return refuse(error);
    }
    if (!(answer instanceof Promise)) return send(request, response, answer, exchange);
    answer.then((ready) => send(request, response, ready, exchange), refuse);
  };

  function refusalOf(error: unknown, { request_id }: Exchange): PublicAnswer {
    if (error instanceof Problem) return withHeaders(refusalPage(error.status), headersOf(error));
    log.error({ err: error, request_id }, 'a page failed');
    return refusalPage(500);
  }
}

function write(
  { method, complete }: IncomingMessage,
  response: ServerResponse,
  { status, head, body }: ReadyAnswer,
  requestId: string,
): void {
  if (response.destroyed) return;
  // What was not read of a request that is refused must not be taken for the next one.
  const close = complete || method !== 'POST' ? [] : ['Connection', 'close'];
  response.writeHead(status, [...head, 'X-Request-Id', requestId, ...close]);
  response.end(method === 'HEAD' ? undefined : body);
}

/** The path of a page as it is written when nothing is encoded that need not be. */
const pathWith = ({ operation: { route } }: CatalogEntry, parameters: Parameters): string =>
  route!.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name]!));

const withHeaders = (answer: PublicAnswer, headers: Headers): PublicAnswer => ({ ...answer, headers: [...answer.headers, ...headers] });

function splitAt(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
