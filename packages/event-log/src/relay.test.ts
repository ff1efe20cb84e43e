import { expect, test } from '@jest/globals';
import { upToBytes } from './relay.ts';

const messages = (...sizes: number[]) => sizes.map((size) => ({ value: Buffer.alloc(size) }));
const sizes = (runs: { value: Buffer }[][]) => runs.map((run) => run.map(({ value }) => value.length));

test('events are sent in runs that a broker takes, in order', () => {
  expect(sizes(upToBytes(messages(40, 50, 20, 30, 60), 100))).toEqual([[40, 50], [20, 30], [60]]);
});

test('an event that is larger than a run alone is sent alone', () => {
  expect(sizes(upToBytes(messages(10, 300, 20), 100))).toEqual([[10], [300], [20]]);
});

test('nothing is sent for nothing', () => {
  expect(upToBytes([], 100)).toEqual([]);
});
