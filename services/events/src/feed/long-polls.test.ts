import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { inProcessBus } from '@space/bus';
import { FEED_APPENDED, LONG_POLLS_RELEASED } from '@space/contracts/core';
import { decodeFeedAppended, encodeFeedAppended } from './feed-appended.ts';
import type { NewFeedEvent } from './feed-consumer.queries.ts';
import { createLongPolls, type LongPolls } from './long-polls.ts';

/** Longer than any wait of these tests should be. */
const LONG_MS = 20_000;

const newEvent = (id: string, space_id: string, feeds: string[]): NewFeedEvent => ({
  event: { id, space_id, type: 'contact_tagged', source: 'contacts', body: '{}', trace: null, recorded_at: null },
  resource_ids: [],
  feeds,
});

test('FEED_APPENDED names, for each Space, the feeds with new events', () => {
  const events = [
    newEvent('evt_1', 'spc_1', ['lis_1']),
    newEvent('evt_2', 'spc_1', ['lis_1', 'lis_2']),
    newEvent('evt_3', 'spc_2', []),
    newEvent('evt_4', 'spc_3', ['lis_9']),
  ];
  expect(decodeFeedAppended(encodeFeedAppended(events, new Set(['evt_1', 'evt_2', 'evt_3'])))).toEqual(
    new Map([
      ['spc_1', new Set(['lis_1', 'lis_2'])],
      ['spc_2', new Set()],
    ]),
  );
});

describe('a long poll', () => {
  let bus: ReturnType<typeof inProcessBus>;
  let longPolls: LongPolls;
  beforeEach(async () => {
    bus = inProcessBus();
    longPolls = createLongPolls(bus);
    await longPolls.start();
  });
  afterEach(async () => {
    await longPolls.stop();
    await bus.close();
  });

  const append = (...events: NewFeedEvent[]) =>
    bus.publish(FEED_APPENDED, encodeFeedAppended(events, new Set(events.map(({ event }) => event.id))));

  test('ends when its feed, or any feed of its Space, gets an event, and not for other feeds', async () => {
    const woken: string[] = [];
    const wait = async (space: string, feed?: string) => {
      const waiter = longPolls.open({ space, feed });
      if ((await waiter.wait(LONG_MS)) === 'appended') woken.push(`${space} ${feed}`);
      waiter.close();
    };
    const waits = [wait('spc_1', 'lis_1'), wait('spc_1', 'lis_2'), wait('spc_1'), wait('spc_2', 'lis_1'), wait('spc_2')];
    append(newEvent('evt_1', 'spc_1', ['lis_1']));
    await Promise.all([waits[0], waits[2]]);
    await delay(100);
    expect(woken).toEqual(['spc_1 lis_1', 'spc_1 undefined']);
    bus.publish(LONG_POLLS_RELEASED, new Uint8Array());
    await Promise.all(waits);
    expect(woken).toHaveLength(2);
  });

  test('ends once for batches that come close together', async () => {
    const waiter = longPolls.open({ space: 'spc_1' });
    let wakes = 0;
    const waiting = (async () => {
      while ((await waiter.wait(LONG_MS)) === 'appended') wakes += 1;
    })();
    for (let n = 0; n < 100; n += 1) {
      append(newEvent(`evt_${n}`, 'spc_1', []));
      await new Promise(setImmediate);
    }
    await delay(100);
    expect(wakes).toBeGreaterThan(0);
    expect(wakes).toBeLessThan(50);
    bus.publish(LONG_POLLS_RELEASED, new Uint8Array());
    await waiting;
    waiter.close();
  });

  test('does not miss an event between open and wait', async () => {
    const waiter = longPolls.open({ space: 'spc_1', feed: 'lis_1' });
    append(newEvent('evt_1', 'spc_1', ['lis_1']));
    await delay(50);
    expect(await waiter.wait(LONG_MS)).toBe('appended');
    expect(await waiter.wait(1)).toBe('timeout');
    waiter.close();
  });

  test('is full when too many are open in one Space or in all, until one is closed', async () => {
    const waiters = Array.from({ length: 200 }, () => longPolls.open({ space: 'spc_1' }));
    expect(await longPolls.open({ space: 'spc_1' }).wait(LONG_MS)).toBe('full');
    expect(await longPolls.open({ space: 'spc_2' }).wait(1)).toBe('timeout');
    waiters.pop()!.close();
    const last = longPolls.open({ space: 'spc_1' });
    expect(await last.wait(1)).toBe('timeout');
    for (let n = 0; n < 2_000; n += 1) waiters.push(longPolls.open({ space: `spc_${n % 20}` }));
    expect(await longPolls.open({ space: 'spc_new' }).wait(LONG_MS)).toBe('full');
    for (const waiter of [...waiters, last]) waiter.close();
    expect(await longPolls.open({ space: 'spc_new' }).wait(1)).toBe('timeout');
  });

  test('is released immediately when the process stops', async () => {
    const waiter = longPolls.open({ space: 'spc_1' });
    const waiting = waiter.wait(LONG_MS);
    await longPolls.stop();
    expect(await waiting).toBe('released');
    expect(await longPolls.open({ space: 'spc_1' }).wait(LONG_MS)).toBe('released');
  });
});
