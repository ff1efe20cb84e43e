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

/** What an MCP request is answered with: a status, and JSON, or no text at all for a notification. */
interface McpAnswer {
  readonly status: number;
  readonly text: string;
}

/** Answers one MCP request, whatever revision of the protocol it speaks. */
export type AnswerMcp = (request: Request, body: unknown, session: McpSession) => Promise<McpAnswer>;

/** Makes the Server of one request. */
export type ServerFor = (session: McpSession) => Server;

/**
 * Nothing is kept between requests: each has a Server of its own, and no session id is ever made. The 2026 revision is
 * served by the SDK's handler; earlier ones by its transport in JSON mode, so that a plain POST of one JSON-RPC request
 * is answered by one JSON object (spec, MCP endpoint).
 */
export function answeringBy(serverFor: ServerFor, log: Log): AnswerMcp {
  const modern = createMcpHandler(({ authInfo }) => serverFor(sessionOf(authInfo)), {
    legacy: 'reject',
    // Nothing is pushed: there is no stream to subscribe to (see unheard).
    maxSubscriptions: 0,
    onerror: (error) => log.debug({ err: error }, 'an MCP request was refused'),
  });

  const legacy = async (request: Request, options: McpHandlerRequestOptions): Promise<Response> => {
    const server = serverFor(sessionOf(options.authInfo));
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, options);
    } finally {
      setImmediate(() => void server.close().catch(() => {}));
    }
  };

  return async (request, parsedBody, session) => {
    const options = { parsedBody, authInfo: authInfoOf(session) };
    const isLegacy = await isLegacyRequest(request, parsedBody);
    const answer = isLegacy ? await legacy(request, options) : await modern.fetch(request, options);
    if (!isLegacy && answer.ok && isListening(parsedBody)) return unheard(parsedBody);
    return { status: answer.status, text: await answer.text() };
  };
}

const isListening = (body: unknown): boolean => (body as { method?: unknown } | null)?.method === 'subscriptions/listen';

/**
 * Who listens is told that this server has no such method (2026-07-28, Streamable HTTP); the SDK would say that all
 * places are taken, which sounds as if there might be one later.
 */
const unheard = (body: unknown): McpAnswer => ({
  status: 404,
  text: rpcErrorBody({ code: ProtocolErrorCode.MethodNotFound, message: 'Method not found', id: rpcIdOf(body) }),
});

/** The SDK hands this through to the handlers; the key itself is not part of it. */
const authInfoOf = (session: McpSession): AuthInfo => ({
  token: '',
  clientId: session.key.caller.key_id,
  scopes: [...session.key.scopes],
  extra: { session },
});

const sessionOf = (info: AuthInfo | undefined): McpSession => info!.extra!.session as McpSession;
