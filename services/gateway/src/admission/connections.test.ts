import { createServer, IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { MAX_PIPELINED_REQUESTS } from '@space/contracts/platform';
import { endRequest, onClientLeft, serveConnections, waitForClient } from './connections.ts';

const SEND_TIMEOUT_MS = 600;
const LARGE = Buffer.alloc(16 * 1_048_576, 'a');

let server: Server;
let in_flight = 0;
let parsed = 0;

/** Counts the requests that are parsed, also those that no listener sees. */
class CountedRequest extends IncomingMessage {
  constructor(socket: Socket) {
    super(socket);
    parsed += 1;
  }
}
const load = {
  enter() {
    in_flight += 1;
  },
  leave() {
    in_flight -= 1;
  },
};
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function open(listener: RequestListener): Promise<Socket> {
  parsed = 0;
  server = createServer({ IncomingMessage: CountedRequest, requireHostHeader: false });
  serveConnections(server, load, () => true, listener, SEND_TIMEOUT_MS);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  return socket;
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const closeOf = (socket: Socket) => new Promise<void>((closed) => socket.once('close', () => closed()));

test('a client that never reads its answer is disconnected, and its request is not in progress meanwhile', async () => {
  const [started, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const socket = await open((_request, response) => {
    response.once('close', ended.resolve);
    response.end(LARGE);
    started.resolve();
  });
  socket.pause();
  socket.write(GET);
  await started.promise;
  expect(in_flight).toBe(0);
  await ended.promise;
  socket.resume();
  await closeOf(socket);
});

test('a client that reads slowly gets the whole answer', async () => {
  const socket = await open((_request, response) => response.end(LARGE));
  let bytes = 0;
  socket.on('data', async (chunk) => {
    bytes += chunk.length;
    socket.pause();
    await delay(1);
    socket.resume();
  });
  socket.write(GET);
  while (bytes < LARGE.length && !socket.destroyed) await delay(20);
  expect(socket.destroyed).toBe(false);
  socket.destroy();
});

test('an answer that is long in coming is not a client that does not read', async () => {
  const socket = await open(async (_request, response) => {
    await delay(3 * SEND_TIMEOUT_MS);
    response.end('late');
  });
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(GET);
  while (!answer.includes('late') && !socket.destroyed) await delay(20);
  expect(answer).toMatch(/^HTTP\/1\.1 200/);
  socket.destroy();
});

test('a request is not in progress while it waits for its client, and is again after that', async () => {
  const seen: number[] = [];
  const socket = await open(async (_request, response) => {
    seen.push(in_flight);
    await waitForClient(response, async () => seen.push(in_flight));
    seen.push(in_flight);
    response.end('ok');
    seen.push(in_flight);
  });
  const answered = new Promise((done) => socket.once('data', done));
  socket.write(GET);
  await answered;
  expect(seen).toEqual([1, 0, 1, 0]);
  socket.destroy();
});

test('a request whose client has left is in progress until its handler has ended, also when it waits for the client again', async () => {
  const [started, left, resumed, seen] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    [] as number[],
  ];
  const socket = await open(async (_request, response) => {
    onClientLeft(response, left.resolve);
    started.resolve();
    await left.promise;
    seen.push(in_flight);
    await waitForClient(response, async () => seen.push(in_flight));
    seen.push(in_flight);
    endRequest(response);
    endRequest(response);
    seen.push(in_flight);
    resumed.resolve();
  });
  socket.write(GET);
  await started.promise;
  socket.destroy();
  await resumed.promise;
  expect(seen).toEqual([1, 0, 1, 0]);
});

const EXPECTING = 'GET / HTTP/1.1\r\nHost: x\r\nExpect: much\r\n\r\n';
const WITHOUT_HOST = 'GET / HTTP/1.1\r\n\r\n';
const UPGRADE = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';

test.each([
  ['requests', GET.repeat(2_000)],
  ['requests with an unknown expectation', EXPECTING.repeat(2_000)],
  ['requests without a host', WITHOUT_HOST.repeat(2_000)],
  ['requests and an upgrade', GET.repeat(MAX_PIPELINED_REQUESTS + 1) + UPGRADE],
])('stops to parse a connection that it closes for too many pipelined %s', async (_what, text) => {
  const socket = await open(() => {});
  socket.resume();
  socket.write(text);
  await closeOf(socket);
  expect(parsed).toBeGreaterThan(MAX_PIPELINED_REQUESTS);
  // One more closes the connection, and at the next one the parser stops.
  expect(parsed).toBeLessThanOrEqual(MAX_PIPELINED_REQUESTS + 2);
});
