import { assertParsable } from '@space/bus';
import { MAX_BODY_BYTES } from '@space/contracts/core';
import { MAX_MCP_BATCH, MAX_MCP_ENVELOPE_BYTES, MAX_UNAUTHENTICATED_MCP_BYTES } from '@space/contracts/platform';
import { type Request as ExpressRequest, type Response as ExpressResponse, Router } from 'express';
import { type ApiKey, Unauthorized } from '../auth/api-key.ts';
import type { Gateway } from '../call/gateway.ts';
import { preflight } from '../http/cors.ts';
import { countUnchecked } from '../http/count-unchecked.ts';
import { type Headers as HeaderList, PRIVATE } from '../http/headers.ts';
import { problemHeaders, toProblem } from '../http/problem-response.ts';
import { type RequestContext, requestContextOf, routeLabels } from '../http/request-context.ts';
import { type RpcError, rpcCodeOf, rpcErrorBody, rpcIdOf } from './json-rpc.ts';
import { isAllowedOrigin } from './origin.ts';
import type { McpHandler } from './sdk-handler.ts';
import type { ToolUses } from './tool-uses.ts';

const JSON_HEADERS: HeaderList = [...PRIVATE, 'Content-Type', 'application/json'];

/** A path at which MCP is answered, with the credential that is taken there. */
export interface McpPath {
  readonly path: string;
  authenticate(request: ExpressRequest): ApiKey | Promise<ApiKey>;
}

/** Loads the handler of authenticated requests. Called once, for the first of them. */
export type LoadMcpHandler = (gateway: Gateway) => Promise<McpHandler>;

/** Loads the tools of a Space. The SDK and the tools are imported here, so that a gateway without MCP traffic stays small. */
export const loadSpaceMcp =
  (toolUses: ToolUses): LoadMcpHandler =>
  async (gateway) =>
    (await import('./space-handler.ts')).createSpaceHandler(gateway, toolUses);

/**
 * Creates the router of the MCP endpoint: JSON-RPC by POST, answered in the response (contract, M1). Other methods get 405,
 * before a key is checked.
 */
export function mcpRouter(gateway: Gateway, load: LoadMcpHandler, paths: readonly McpPath[]): Router {
  let loading: Promise<McpHandler> | undefined;
  const loadOnce = () => (loading ??= load(gateway));
  const router = Router({ caseSensitive: true, strict: true });
  for (const path of paths) addMcpRoute(router, gateway, loadOnce, path);
  return router;
}

function addMcpRoute(router: Router, gateway: Gateway, load: () => Promise<McpHandler>, { path, authenticate: keyOf }: McpPath): void {
  const { authenticator, baseUrl, createBodyReader, ports, respond, slots } = gateway;
  const readBody = createBodyReader(MAX_BODY_BYTES + MAX_MCP_ENVELOPE_BYTES);
  const readUnauthenticatedBody = createBodyReader(MAX_UNAUTHENTICATED_MCP_BYTES);
  const labelFor = routeLabels(path);

  function respondError(context: RequestContext, status: number, error: RpcError, headers: HeaderList = []): void {
    respond(context, status, [...JSON_HEADERS, ...headers], rpcErrorBody(error));
  }

  async function authenticate(context: RequestContext): Promise<ApiKey> {
    const key = await keyOf(context.request);
    context.caller = key.caller;
    return key;
  }

  /** Reads the body in a slot of the key, which bounds the bodies that clients of one key send slowly. */
  async function readInSlot({ request, response }: RequestContext, key: ApiKey): Promise<Uint8Array | null> {
    const leave = await slots.take(key.caller, response);
    try {
      return await readBody(request, response, key.caller);
    } finally {
      leave();
    }
  }

  /** Returns the JSON-RPC id of a request without a valid key, or null. */
  async function unauthenticatedId({ request, response }: RequestContext) {
    const body = await readUnauthenticatedBody(request, response).catch(() => null);
    return rpcIdOf(parseJson(body));
  }

  async function handle(context: RequestContext): Promise<void> {
    const { request } = context;
    if (!isAllowedOrigin(request, baseUrl)) {
      authenticator.countUnchecked(request);
      const message = 'This Origin is not allowed; browser pages need the origin of this API.';
      return respondError(context, 403, { code: -32_000, message });
    }
    const key = await authenticate(context);
    const body = parseJson(await readInSlot(context, key));
    if (body === undefined) return respondError(context, 400, { code: -32_700, message: 'Parse error: the body is not valid JSON.' });
    if (Array.isArray(body) && body.length > MAX_MCP_BATCH)
      return respondError(context, 400, { code: -32_600, message: `A batch may hold at most ${MAX_MCP_BATCH} requests.` });
    const handleMcp = await load();
    const { status, text } = await handleMcp(webRequest(request, `${baseUrl}${path}`), body, { context, key });
    respond(context, status, text === '' ? PRIVATE : JSON_HEADERS, text);
  }

  // Some clients add a slash to an address that people give them.
  const route = router.route([path, `${path}/`]);
  route.post(async function handleMcpPost(request: ExpressRequest, response: ExpressResponse) {
    const context = requestContextOf(response);
    context.route = labelFor(request.method);
    try {
      await handle(context);
    } catch (error) {
      const problem = toProblem(error, context, ports.log);
      const id = problem instanceof Unauthorized ? await unauthenticatedId(context) : null;
      respondError(context, problem.status, { code: rpcCodeOf(problem), message: problem.message, id }, problemHeaders(problem));
    }
  });
  route.all(countUnchecked(gateway), function refuseMethod(request: ExpressRequest, response: ExpressResponse) {
    const context = requestContextOf(response);
    context.route = labelFor(request.method);
    if (request.method === 'OPTIONS') return respond(context, 204, preflight('POST'), null);
    const message = `${request.method} is not allowed here: send JSON-RPC by POST.`;
    respondError(context, 405, { code: -32_000, message }, ['Allow', 'POST']);
  });
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Returns the JSON of a body, or undefined. */
function parseJson(body: Uint8Array | null): unknown {
  if (body !== null) assertParsable(body);
  try {
    return body === null ? undefined : JSON.parse(decoder.decode(body));
  } catch {
    return undefined;
  }
}

/** Returns the parts of a request that the SDK reads. Any `Accept` is replaced, because the answer is always JSON. */
function webRequest({ headers }: ExpressRequest, url: string): Request {
  const forwarded = new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' });
  for (const name in headers) if (name.startsWith('mcp-') && typeof headers[name] === 'string') forwarded.set(name, headers[name]);
  return new Request(url, { method: 'POST', headers: forwarded });
}
