import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  CONNECTION_SHARE_PERCENT,
  MAX_CONNECTION_WAIT_MS,
  MAX_CONNECTION_WAITERS,
  MAX_VISITOR_CONNECTION_WAITERS,
} from '@space/contracts/platform';
import { asVisitorOf, type CallScope, runInCallScope } from './call-scope.ts';
import { type ConnectionQueue, createConnectionQueue } from './connection-queue.ts';

const CONNECTIONS = 8;
const SHARE = (CONNECTIONS * CONNECTION_SHARE_PERCENT) / 100;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const scope = (space_id: string, wait = 60_000) => ({ space_id, deadline: Date.now() + wait });

/** Takes a turn for a Space; the returned promise resolves in the order of the turns, which `order` records. */
const take = (queue: ConnectionQueue, space: string, order: string[] = [], wait?: number) =>
  runInCallScope(scope(space, wait), async () => {
    const turn = await queue.take();
    order.push(space);
    return turn;
  });

const turns = async (queue: ConnectionQueue, space: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => take(queue, space)));

test('the calls of one Space hold a share of the connections; another Space takes the rest without waiting', async () => {
  const queue = createConnectionQueue(CONNECTIONS);
  const held = await turns(queue, 'a', SHARE);
  const order: string[] = [];
  const waiting = take(queue, 'a', order);
  await turns(queue, 'b', CONNECTIONS - SHARE);
  expect([order, queue.waiting]).toEqual([[], 1]);
  held[0]!.release();
  await waiting;
  expect([order, queue.waiting]).toEqual([['a'], 0]);
});

test('a free connection goes to the Space that holds the fewest, also when another one waits longer', async () => {
  const queue = createConnectionQueue(CONNECTIONS);
  const held = await turns(queue, 'a', SHARE);
  await turns(queue, 'b', CONNECTIONS - SHARE);
  const order: string[] = [];
  const waiting = ['a', 'a', 'b', 'c', 'c'].map((space) => take(queue, space, order));
  for (const turn of held.slice(0, 5)) turn.release();
  await Promise.all(waiting);
  expect(order).toEqual(['c', 'c', 'b', 'a', 'a']);
});

test('a call whose deadline passes leaves the queue without a connection', async () => {
  const queue = createConnectionQueue(2);
  const [turn] = await turns(queue, 'a', 1);
  const late = take(queue, 'a', [], 20).catch(({ code }: { code: string }) => code);
  await jest.advanceTimersByTimeAsync(19);
  expect(queue.waiting).toBe(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(await late).toBe('timeout');
  await expect(take(queue, 'b', [], -1)).rejects.toMatchObject({ code: 'timeout' });
  turn!.release();
  expect(queue.waiting).toBe(0);
  await expect(turns(queue, 'a', 1)).resolves.toHaveLength(1);
});

test('a timer that fires before the clock shows the deadline is still a `timeout`', async () => {
  const queue = createConnectionQueue(CONNECTIONS);
  await turns(queue, 'a', SHARE);
  const late = take(queue, 'a', [], 20).catch((problem: { code: string }) => problem.code);
  jest.setSystemTime(Date.now() - 1);
  await jest.advanceTimersByTimeAsync(20);
  expect(await late).toBe('timeout');
});

test('too many waiting calls of a Space, and a wait that is too long, are `unavailable` with a time to retry', async () => {
  const queue = createConnectionQueue(2);
  await turns(queue, 'a', 1);
  const waiting = Array.from({ length: MAX_CONNECTION_WAITERS }, () => take(queue, 'a'));
  const unavailable = { code: 'unavailable', extras: { retry_after_s: 1 } };
  await expect(take(queue, 'a')).rejects.toMatchObject(unavailable);
  await expect(turns(queue, 'b', 1)).resolves.toHaveLength(1);
  const outcomes = Promise.allSettled(waiting);
  jest.advanceTimersByTime(MAX_CONNECTION_WAIT_MS);
  expect(new Set((await outcomes).map((one) => (one as PromiseRejectedResult).reason.code))).toEqual(new Set(['unavailable']));
});

test('work that outlives its call belongs to the process: it has no deadline and no share', async () => {
  const queue = createConnectionQueue(2);
  const started = Promise.withResolvers<void>();
  let later = Promise.resolve<unknown>(undefined);
  await runInCallScope(scope('a', 5), async () => {
    later = started.promise.then(async () => [await queue.take(), await queue.take()]);
  });
  await jest.advanceTimersByTimeAsync(10);
  started.resolve();
  await expect(later).resolves.toHaveLength(2);
});

describe('visitors', () => {
  const visitor = (visitor_network: string): CallScope => ({ ...scope(''), visitor_network });

  /** Takes a turn for a visitor of a network, of a page of `space` if that is known. */
  const visit = (queue: ConnectionQueue, network: string, space?: string, order: string[] = []) =>
    runInCallScope(visitor(network), async () => {
      if (space !== undefined) asVisitorOf({ space_id: space });
      const turn = await queue.take();
      order.push(`${network} ${space ?? '?'}`);
      return turn;
    });
  const visits = (queue: ConnectionQueue, network: string, count: number, space?: string) =>
    Promise.all(Array.from({ length: count }, () => visit(queue, network, space)));

  test('of one network do not delay those of another, before the Space of their page is known', async () => {
    const queue = createConnectionQueue(CONNECTIONS);
    const held = await visits(queue, 'n1', SHARE);
    const order: string[] = [];
    const waiting = ['n1', 'n1', 'n2'].map((network) => visit(queue, network, undefined, order));
    for (const turn of held.slice(0, 3)) turn.release();
    await Promise.all(waiting);
    expect(order).toEqual(['n2 ?', 'n1 ?', 'n1 ?']);
  });

  test('of many networks at the pages of one Space do not delay those of another Space', async () => {
    const queue = createConnectionQueue(CONNECTIONS);
    const held = [...(await visits(queue, 'n1', SHARE / 2, 'a')), ...(await visits(queue, 'n2', SHARE / 2, 'a'))];
    const order: string[] = [];
    const waiting = [visit(queue, 'n3', 'a', order), visit(queue, 'n4', 'a', order), visit(queue, 'n5', 'b', order)];
    for (const turn of held.slice(0, 3)) turn.release();
    await Promise.all(waiting);
    expect(order).toEqual(['n5 b', 'n3 a', 'n4 a']);
  });

  test('hold a share of the connections together; keys of any Space take the rest without waiting, also those of their Space', async () => {
    const queue = createConnectionQueue(CONNECTIONS);
    const held = [...(await visits(queue, 'n1', SHARE / 2, 'a')), ...(await visits(queue, 'n2', SHARE / 2))];
    const order: string[] = [];
    const waiting = visit(queue, 'n3', 'b', order);
    await turns(queue, 'a', CONNECTIONS - SHARE);
    expect([order, queue.waiting]).toEqual([[], 1]);
    held[0]!.release();
    await waiting;
    expect(queue.waiting).toBe(0);
  });

  test('of many networks that wait leave room in the queue for keys', async () => {
    const queue = createConnectionQueue(2);
    const [turn] = await turns(queue, 'a', 1);
    await visits(queue, 'n', 1);
    const waiting = Array.from({ length: MAX_VISITOR_CONNECTION_WAITERS }, (_, n) => visit(queue, `n${n}`));
    await expect(visit(queue, 'other')).rejects.toMatchObject({ code: 'unavailable' });
    const ofKey = take(queue, 'b');
    turn!.release();
    await expect(ofKey).resolves.toBeDefined();
    for (const one of waiting) one.catch(() => {});
  });

  test('a call of a key is not counted for the visitors of a resource that it reads', async () => {
    const queue = createConnectionQueue(2);
    await runInCallScope(scope('a'), async () => {
      asVisitorOf({ space_id: 'b' });
      await queue.take();
    });
    const order: string[] = [];
    const waiting = take(queue, 'a', order);
    await take(queue, 'b', order);
    expect([order, queue.waiting]).toEqual([['b'], 1]);
    waiting.catch(() => {});
  });
});
