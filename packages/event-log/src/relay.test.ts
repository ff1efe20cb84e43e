import { expect, test } from '@jest/globals';
import { chunkByBytes } from './relay.ts';

const messages = (...sizes: number[]) => sizes.map((size) => ({ value: Buffer.alloc(size) }));
const sizes = (chunks: { value: Buffer }[][]) => chunks.map((chunk) => chunk.map(({ value }) => value.length));

test('chunkByBytes splits messages into chunks of at most that many bytes, in order', () => {
  expect(sizes(chunkByBytes(messages(40, 50, 20, 30, 60), 100))).toEqual([[40, 50], [20, 30], [60]]);
});

test('chunkByBytes puts a message that is larger than a chunk in a chunk of its own', () => {
  expect(sizes(chunkByBytes(messages(10, 300, 20), 100))).toEqual([[10], [300], [20]]);
});

test('chunkByBytes returns no chunk for no message', () => {
  expect(chunkByBytes([], 100)).toEqual([]);
});
