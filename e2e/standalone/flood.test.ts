import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createClient } from '@space/client';
import { eventually } from '@space/runtime/testing';
import { cleanUp, type Launched, launch, newFolder, settings } from './launch.ts';

jest.setTimeout(300_000);

const CONNECTIONS = 100;
const PIPELINED = 3_000;
const REOPEN_MS = 100;
const FLOOD_MS = 8_000;
/** Calls of a key during a flood; on a slow machine the flood lasts longer than `FLOOD_MS` for them. */
const MIN_CALLS = 5;
/** Milliseconds in which a call of a key is answered during a flood, on a slow machine too. */
const CALL_TIMEOUT_MS = 30_000;
const WHOLE_AFTER_MS = 60_000;
/** The heap of the process, so that unbounded memory ends it. */
const HEAP_MB = 256;
const MAX_RSS_MB = 900;

let space: Launched;
let environment: Readonly<Record<string, string>>;
let key: string;
beforeAll(async () => {
  // Without the limit of networks, so that only the bounds of connections and of requests in progress protect the process.
  const NODE_OPTIONS = `--max-old-space-size=${HEAP_MB}`;
  environment = await settings(await newFolder(), { SPACE_VISITOR_RATE_LIMIT: '0', NODE_OPTIONS });
  space = await launch(environment);
  const { base_url, operator_token, space_id } = space.connection;
  const { api_key } = await createClient({ base_url, api_key: operator_token }).settings.create_key({
    space_id,
    scopes: ['contacts:read'],
  });
  key = api_key;
});
afterAll(cleanUp);

/** Gets an address. A pooled connection that the process has closed meanwhile is replaced, as clients do. */
const get = (url: string, init?: RequestInit): Promise<Response> =>
  fetch(url, init).catch((error: Error & { cause?: { code?: string } }) => {
    if (error.cause?.code !== 'ECONNRESET' && error.cause?.code !== 'UND_ERR_SOCKET') throw error;
    return fetch(url, init);
  });

const list = async (): Promise<number> => {
  const headers = { authorization: `Bearer ${key}` };
  return (await get(`${space.connection.base_url}/contacts`, { headers, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })).status;
};
const visit = async (): Promise<number> => (await get(`http://127.0.0.1:${environment.SPACE_PUBLIC_PORT}/f/frm_nobody`)).status;
const probe = async (path: string): Promise<Response> => get(`http://127.0.0.1:${environment.SPACE_METRICS_PORT}${path}`);

/** Sends pipelined requests over many connections, and reads no answer. */
const floodUnread = (port: number, request: string) => flood(port, request, (socket) => socket.pause());

/** Sends pipelined requests over many connections and discards the answers. A closed connection is replaced until the flood stops. */
function flood(port: number, request: string, read = (socket: Socket) => socket.resume()): { stop(): void } {
  const sockets = new Set<Socket>();
  let isStopped = false;
  function open(): void {
    if (isStopped) return;
    const socket = connect(port, '127.0.0.1');
    sockets.add(socket);
    read(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      setTimeout(open, REOPEN_MS);
    });
    socket.write(request.repeat(PIPELINED));
  }
  for (let opened = 0; opened < CONNECTIONS; opened++) open();
  return {
    stop() {
      isStopped = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Sends a request over each of many connections, and closes it without an answer, again and again until the flood stops. */
function floodAndLeave(port: number, request: string): { stop(): void } {
  let isStopped = false;
  function open(): void {
    if (isStopped) return;
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.on('close', () => setImmediate(open));
    socket.write(request, () => setImmediate(() => socket.destroy()));
  }
  for (let opened = 0; opened < CONNECTIONS; opened++) open();
  return {
    stop() {
      isStopped = true;
    },
  };
}

const inFlight = async (): Promise<number> =>
  Number(/space_requests_in_flight(?:\{.*\})? (\d+)/.exec(await (await probe('/metrics')).text())![1]);

async function memoryMegabytes(): Promise<number> {
  const status = await readFile(`/proc/${space.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1_024;
}

test.each([
  ['of unread requests without a key on the public origin', floodUnread, 'SPACE_PUBLIC_PORT', 'GET /f/frm_nobody'],
  ['of unread requests without a key on the API', floodUnread, 'SPACE_PORT', 'GET /v1/contacts'],
  ['of new connections with pipelined requests on the API', flood, 'SPACE_PORT', 'GET /v1/contacts'],
  ['of new connections with pipelined requests without a host', flood, 'SPACE_PORT', 'GET /v1/contacts', ''],
  ['of visitors that leave before they have an answer', floodAndLeave, 'SPACE_PUBLIC_PORT', 'GET /f/frm_nobody'],
])('a flood %s leaves the calls of keys, and the process is whole after it', async (_of, start, port, request, host = 'Host: x\r\n') => {
  expect(await list()).toBe(200);
  const { stop } = start(Number(environment[port]), `${request} HTTP/1.1\r\n${host}\r\n`);
  const statuses: number[] = [];
  let memory = 0;
  for (const end = performance.now() + FLOOD_MS; performance.now() < end || statuses.length < MIN_CALLS; await delay(100)) {
    statuses.push(await list().catch(() => 0));
    memory = Math.max(memory, await memoryMegabytes());
    expect((await probe('/livez')).status).toBe(200);
  }
  stop();
  const answered = statuses.filter((status) => status === 200).length;
  expect(answered / statuses.length).toBeGreaterThan(0.9);
  expect(memory).toBeLessThan(MAX_RSS_MB);
  await eventually(
    async () => {
      expect([await list(), await visit(), (await probe('/readyz')).status]).toEqual([200, 404, 200]);
      const text = await (await probe('/metrics')).text();
      expect(await inFlight()).toBe(0);
      expect(Number(/pg_pool_connections\{.*state="waiting".*\} (\d+)/.exec(text)![1])).toBe(0);
    },
    { timeout: WHOLE_AFTER_MS },
  );
});
