import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem, type ProblemCode } from '@space/contracts/core';
import { MAX_HEADER_BYTES } from '@space/contracts/platform';
import { type Config, closeServer, metrics } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import { limitNetworkConnections } from '../admission/network-connections.ts';
import { limitArrival } from '../http/arrival-limit.ts';
import { problemBody } from '../http/problem-response.ts';

const CONNECTION_CHECK_INTERVAL_MS = 5_000;
const IDLE_CHECK_INTERVAL_MS = 50;
const STOP_TIMEOUT_MS = 15_000;

/**
 * Creates a server that limits the size and the time of requests before any handler runs. It answers malformed HTTP with a
 * Problem. A request that `isUpgrade` accepts is no request to a handler: its connection is given to the listener of `upgrade`.
 */
export function createBoundedServer(
  config: Config,
  baseUrl: () => string,
  isUpgrade: (request: IncomingMessage) => boolean = () => false,
): Server {
  const server = createServer({
    shouldUpgradeCallback: isUpgrade,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: config.SPACE_HEADERS_TIMEOUT_SECONDS * SECOND_MS,
    // The limit of bodies has exceptions, which Node does not know.
    requestTimeout: 0,
    connectionsCheckingInterval: CONNECTION_CHECK_INTERVAL_MS,
    // The default is longer than load balancers keep an idle connection, so that the load balancer closes it.
    keepAliveTimeout: config.SPACE_KEEP_ALIVE_SECONDS * SECOND_MS,
    // Admission refuses requests without a host. Node would answer pipelined ones without a bound.
    requireHostHeader: false,
  });
  server.maxConnections = config.SPACE_MAX_CONNECTIONS;
  server.on('drop', () => metrics.connectionsClosed.inc({ reason: 'port' }));
  limitNetworkConnections(server, config);
  limitArrival(server, config.SPACE_REQUEST_TIMEOUT_SECONDS * SECOND_MS, CONNECTION_CHECK_INTERVAL_MS);
  server.maxRequestsPerSocket = config.SPACE_MAX_REQUESTS_PER_CONNECTION;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuse(error, socket, baseUrl()));
  return server;
}

function refuse(error: NodeJS.ErrnoException, socket: Socket, baseUrl: string): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const { line, code, detail } = clientErrorOf(error.code);
  const requestId = randomUUID();
  const body = problemBody(new Problem(code, detail), requestId, baseUrl);
  socket.end(
    `HTTP/1.1 ${line}\r\nContent-Type: application/problem+json\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function clientErrorOf(code: string | undefined): { line: string; code: ProblemCode; detail: string } {
  if (code === 'HPE_HEADER_OVERFLOW')
    return {
      line: '431 Request Header Fields Too Large',
      code: 'headers_too_large',
      detail: `The headers are larger than ${MAX_HEADER_BYTES} bytes.`,
    };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { line: '408 Request Timeout', code: 'request_timeout', detail: 'The request did not arrive in time.' };
  return { line: '400 Bad Request', code: 'invalid', detail: 'This is not a valid HTTP request.' };
}

/**
 * Stops a server: it takes no new connections, requests in progress finish, and each connection is closed as soon as it is
 * idle.
 */
export async function stopServer(server: Server): Promise<void> {
  const closed = closeServer(server);
  const idleCheck = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS);
  const timeout = new AbortController();
  await Promise.race([closed, delay(STOP_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => {})]);
  timeout.abort();
  clearInterval(idleCheck);
  server.closeAllConnections();
  await closed;
}
