import { expect, test } from '@jest/globals';
import { createFairQueue } from './fair-queue.ts';

test('an owner with one task waits for one task of an owner with many, and a failed task does not block the others', async () => {
  const take = createFairQueue();
  const done: string[] = [];
  const act = (name: string) => async () => {
    await new Promise(setImmediate);
    done.push(name);
    if (name === 'a2') throw new Error(name);
    return name;
  };
  const all = await Promise.allSettled([
    ...['a1', 'a2', 'a3', 'a4'].map((name) => take('a', act(name))),
    take('b', act('b1')),
    take('c', act('c1')),
    take('b', act('b2')),
  ]);
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  expect(all.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
  expect(await take('d', act('d1'))).toBe('d1');
});
