import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { patchKafkaJsIdleTimer } from './kafkajs-idle-patch.ts';

patchKafkaJsIdleTimer();
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const logger = { debug: () => {}, warn: () => {} };

function queueOf(maxInFlightRequests: number) {
  const sent: number[] = [];
  const queue = new RequestQueue({ maxInFlightRequests, requestTimeout: 30_000, logger });
  return {
    queue,
    sent,
    push: (correlationId: number) =>
      queue.push({
        entry: { correlationId, resolve: () => {} } as never,
        expectResponse: true,
        sendRequest: () => sent.push(correlationId),
      }),
    answer: (correlationId: number) => queue.fulfillRequest({ correlationId, payload: Buffer.alloc(0), size: 0 }),
  };
}

test('a queue without waiting requests sets no timer', () => {
  const { push, answer, sent } = queueOf(5);
  push(1);
  answer(1);
  expect(sent).toEqual([1]);
  expect(jest.getTimerCount()).toBe(0);
});

test('a request that waits for an answer is sent when the answer comes, and leaves no timer', () => {
  const { push, answer, sent } = queueOf(1);
  push(1);
  push(2);
  expect(sent).toEqual([1]);
  answer(1);
  expect(sent).toEqual([1, 2]);
  answer(2);
  jest.advanceTimersByTime(1_000);
  expect(jest.getTimerCount()).toBe(0);
});

test('a throttled request is sent when the throttling ends', () => {
  const { queue, push, sent } = queueOf(5);
  queue.maybeThrottle(200);
  push(1);
  jest.advanceTimersByTime(150);
  expect(sent).toEqual([]);
  jest.advanceTimersByTime(100);
  expect(sent).toEqual([1]);
  expect(jest.getTimerCount()).toBe(0);
});
