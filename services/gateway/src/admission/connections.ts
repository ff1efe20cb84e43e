import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { CONNECTION_SECONDS, MAX_PIPELINED_REQUESTS, MAX_UNSENT_BYTES } from '@space/contracts/platform';
import { metrics } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import type { Load } from './load.ts';

/*
 * The connections of a server. A client may send requests before it has read the answers (pipelining) and may never read
 * them. So a connection has one request at a time, the others wait unread; with too many of them it is closed. An answer that
 * its client does not read for a while closes the connection, so that at most one answer of it is in memory. All unread
 * answers of a server together are bounded, too. A request is in progress while the gateway works on it: neither while a slow
 * client sends its body nor while it reads the answer. When a client leaves, the work on its request goes on, and the request is
 * in progress until its handler has ended. So clients that connect, ask and leave start no more work than others.
 */

/** Decides on a request before anything of it is read. Returns false when it has answered the request itself. */
export type Admit = (request: IncomingMessage, response: ServerResponse) => boolean;

interface Connection {
  /** The response in progress, until it is sent. */
  current: ServerResponse | undefined;
  readonly pipelined: [IncomingMessage, ServerResponse][];
}

const CHECKS_PER_TIMEOUT = 30;

type Counter = Pick<Load, 'enter' | 'leave'>;

/** The work on a request, until its handler has ended. */
interface Work {
  readonly counter: Counter;
  isCounted: boolean;
  hasEnded: boolean;
  readonly onEnd: (() => void)[];
  readonly onClientLeft: Set<() => void>;
}

const WORK = Symbol('work');

interface ServedResponse extends ServerResponse {
  [WORK]?: Work;
}

function count(work: Work): void {
  if (work.isCounted || work.hasEnded) return;
  work.isCounted = true;
  work.counter.enter();
}

function uncount(work: Work): void {
  if (!work.isCounted) return;
  work.isCounted = false;
  work.counter.leave();
}

/** Ends the count of a request as one in progress, while it waits for something to happen. */
export function parkRequest(response: ServedResponse): void {
  const work = response[WORK];
  if (work) uncount(work);
}

/** Ends the work on a request. A handler that does not end its response, because its client has left, calls this. */
export function endRequest(response: ServedResponse): void {
  const work = response[WORK];
  if (!work || work.hasEnded) return;
  work.hasEnded = true;
  uncount(work);
  for (const act of work.onEnd) act();
}

/** Calls `act` when the work on a request has ended, also when its client has left before. */
export function onRequestEnd(response: ServedResponse, act: () => void): void {
  const work = response[WORK];
  if (!work || work.hasEnded) act();
  else work.onEnd.push(act);
}

/** Calls `act` when the client of a request leaves before its answer is sent. Returns the function that ends this. */
export function onClientLeft(response: ServedResponse, act: () => void): () => void {
  const listeners = response[WORK]?.onClientLeft;
  listeners?.add(act);
  return () => void listeners?.delete(act);
}

/** Waits for a client, for example for its form. Meanwhile its request does not count as one in progress. */
export async function waitForClient<T>(response: ServedResponse, wait: () => Promise<T>): Promise<T> {
  const work = response[WORK];
  const isResumed = work?.isCounted === true;
  parkRequest(response);
  try {
    return await wait();
  } finally {
    if (work && isResumed) count(work);
  }
}

/** A socket with its HTTP parser. Node documents neither the parser nor a way to stop it. */
interface ParsedSocket extends Socket {
  parser?: { onIncoming(request: { upgrade: boolean }): number } | null;
}

/** The answer to the parser that the bytes after this request are not HTTP. */
const NO_MORE_HTTP = 2;

/**
 * Stops the parser of a closed connection at its next request. Otherwise Node makes a request and a response of each
 * pipelined request in its buffer, thousands of them, and holds all until the connection is gone.
 */
function stopParsing({ parser }: ParsedSocket): void {
  if (!parser) return;
  parser.onIncoming = (request) => {
    request.upgrade = false;
    return NO_MORE_HTTP;
  };
}

/**
 * Serves the requests of a server: bounded for each connection, counted in `load`, and admitted by `admit`. A client that reads
 * nothing of an answer for `sendTimeoutMs` is disconnected.
 */
export function serveConnections(
  server: Server,
  load: Counter,
  admit: Admit,
  listener: RequestListener,
  sendTimeoutMs: number = CONNECTION_SECONDS.send * SECOND_MS,
): void {
  const connections = new Map<Socket, Connection>();

  function connectionOf(socket: Socket): Connection {
    const known = connections.get(socket);
    if (known) return known;
    const connection: Connection = { current: undefined, pipelined: [] };
    connections.set(socket, connection);
    socket.once('close', () => {
      connections.delete(socket);
      connection.pipelined.length = 0;
    });
    return connection;
  }

  function run(connection: Connection, request: IncomingMessage, response: ServedResponse): void {
    connection.current = response;
    const work: Work = { counter: load, isCounted: false, hasEnded: false, onEnd: [], onClientLeft: new Set() };
    response[WORK] = work;
    count(work);
    response.on('prefinish', function endWork() {
      endRequest(response);
    });
    response.on('close', function runNext() {
      if (response.writableEnded) endRequest(response);
      for (const act of [...work.onClientLeft]) act();
      connection.current = undefined;
      const next = connection.pipelined.shift();
      if (next && !request.socket.destroyed) run(connection, ...next);
    });
    if (admit(request, response)) listener(request, response);
  }

  function receive(request: IncomingMessage, response: ServerResponse) {
    const { socket } = request;
    if (socket.destroyed) return void stopParsing(socket);
    const connection = connectionOf(socket);
    if (!connection.current) return run(connection, request, response);
    if (connection.pipelined.length < MAX_PIPELINED_REQUESTS - 1) return void connection.pipelined.push([request, response]);
    metrics.connectionsClosed.inc({ reason: 'pipelined' });
    socket.destroy();
    stopParsing(socket);
  }

  server.on('request', receive);
  // An expectation that is not known is ignored. Node would answer it itself, and pipelined requests with it without a bound.
  server.on('checkExpectation', receive);

  // Node ends this timeout with the answer, and prolongs it while the client reads.
  function limitSending(): void {
    const sending = [...connections.keys()].filter(({ writableLength }) => writableLength > 0);
    for (const socket of sending) if (!socket.timeout) socket.setTimeout(sendTimeoutMs);
    let unread = sending.reduce((sum, { writableLength }) => sum + writableLength, 0);
    if (unread <= MAX_UNSENT_BYTES) return;
    for (const socket of sending.sort((a, b) => b.writableLength - a.writableLength)) {
      unread -= socket.writableLength;
      metrics.connectionsClosed.inc({ reason: 'unread_bytes' });
      socket.destroy();
      if (unread <= MAX_UNSENT_BYTES) return;
    }
  }

  server.on('timeout', (socket: Socket) => {
    if (connections.get(socket)?.current) metrics.connectionsClosed.inc({ reason: 'not_reading' });
    socket.destroy();
  });
  const check = setInterval(limitSending, sendTimeoutMs / CHECKS_PER_TIMEOUT).unref();
  server.once('close', () => clearInterval(check));
}
