import { expect, test } from '@jest/globals';
import type { ThreadComment } from './comments-of.ts';
import { beginningOf, isFirst, threadsOf } from './threads.ts';

const comment = (id: string, parent_id: string | null = null, replies_count = 0) => ({ id, parent_id, replies_count }) as ThreadComment;

test('comments become threads with their replies, and a thread knows how many of them were not read', () => {
  const threads = threadsOf([comment('a', null, 3), comment('b'), comment('c', 'a'), comment('d', 'a'), comment('e', 'absent')]);
  expect(threads.map(({ first, replies, unread }) => [first.id, replies.map(({ id }) => id), unread])).toEqual([
    ['a', ['c', 'd'], 1],
    ['b', [], 0],
  ]);
});

test('a reply that was written after its thread was read leaves nothing unread', () => {
  expect(threadsOf([comment('a'), comment('b', 'a')])[0]!.unread).toBe(0);
});

test('a comment is the first one of its thread also after it was read again, and its buttons have its first words', () => {
  expect(isFirst({ ...comment('a') })).toBe(true);
  expect(isFirst(comment('b', 'a'))).toBe(false);
  expect(beginningOf('Is this\nright?')).toBe('Is this right?');
  expect(beginningOf(`${'a'.repeat(39)}😀 b`)).toBe(`${'a'.repeat(39)} …`);
});
