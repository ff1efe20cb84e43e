import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  type McpHandlerRequestOptions,
  ProtocolErrorCode,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Log } from '@space/runtime';
import type { McpSession } from './call-tool.ts';
import { rpcErrorBody, rpcIdOf } from './json-rpc.ts';

/** The answer to an MCP request: a status and JSON text; the text is empty for a notification. */
export interface McpResponse {
  readonly status: number;
  readonly text: string;
}

/** Answers one MCP request of any revision of the protocol. */
export type McpHandler = (request: Request, body: unknown, session: McpSession) => Promise<McpResponse>;

/** Creates the SDK's server of one request. */
export type ServerFactory = (session: McpSession) => Server;

/**
 * Creates a handler on the SDK. It is stateless: each request has a server of its own, and no session id is issued. The SDK's
 * handler serves the 2026 revision. Its transport in JSON mode serves the earlier ones, so that a plain POST of one JSON-RPC
 * request is answered by one JSON object.
 */
export function createSdkHandler(createServer: ServerFactory, log: Log): McpHandler {
  const modern = createMcpHandler(({ authInfo }) => createServer(sessionOf(authInfo)), {
    legacy: 'reject',
    // The server sends no notifications, so there is no stream to subscribe to (see rejectSubscription).
    maxSubscriptions: 0,
    onerror: (error) => log.debug({ err: error }, 'an MCP request was rejected'),
  });

  async function handleLegacy(request: Request, options: McpHandlerRequestOptions): Promise<Response> {
    const server = createServer(sessionOf(options.authInfo));
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, options);
    } finally {
      setImmediate(() => void server.close().catch(() => {}));
    }
  }

  return async function handleMcp(request, parsedBody, session) {
    const options = { parsedBody, authInfo: authInfoOf(session) };
    const isLegacy = await isLegacyRequest(request, parsedBody);
    const response = isLegacy ? await handleLegacy(request, options) : await modern.fetch(request, options);
    if (!isLegacy && response.ok && isSubscription(parsedBody)) return rejectSubscription(parsedBody);
    return { status: response.status, text: await response.text() };
  };
}

const isSubscription = (body: unknown): boolean => (body as { method?: unknown } | null)?.method === 'subscriptions/listen';

/**
 * Answers a subscription with "method not found" (2026-07-28, Streamable HTTP). The SDK would answer that all subscriptions
 * are in use, and clients would try again.
 */
const rejectSubscription = (body: unknown): McpResponse => ({
  status: 404,
  text: rpcErrorBody({ code: ProtocolErrorCode.MethodNotFound, message: 'Method not found', id: rpcIdOf(body) }),
});

/** Returns the session as the SDK passes it to handlers; the key itself is not part of it. */
const authInfoOf = (session: McpSession): AuthInfo => ({
  token: '',
  clientId: session.key.caller.key_id,
  scopes: [...session.key.scopes],
  extra: { session },
});

const sessionOf = (info: AuthInfo | undefined): McpSession => info!.extra!.session as McpSession;
