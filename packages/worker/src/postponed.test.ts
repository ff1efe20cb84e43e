import { expect, test } from '@jest/globals';
import { createPostponed } from './postponed.ts';

test('work that fails waits longer each time, and a success forgets its failures', () => {
  let at = 0;
  const postponed = createPostponed([1_000, 5_000], () => at);
  expect(postponed.untilNext()).toBeNull();
  expect(postponed.postpone('a')).toBe(1_000);
  at = 400;
  expect(postponed.postpone('b')).toBe(1_000);
  expect(postponed.waiting()).toEqual(['a', 'b']);
  expect(postponed.untilNext()).toBe(600);
  at = 1_000;
  expect(postponed.waiting()).toEqual(['b']);
  expect([postponed.postpone('a'), postponed.postpone('a')]).toEqual([5_000, 5_000]);
  expect(postponed.untilNext()).toBe(400);
  postponed.done('a');
  expect(postponed.waiting()).toEqual(['b']);
  expect(postponed.postpone('a')).toBe(1_000);
});

test('a key that is not seen again is forgotten', () => {
  let at = 0;
  const postponed = createPostponed([1_000, 5_000], () => at);
  postponed.postpone('a');
  at = 11 * 60_000;
  expect(postponed.waiting()).toEqual([]);
  expect(postponed.postpone('a')).toBe(1_000);
});
