import { MAX_BODY_BYTES } from '@space/contracts/core';
import { type Request as ExpressRequest, type Response as ExpressResponse, Router } from 'express';
import { type SpaceKey, Unauthorized } from '../auth/api-key.ts';
import type { Gateway } from '../call/gateway.ts';
import { bodyReader } from '../http/body.ts';
import { preflight } from '../http/cors.ts';
import { asProblem, headersOf } from '../http/problem-response.ts';
import { type Exchange, exchangeOf } from '../http/request-context.ts';
import { type Headers as HeaderList, PRIVATE } from '../http/respond.ts';
import { routeLabels } from '../http/route-label.ts';
import { type RpcError, rpcCodeOf, rpcErrorBody, rpcIdOf } from './json-rpc.ts';
import { isAllowedOrigin } from './origin.ts';
import type { AnswerMcp } from './sdk-handler.ts';

const PATH = '/v1/mcp';
/** The arguments of a call may be as large as a REST body; this is for what JSON-RPC puts around them. */
const ENVELOPE_BYTES = 65_536;
/** Whoever has no key has this much read of what he sends, to answer with the id of his request. */
const UNPROVED_BYTES = 65_536;
const MAX_BATCH = 20;
const JSON_TYPE: HeaderList = [...PRIVATE, 'Content-Type', 'application/json'];

/** Opens what answers the requests that came through the guards of the endpoint; called once, for the first of them. */
export type OpenMcp = (gateway: Gateway) => Promise<AnswerMcp>;

/** The MCP endpoint: POST of JSON-RPC, answered in the POST; everything else is 405, before anybody asks for a key. */
export function mcpRouter(gateway: Gateway, open: OpenMcp = openSpaceTools): Router {
  const { authenticate, baseUrl, ports, respond } = gateway;
  let opening: Promise<AnswerMcp> | undefined;
  const opened = () => {
    opening ??= open(gateway);
    return opening;
  };
  const readBody = bodyReader(MAX_BODY_BYTES + ENVELOPE_BYTES);
  const readUnproved = bodyReader(UNPROVED_BYTES);
  const labelFor = routeLabels(PATH);

  const refuse = (exchange: Exchange, status: number, error: RpcError, headers: HeaderList = []): void =>
    respond(exchange, status, [...JSON_TYPE, ...headers], rpcErrorBody(error));

  const prove = async (exchange: Exchange): Promise<SpaceKey> => {
    const key = await authenticate.mcp(exchange.request);
    exchange.caller = key.caller;
    return key;
  };

  const handle = async (exchange: Exchange): Promise<void> => {
    const { request, response } = exchange;
    if (!isAllowedOrigin(request, baseUrl))
      return refuse(exchange, 403, { code: -32_000, message: 'Requests from this Origin are not allowed.' });
    const key = await prove(exchange);
    const body = parsed(await readBody(request, response));
    if (body === undefined) return refuse(exchange, 400, { code: -32_700, message: 'Parse error: the body is not valid JSON.' });
    if (Array.isArray(body) && body.length > MAX_BATCH)
      return refuse(exchange, 400, { code: -32_600, message: `A batch may hold at most ${MAX_BATCH} requests.` });
    const answerMcp = await opened();
    const { status, text } = await answerMcp(webRequest(request, baseUrl), body, { exchange, key });
    respond(exchange, status, text === '' ? PRIVATE : JSON_TYPE, text);
  };

  const router = Router({ caseSensitive: true, strict: true });
  const here = router.route(PATH);
  here.post(async (request: ExpressRequest, response: ExpressResponse) => {
    const exchange = exchangeOf(response);
    exchange.route = labelFor(request.method);
    try {
      await handle(exchange);
    } catch (error) {
      const problem = asProblem(error, exchange, ports.log);
      const id = problem instanceof Unauthorized ? rpcIdOf(parsed(await readUnproved(request, response).catch(() => null))) : null;
      refuse(exchange, problem.status, { code: rpcCodeOf(problem), message: problem.message, id }, headersOf(problem));
    }
  });
  here.all((request: ExpressRequest, response: ExpressResponse) => {
    const exchange = exchangeOf(response);
    exchange.route = labelFor(request.method);
    if (request.method === 'OPTIONS') respond(exchange, 204, preflight('POST'), null);
    else
      refuse(exchange, 405, { code: -32_000, message: `${request.method} is not allowed here: send JSON-RPC by POST.` }, ['Allow', 'POST']);
  });
  return router;
}

/** The SDK and the tools are loaded when somebody first speaks MCP: a gateway that only serves REST stays small. */
const openSpaceTools: OpenMcp = async (gateway) => (await import('./space-handler.ts')).spaceTools(gateway);

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The JSON of a body; undefined when it is none. */
function parsed(body: Uint8Array | null): unknown {
  try {
    return body === null ? undefined : JSON.parse(decoder.decode(body));
  } catch {
    return undefined;
  }
}

/** What the SDK looks at of a request. Any Accept will do: the answer is JSON (spec, MCP endpoint). */
function webRequest({ headers }: ExpressRequest, baseUrl: string): Request {
  const seen = new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' });
  for (const name in headers) if (name.startsWith('mcp-') && typeof headers[name] === 'string') seen.set(name, headers[name]);
  return new Request(`${baseUrl}${PATH}`, { method: 'POST', headers: seen });
}
