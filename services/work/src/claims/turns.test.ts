import { expect, test } from '@jest/globals';
import { createTurns } from './turns.ts';

test('acts of one key run one after the other, also after one that fails, and other keys do not wait for them', async () => {
  const takeTurn = createTurns();
  const steps: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const first = takeTurn('a', async () => {
    await released;
    steps.push('first');
    throw new Error('broken');
  });
  const second = takeTurn('a', async () => steps.push('second'));
  await takeTurn('b', async () => steps.push('other'));
  release();
  await expect(first).rejects.toThrow('broken');
  await second;
  expect(steps).toEqual(['other', 'first', 'second']);
});
