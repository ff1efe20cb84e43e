import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { inProcessBus } from '@space/bus';
import { FEED_APPENDED, LONG_POLLS_RELEASED } from '@space/contracts/core';
import { decodeFeedAppended, encodeFeedAppended } from './feed-appended.ts';
import type { NewFeedEvent } from './feed-consumer.queries.ts';
import { createLongPolls, type LongPolls } from './long-polls.ts';

/** Longer than any wait of these tests should be. */
const LONG_MS = 20_000;

const kept = (id: string, space_id: string, feeds: string[]): NewFeedEvent => ({
  event: { id, space_id, type: 'contact_tagged', source: 'contacts', body: '{}', trace: null, recorded_at: null },
  resource_ids: [],
  feeds,
});

test('the growth of a batch names, of each Space, the feeds that heard what was kept for the first time', () => {
  const heard = [
    kept('evt_1', 'spc_1', ['lis_1']),
    kept('evt_2', 'spc_1', ['lis_1', 'lis_2']),
    kept('evt_3', 'spc_2', []),
    kept('evt_4', 'spc_3', ['lis_9']),
  ];
  expect(decodeFeedAppended(encodeFeedAppended(heard, new Set(['evt_1', 'evt_2', 'evt_3'])))).toEqual(
    new Map([
      ['spc_1', new Set(['lis_1', 'lis_2'])],
      ['spc_2', new Set()],
    ]),
  );
});

describe('the watch', () => {
  let bus: ReturnType<typeof inProcessBus>;
  let watch: LongPolls;
  beforeEach(async () => {
    bus = inProcessBus();
    watch = createLongPolls(bus);
    await watch.start();
  });
  afterEach(async () => {
    await watch.stop();
    await bus.close();
  });

  const grew = (...heard: NewFeedEvent[]) =>
    bus.publish(FEED_APPENDED, encodeFeedAppended(heard, new Set(heard.map(({ event }) => event.id))));

  test('wakes who waits for a feed that heard something, or for all of its Space, and leaves the others asleep', async () => {
    const woken: string[] = [];
    const wait = async (space: string, feed?: string) => {
      const ear = watch.open({ space, feed });
      if ((await ear.wait(LONG_MS)) === 'grew') woken.push(`${space} ${feed}`);
      ear.close();
    };
    const waits = [wait('spc_1', 'lis_1'), wait('spc_1', 'lis_2'), wait('spc_1'), wait('spc_2', 'lis_1'), wait('spc_2')];
    grew(kept('evt_1', 'spc_1', ['lis_1']));
    await Promise.all([waits[0], waits[2]]);
    await delay(100);
    expect(woken).toEqual(['spc_1 lis_1', 'spc_1 undefined']);
    bus.publish(LONG_POLLS_RELEASED, new Uint8Array());
    await Promise.all(waits);
    expect(woken).toHaveLength(2);
  });

  test('wakes once for batches that come close together', async () => {
    const ear = watch.open({ space: 'spc_1' });
    let wakes = 0;
    const listening = (async () => {
      while ((await ear.wait(LONG_MS)) === 'grew') wakes += 1;
    })();
    for (let n = 0; n < 100; n += 1) {
      grew(kept(`evt_${n}`, 'spc_1', []));
      await new Promise(setImmediate);
    }
    await delay(100);
    expect(wakes).toBeGreaterThan(0);
    expect(wakes).toBeLessThan(50);
    bus.publish(LONG_POLLS_RELEASED, new Uint8Array());
    await listening;
    ear.close();
  });

  test('does not miss what comes between listening and waiting', async () => {
    const ear = watch.open({ space: 'spc_1', feed: 'lis_1' });
    grew(kept('evt_1', 'spc_1', ['lis_1']));
    await delay(50);
    expect(await ear.wait(LONG_MS)).toBe('grew');
    expect(await ear.wait(1)).toBe('quiet');
    ear.close();
  });

  test('says so when too many wait, in one Space or in all, and hears again when one of them goes', async () => {
    const ears = Array.from({ length: 200 }, () => watch.open({ space: 'spc_1' }));
    expect(await watch.open({ space: 'spc_1' }).wait(LONG_MS)).toBe('full');
    expect(await watch.open({ space: 'spc_2' }).wait(1)).toBe('quiet');
    ears.pop()!.close();
    const last = watch.open({ space: 'spc_1' });
    expect(await last.wait(1)).toBe('quiet');
    for (let n = 0; n < 2_000; n += 1) ears.push(watch.open({ space: `spc_${n % 20}` }));
    expect(await watch.open({ space: 'spc_new' }).wait(LONG_MS)).toBe('full');
    for (const ear of [...ears, last]) ear.close();
    expect(await watch.open({ space: 'spc_new' }).wait(1)).toBe('quiet');
  });

  test('ends every wait at once when it stops', async () => {
    const ear = watch.open({ space: 'spc_1' });
    const waiting = ear.wait(LONG_MS);
    await watch.stop();
    expect(await waiting).toBe('ended');
    expect(await watch.open({ space: 'spc_1' }).wait(LONG_MS)).toBe('ended');
  });
});
