import { EventEmitter } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MAX_LATE_REFUSALS, REFUSAL_DELAY_MS } from '@space/contracts/platform';
import { serveConnections } from './connections.ts';
import { createLateRefusals, type LateRefusals } from './late-refusals.ts';

let late: LateRefusals;
let sent: number;
beforeEach(() => {
  jest.useFakeTimers();
  late = createLateRefusals();
  sent = 0;
});
afterEach(() => {
  jest.useRealTimers();
});

/** Lets so many refusals wait and counts those that may be sent. */
const refuse = (count: number, response = {} as ServerResponse): Promise<unknown> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      await late.wait(response);
      sent += 1;
    }),
  );

test('a refusal waits for its delay, and at most for twice as long', async () => {
  const all = refuse(100);
  await jest.advanceTimersByTimeAsync(REFUSAL_DELAY_MS - 1);
  expect(sent).toBe(0);
  await jest.advanceTimersByTimeAsync(REFUSAL_DELAY_MS / 2);
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(100);
  await jest.advanceTimersByTimeAsync(REFUSAL_DELAY_MS / 2 + 1);
  expect(sent).toBe(100);
  await all;
});

test('above the bound of a process the refusals that have waited longest are sent, and new ones wait', async () => {
  void refuse(5);
  void refuse(MAX_LATE_REFUSALS - 5);
  await jest.advanceTimersByTimeAsync(REFUSAL_DELAY_MS / 2);
  expect(sent).toBe(0);
  void refuse(7);
  await jest.advanceTimersByTimeAsync(0);
  expect(sent).toBe(7);
  await jest.advanceTimersByTimeAsync(2 * REFUSAL_DELAY_MS);
  expect(sent).toBe(7 + MAX_LATE_REFUSALS);
});

test('a client that leaves leaves room for the refusal of another one', async () => {
  const server = createServer();
  let response: ServerResponse | undefined;
  serveConnections(
    server,
    { enter() {}, leave() {} },
    () => true,
    (_request, served) => {
      response = served;
    },
  );
  const socket = new EventEmitter();
  const served = new EventEmitter();
  server.emit('request', { socket }, served);
  server.emit('close');
  const left = refuse(1, response!);
  void refuse(MAX_LATE_REFUSALS - 1);
  served.emit('close');
  await left;
  expect(sent).toBe(1);
  void refuse(1);
  await jest.advanceTimersByTimeAsync(REFUSAL_DELAY_MS - 1);
  expect(sent).toBe(1);
});
