import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MAX_LIVE_MESSAGES_PER_SECOND, MAX_LIVE_QUEUE_BYTES, MAX_LIVE_UNSENT_BYTES, MAX_STATE_VECTOR_BYTES } from '@space/contracts/live';
import { SECOND_MS } from '@space/time';
import type { WebSocket } from 'ws';
import { createBacklog } from './backlog.ts';
import type { LiveChannel } from './channel.ts';
import { syncMessage } from './messages.ts';
import { createLiveSocket } from './socket.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A WebSocket without a network. */
class FakeWebSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  isPaused = false;
  readonly sent: Uint8Array[] = [];
  readonly closes: number[] = [];
  pause = () => {
    this.isPaused = true;
  };
  resume = () => {
    this.isPaused = false;
  };
  send = (message: Uint8Array) => void this.sent.push(message);
  close = (code: number) => void this.closes.push(code);
  terminate = () => {};
}

function newSocket(may_write = true) {
  const web = new FakeWebSocket();
  const editor = { key_id: 'key_1', actor: { kind: 'api_key', id: 'key_1', name: 'Key' } } as const;
  const ticket = { id: 't', space_id: 'spc_1', content_id: 'doc_1', may_write, editor };
  const socket = createLiveSocket(web as unknown as WebSocket, ticket, createBacklog(MAX_LIVE_QUEUE_BYTES.gateway));
  const updates: Uint8Array[] = [];
  const vectors: Uint8Array[] = [];
  const channel = {
    append: (_member: unknown, update: Uint8Array) => updates.push(update),
    sync: async (_member: unknown, vector: Uint8Array) => void vectors.push(vector),
  } as unknown as LiveChannel;
  const type = (n: number) => web.emit('message', Buffer.from(syncMessage('update', new Uint8Array([1, n]))), true);
  return { web, socket, updates, vectors, type, open: () => socket.open(channel) };
}

test('a connection is not read before its ticket was used', () => {
  const { web, open } = newSocket();
  expect(web.isPaused).toBe(true);
  open();
  expect(web.isPaused).toBe(false);
});

test('a connection that sends more messages in a second than the limit is not read for a while, and no message is lost', () => {
  const { web, updates, type, open } = newSocket();
  open();
  for (let n = 1; n < MAX_LIVE_MESSAGES_PER_SECOND; n += 1) type(n);
  expect(web.isPaused).toBe(false);
  type(0);
  expect(web.isPaused).toBe(true);
  // Those that have arrived already are taken.
  type(0);
  expect(updates).toHaveLength(MAX_LIVE_MESSAGES_PER_SECOND + 1);
  jest.advanceTimersByTime(SECOND_MS);
  expect(web.isPaused).toBe(false);
  expect(web.closes).toEqual([]);
});

test('a connection that a backlog and the limit pause is read when both let it', () => {
  const { web, socket, type, open } = newSocket();
  open();
  for (let n = 0; n < MAX_LIVE_MESSAGES_PER_SECOND; n += 1) type(n);
  const backlog = {};
  socket.pause(backlog);
  jest.advanceTimersByTime(SECOND_MS);
  expect(web.isPaused).toBe(true);
  socket.resume(backlog);
  expect(web.isPaused).toBe(false);
});

test('a connection whose reader is too slow ends, and nothing more is sent', () => {
  const { web, socket, open } = newSocket();
  open();
  web.bufferedAmount = MAX_LIVE_UNSENT_BYTES.socket;
  socket.send(new Uint8Array([1]));
  expect(web.closes).toEqual([]);
  web.bufferedAmount += 1;
  socket.send(new Uint8Array([2]));
  socket.send(new Uint8Array([3]));
  expect([web.closes, web.sent.length, socket.isEnded]).toEqual([[1013], 2, true]);
});

test('a connection that only reads ends with its first update, and any with a message of text', () => {
  const reading = newSocket(false);
  reading.open();
  reading.type(1);
  expect([reading.updates, reading.web.closes]).toEqual([[], [4403]]);
  const texting = newSocket();
  texting.open();
  texting.web.emit('message', Buffer.from('hello'), false);
  expect(texting.web.closes).toEqual([1003]);
});

test('a state vector above the limit ends the connection and is not answered', () => {
  const { web, vectors, open } = newSocket();
  open();
  const ask = (bytes: number) => web.emit('message', Buffer.from(syncMessage('step1', new Uint8Array(bytes))), true);
  ask(MAX_STATE_VECTOR_BYTES);
  expect([vectors.length, web.closes]).toEqual([1, []]);
  ask(MAX_STATE_VECTOR_BYTES + 1);
  expect([vectors.length, web.closes]).toEqual([1, [4400]]);
});
