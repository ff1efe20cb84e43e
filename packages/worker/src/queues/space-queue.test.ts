import { expect, test } from '@jest/globals';
import { createSpaceQueue } from './space-queue.ts';

test('each Space gets one place before any gets a second one', () => {
  const queue = createSpaceQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.push(item[0]!, item);
  const next = () => queue.shift();
  expect([next(), next()]).toEqual(['a1', 'b1']);
  queue.push('d', 'd1');
  expect([next(), next(), next(), next(), next(), next()]).toEqual(['c1', 'a2', 'b2', 'd1', 'a3', undefined]);
  queue.push('a', 'a4');
  expect(next()).toBe('a4');
});
