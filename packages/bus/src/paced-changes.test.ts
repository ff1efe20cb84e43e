import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { LIVE_PAUSE_MS } from '@space/contracts/people';
import { createPacedChanges } from './paced-changes.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('a change is announced immediately, and those of the next second together at its end', () => {
  const sent: string[] = [];
  const publish = (signal: string, payload: Uint8Array) => sent.push(`${signal} ${Buffer.from(payload)}`);
  const changed = createPacedChanges({ publish, subscribe: () => () => {} });
  const one = 'space.v1.changed.spc_1 [{"topic":"deliveries:lis_1"}]';
  const other = 'space.v1.changed.spc_2 [{"topic":"deliveries:lis_2"}]';
  changed('spc_1', 'deliveries:lis_1');
  expect(sent.splice(0)).toEqual([one]);
  for (let time = 0; time < 5; time += 1) changed('spc_1', 'deliveries:lis_1');
  changed('spc_2', 'deliveries:lis_2');
  expect(sent.splice(0)).toEqual([other]);
  jest.advanceTimersByTime(LIVE_PAUSE_MS);
  expect(sent.splice(0)).toEqual([one]);
  jest.advanceTimersByTime(5 * LIVE_PAUSE_MS);
  expect(sent).toEqual([]);
  changed('spc_1', 'deliveries:lis_1');
  expect(sent).toEqual([one]);
});
