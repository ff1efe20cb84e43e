import { expect, test } from '@jest/globals';
import { createPartBuffer } from './part-buffer.ts';

test('takes bytes up to its capacity, returns the rest, and is used again', () => {
  const buffer = createPartBuffer(5);
  expect([...buffer.add(Uint8Array.of(1, 2, 3))]).toEqual([]);
  expect([buffer.size, buffer.isFull]).toEqual([3, false]);
  expect([...buffer.add(Uint8Array.of(4, 5, 6, 7))]).toEqual([6, 7]);
  expect([buffer.size, buffer.isFull, [...buffer.bytes()]]).toEqual([5, true, [1, 2, 3, 4, 5]]);
  buffer.clear();
  expect([...buffer.add(Uint8Array.of(6, 7))]).toEqual([]);
  expect([...buffer.bytes()]).toEqual([6, 7]);
});

test('grows as bytes come, and copies those that its caller changes later', () => {
  const buffer = createPartBuffer(1_000_000);
  const chunk = new Uint8Array(40_000).fill(1);
  for (let n = 0; n < 25; n++) expect(buffer.add(chunk).length).toBe(0);
  chunk.fill(2);
  expect(buffer.isFull).toBe(true);
  expect(buffer.bytes().every((byte) => byte === 1)).toBe(true);
});
