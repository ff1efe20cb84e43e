import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CatalogEntry } from '@space/contracts/catalog';
import { PageAnswer, Problem, takesForm } from '@space/contracts/core';
import { preferredLocale, publicOrigin } from '@space/web';
import { endRequest, onRequestEnd, waitForClient } from '../admission/connections.ts';
import { rangeProblemHeaders, sendContent } from '../bytes/send-content.ts';
import type { Gateway } from '../call/gateway.ts';
import { VISITOR } from '../call/visitor.ts';
import { DEFAULT_ICON_PATH, iconFile } from '../docs/icon.ts';
import { type Headers, headerList } from '../http/headers.ts';
import { problemHeaders, toProblem } from '../http/problem-response.ts';
import { finishRequest, type RequestRecord, startRecord } from '../http/request-context.ts';
import { hasUnreadBody } from '../http/unread-body.ts';
import { createPageCompression } from './compressed-pages.ts';
import { unreadFormOf } from './form-body.ts';
import { createFormRateLimit } from './form-rate-limit.ts';
import type { CacheableResponse, PageCache } from './page-cache.ts';
import { type PublicResponse, publicErrorPage, robots } from './public-error-pages.ts';
import { createPublicFiles, type PublicFile } from './public-files.ts';
import { type PageRequest, pageRequestOf, sharedPageRequest } from './public-request.ts';
import { createPathFinder } from './public-routes.ts';
import { orNotModified, type SerializedResponse, serializeOpenPage, serializeResponse } from './serialized-response.ts';
import { unreadWebhookOf } from './webhook-body.ts';
import { createWebhookRateLimit } from './webhook-rate-limit.ts';

/** A larger answer, in bytes, is processed in several turns of the event loop, so that other requests are not delayed. */
const LARGE_BYTES = 524_288;

type Parameters = Readonly<Record<string, string>>;

/** A request of a visitor with its path and its query. */
interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: string;
}

/**
 * Creates the listener of the public origin: the pages that visitors of a Space see, on an origin of their own, so that
 * published content cannot act on the API (contract, O2). Each operation of the catalog with the audience `public` is a page
 * here. Its service answers the page, and the gateway adds the headers of every page. There are no API routes, and an error
 * is a plain page that discloses nothing.
 */
export function createPublicApp({ ports, dispatcher, networks, bodies, compress }: Gateway, cache: PageCache): RequestListener {
  const { log, config } = ports;
  const findPath = createPathFinder();
  const findFile = ports.objects ? createPublicFiles({ ports, networks }, cache) : undefined;
  const compressedForm = createPageCompression(compress);
  const robotsPage = serializeResponse(robots(publicOrigin(config)));
  const icon = serializeResponse({ status: 200, ...iconFile() });
  const formLimit = config.SPACE_RATE_LIMIT === 0 ? undefined : createFormRateLimit();
  const webhookLimit = config.SPACE_RATE_LIMIT === 0 ? undefined : createWebhookRateLimit();

  /** Returns the response to a request, as a promise only when a service has to be asked. */
  function responseTo(
    request: IncomingMessage,
    response: ServerResponse,
    record: RequestRecord,
  ): SerializedResponse | Promise<SerializedResponse> {
    const [path = '/', query = ''] = splitAt(request.url ?? '/', '?');
    if (path === '/robots.txt') return robotsPage;
    if (path === DEFAULT_ICON_PATH) return icon;
    const found = findPath(path);
    if (!found) return serializeResponse(publicErrorPage(404, localeOf(request)));
    const method = request.method ?? 'GET';
    record.route = found.path.labelFor(method);
    const entry = found.path.entries.get(method === 'HEAD' ? 'GET' : method);
    if (!entry) return serializeResponse(withHeaders(publicErrorPage(405, localeOf(request)), ['Allow', found.path.allow]));
    const { parameters } = found;
    if (entry.operation.raw_headers) return receiveWebhook(request, response, entry, parameters, record);
    if (!entry.operation.shared) return renderForVisitor({ request, response, path, query }, entry, parameters, record);
    // One cache key for every spelling of an address, and for all regions of a language.
    const page = sharedPageRequest(pathWith(entry, parameters), localeOf(request).slice(0, 2));
    return cache.get(`${entry.id} ${page.locale} ${page.path}`, () => render(entry, parameters, page, record, networks.networkOf(request)));
  }

  async function receiveWebhook(
    request: IncomingMessage,
    response: ServerResponse,
    entry: CatalogEntry,
    params: Parameters,
    { request_id, trace }: RequestRecord,
  ): Promise<SerializedResponse> {
    const subject = params.id ?? '';
    const sender = networks.addressOf(request);
    const visitor_network = networks.networkOf(request);
    webhookLimit?.assertLeft(subject, sender);
    const webhook = unreadWebhookOf(request, entry.operation);
    const account = bodies.open('keyless', visitor_network);
    onRequestEnd(response, account.close);
    const body = await waitForClient(response, () => webhook.read(account));
    const end = webhookLimit?.begin(subject, sender);
    let status = 500;
    try {
      const reply = await dispatcher.callAs(entry, VISITOR, { params, body, request_id, trace: trace.carrier, visitor_network });
      const answer = reply.problem ?? PageAnswer.parse(JSON.parse(Buffer.from(reply.body).toString()));
      status = answer.status;
      if (answer instanceof Problem) throw answer;
      return serializeResponse({ status, headers: headerList(answer.headers), body: Buffer.from(answer.body, answer.encoding) });
    } finally {
      end?.(status);
    }
  }

  // A form is read only when its page says that it takes one now.
  async function renderForVisitor(
    { request, response, path, query }: Visit,
    entry: CatalogEntry,
    parameters: Parameters,
    record: RequestRecord,
  ): Promise<SerializedResponse> {
    const visitor = networks.addressOf(request);
    const network = networks.networkOf(request);
    const page = { ...pageRequestOf(request, path, query, entry.operation), visitor };
    if (request.method !== 'POST') return (await render(entry, parameters, page, record, network)).response;
    const form = unreadFormOf(request, Object.hasOwn(entry.operation.input.shape, 'files'));
    formLimit?.consume(request.headers, visitor, form.max_bytes);
    const asked = await render(entry, parameters, { ...page, probe: true }, record, network);
    if (asked.response.status !== takesForm.status) return asked.response;
    const account = bodies.open('keyless', network);
    onRequestEnd(response, account.close);
    const body = await waitForClient(response, () => form.read(account));
    return (await render(entry, parameters, { ...page, ...body }, record, network)).response;
  }

  async function render(
    entry: CatalogEntry,
    parameters: Parameters,
    page: PageRequest & { readonly visitor: string; readonly probe?: true },
    { request_id, trace }: RequestRecord,
    visitor_network: string,
  ): Promise<CacheableResponse> {
    const { form, files, ...rest } = page;
    // A form may be large: it travels as the body of a message, which may be larger than its parameters.
    const body = form === null ? null : Buffer.from(JSON.stringify({ form, ...(files && { files }) }));
    const params = { ...parameters, ...rest };
    const reply = await dispatcher.callAs(entry, VISITOR, { params, body, request_id, trace: trace.carrier, visitor_network });
    if (reply.problem) throw reply.problem;
    if (reply.body.length > LARGE_BYTES) await nextTurn();
    const answer = PageAnswer.parse(JSON.parse(Buffer.from(reply.body).toString()));
    if (answer.body.length > LARGE_BYTES) await nextTurn();
    const { status, headers, tags = [] } = answer;
    const serialize = isOpen(page, headers) ? serializeOpenPage : serializeResponse;
    const all = headerList({ Vary: 'Accept-Language', ...headers });
    return { response: serialize({ status, headers: all, body: Buffer.from(answer.body, answer.encoding) }), tags };
  }

  function send(request: IncomingMessage, response: ServerResponse, page: SerializedResponse, record: RequestRecord): void {
    const current = isRead(request) ? orNotModified(page, request.headers['if-none-match']) : page;
    const form = compressedForm(current, request.headers['accept-encoding']);
    if (form instanceof Promise) void form.then((made) => sendForm(request, response, made, record));
    else sendForm(request, response, form, record);
  }

  function sendForm(request: IncomingMessage, response: ServerResponse, sent: SerializedResponse, record: RequestRecord): void {
    let { status } = sent;
    try {
      write(request, response, sent, record.request_id);
    } catch (error) {
      status = 500;
      log.error({ err: error, request_id: record.request_id }, 'could not send a page; answering 500');
      // Node rejects invalid headers before it writes the first byte.
      if (response.headersSent) response.destroy();
      else write(request, response, serializeResponse(publicErrorPage(500, 'en')), record.request_id);
    }
    endRequest(response);
    finishRequest(log, record, status);
  }

  function errorResponse(error: unknown, locale: string, { request_id }: RequestRecord): PublicResponse {
    if (error instanceof Problem) return withHeaders(publicErrorPage(error.status, locale), problemHeaders(error));
    log.error({ err: error, request_id }, 'could not render a page; answering 500');
    return publicErrorPage(500, locale);
  }

  /** Answers a request for a file. An error is a page, as everywhere on this origin. */
  async function sendFile(request: IncomingMessage, response: ServerResponse, file: PublicFile, record: RequestRecord): Promise<void> {
    record.route = file.labelFor(request.method ?? 'GET');
    try {
      if (!isRead(request)) throw new Problem('method_not_allowed', 'A file can only be read.');
      const cached = file.find?.(request);
      if (cached) return send(request, response, cached, record);
      const answer = await file.open(request, record);
      await sendContent(response, answer, [...answer.headers, 'X-Request-Id', record.request_id], log);
      endRequest(response);
      finishRequest(log, record, answer.status);
    } catch (error) {
      const problem = toProblem(error, record, log);
      const page = errorResponse(problem, localeOf(request), record);
      const more = problem.code === 'method_not_allowed' ? ['Allow', file.allow] : rangeProblemHeaders(problem);
      send(request, response, serializeResponse(withHeaders(page, more)), record);
    }
  }

  return function handlePublicRequest(request, response) {
    const record = startRecord(request, randomUUID());
    const file = findFile?.((request.url ?? '/').split('?', 1)[0]!);
    if (file) return void sendFile(request, response, file, record);
    const sendError = (error: unknown) =>
      send(request, response, serializeResponse(errorResponse(error, localeOf(request), record)), record);
    let page: SerializedResponse | Promise<SerializedResponse>;
    try {
      page = responseTo(request, response, record);
    } catch (error) {
      return sendError(error);
    }
    if (!(page instanceof Promise)) return send(request, response, page, record);
    page.then((rendered) => send(request, response, rendered, record), sendError);
  };
}

function write(request: IncomingMessage, response: ServerResponse, { status, head, body }: SerializedResponse, requestId: string): void {
  if (response.destroyed) return;
  // The unread rest of a refused form would be parsed as the next request.
  const close = hasUnreadBody(request) ? ['Connection', 'close'] : [];
  response.writeHead(status, [...head, 'X-Request-Id', requestId, ...close]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Returns the language that the browser of a visitor prefers. */
const localeOf = ({ headers }: IncomingMessage): string => preferredLocale(headers['accept-language']);

/** Returns true for a page that was made without a cookie and without a form, and sets no cookie: it knows no visitor (ADR 23). */
const isOpen = ({ cookie, form }: PageRequest, headers: PageAnswer['headers']): boolean =>
  cookie === null && form === null && !Object.keys(headers).some((name) => name.toLowerCase() === 'set-cookie');

/** Returns the path of a page in its canonical encoding. */
const pathWith = ({ operation: { route } }: CatalogEntry, parameters: Parameters): string =>
  route!.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name]!));

const withHeaders = (response: PublicResponse, headers: Headers): PublicResponse => ({
  ...response,
  headers: [...response.headers, ...headers],
});

function splitAt(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
