import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createAckBatcher } from './ack-batcher.ts';

const GROUPS = ['delivery', 'events', 'automations'];

/** A settler whose writes are kept, each until it is let go. */
function writing({ held = false } = {}) {
  const written: string[] = [];
  const holds: (() => void)[] = [];
  const settling = createAckBatcher(async (by, ids) => {
    written.push(`${[...by].sort().join('+')}: ${ids.join()}`);
    if (held) await new Promise<void>((go) => holds.push(go));
  });
  return { written, settling, letGo: () => holds.shift()?.() };
}

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate'], now: 0 }));
afterEach(() => void jest.useRealTimers());
const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

test('what all groups settle within a moment is written once', async () => {
  const { written, settling } = writing();
  for (const group of GROUPS) settling.add({ group, ids: ['a', 'b'] });
  await pass(250);
  expect(written).toEqual(['automations+delivery+events: a,b']);
});

test('what one group takes longer over is noted with who has it, and its word later is written by itself', async () => {
  const { written, settling } = writing();
  for (const group of ['delivery', 'events']) settling.add({ group, ids: ['a'] });
  await pass(900);
  expect(written).toEqual([]);
  await pass(400);
  expect(written).toEqual(['delivery+events: a']);
  settling.add({ group: 'automations', ids: ['a'] });
  await pass(1_300);
  expect(written).toEqual(['delivery+events: a', 'automations: a']);
});

test('what is heard of one event while others are written says nothing of its neighbours', async () => {
  const { written, settling, letGo } = writing({ held: true });
  settling.add({ group: 'delivery', ids: ['a'] });
  for (const group of ['delivery', 'automations']) settling.add({ group, ids: ['b1', 'b2'] });
  await pass(1_250);
  expect(written).toEqual(['delivery: a']);
  settling.add({ group: 'events', ids: ['b1'] });
  letGo();
  await pass(1);
  expect(written).toEqual(['delivery: a', 'automations+delivery: b1,b2']);
  letGo();
  await pass(1_300);
  expect(written).toEqual(['delivery: a', 'automations+delivery: b1,b2', 'events: b1']);
});

test('at the end everything is written, whoever is missing', async () => {
  const { written, settling } = writing();
  settling.add({ group: 'delivery', ids: ['a'] });
  const flushed = settling.flush();
  await pass(250);
  await flushed;
  expect(written).toEqual(['delivery: a']);
});
