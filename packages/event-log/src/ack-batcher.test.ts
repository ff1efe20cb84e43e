import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createAckBatcher } from './ack-batcher.ts';

const GROUPS = ['delivery', 'events', 'automations'];

/** Creates a batcher that records its writes; with `held` each write waits for `release`. */
function writing({ held = false } = {}) {
  const written: string[] = [];
  const holds: (() => void)[] = [];
  const acks = createAckBatcher(GROUPS.length, async (by, ids) => {
    written.push(`${[...by].sort().join('+')}: ${ids.join()}`);
    if (held) await new Promise<void>((go) => holds.push(go));
  });
  return { written, acks, release: () => holds.shift()?.() };
}

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate'], now: 0 }));
afterEach(() => void jest.useRealTimers());
const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

test('writes an event once if all groups ack it within a second', async () => {
  const { written, acks } = writing();
  for (const group of GROUPS) acks.add({ group, ids: ['a', 'b'] });
  await pass(250);
  expect(written).toEqual(['automations+delivery+events: a,b']);
});

test('writes the acks of an event after a second, and a late ack by itself', async () => {
  const { written, acks } = writing();
  for (const group of ['delivery', 'events']) acks.add({ group, ids: ['a'] });
  await pass(900);
  expect(written).toEqual([]);
  await pass(400);
  expect(written).toEqual(['delivery+events: a']);
  acks.add({ group: 'automations', ids: ['a'] });
  await pass(1_300);
  expect(written).toEqual(['delivery+events: a', 'automations: a']);
});

test('an ack that arrives during a write affects only its own event', async () => {
  const { written, acks, release } = writing({ held: true });
  acks.add({ group: 'delivery', ids: ['a'] });
  for (const group of ['delivery', 'automations']) acks.add({ group, ids: ['b1', 'b2'] });
  await pass(1_250);
  expect(written).toEqual(['delivery: a']);
  acks.add({ group: 'events', ids: ['b1'] });
  release();
  await pass(1);
  expect(written).toEqual(['delivery: a', 'automations+delivery: b1,b2']);
  release();
  await pass(1_300);
  expect(written).toEqual(['delivery: a', 'automations+delivery: b1,b2', 'events: b1']);
});

test('flush writes incomplete acks', async () => {
  const { written, acks } = writing();
  acks.add({ group: 'delivery', ids: ['a'] });
  const flushed = acks.flush();
  await pass(250);
  await flushed;
  expect(written).toEqual(['delivery: a']);
});
