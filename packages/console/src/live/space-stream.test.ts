import { expect, test } from '@jest/globals';
import { pauseAfter } from './space-stream.ts';

test('the pause before a new connection grows from one second to thirty, and differs between browsers', () => {
  expect([0, 1, 2, 4, 5, 20].map((failures) => pauseAfter(failures, 0))).toEqual([1_000, 2_000, 4_000, 16_000, 30_000, 30_000]);
  expect(pauseAfter(0, 1)).toBe(500);
  expect(pauseAfter(20, 0.5)).toBe(22_500);
});
