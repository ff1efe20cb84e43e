import { expect, test } from '@jest/globals';
import { createGatherer } from './gatherer.ts';

/** Returns a gatherer of first letters whose searches wait until they are let go, and the searches so far. */
function searching(most = 10) {
  const searches: string[] = [];
  const waiting: (() => void)[] = [];
  const gather = createGatherer<string, string>({
    most,
    isAlike: (one, other) => one[0] === other[0],
    async find(key, wishes) {
      searches.push(`${key} ${wishes.join()}`);
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      await promise;
      if (wishes.includes('fail')) throw new Error('broken');
      return wishes.filter((wish) => wish !== 'a-none').map((wish) => `found ${wish}`);
    },
  });
  return { gather, searches, release: () => waiting.shift()!() };
}

const outcome = (found: Promise<string | null>) => found.catch(({ message }: Error) => message);

test('wishes that wait for a search of their key are found by one search if they are alike', async () => {
  const { gather, searches, release } = searching();
  const found = ['a1', 'a2', 'b1', 'a3', 'b2'].map((wish) => gather('space', wish));
  const other = gather('other', 'a1');
  expect(searches).toEqual(['space a1', 'other a1']);
  release();
  release();
  expect([await found[0], await other]).toEqual(['found a1', 'found a1']);
  expect(searches.at(-1)).toBe('space a2,a3');
  release();
  await found[3];
  release();
  expect(await Promise.all(found)).toEqual(['found a1', 'found a2', 'found b1', 'found a3', 'found b2']);
  expect(searches).toHaveLength(4);
});

test('a wish without a result gets null, and a search that fails fails its own wishes only', async () => {
  const { gather, release } = searching();
  const found = ['a1', 'a2', 'a-none', 'fail', 'f2', 'b1'].map((wish) => outcome(gather('space', wish)));
  release();
  await found[0];
  release();
  await found[1];
  release();
  await found[3];
  release();
  expect(await Promise.all(found)).toEqual(['found a1', 'found a2', null, 'broken', 'broken', 'found b1']);
});

test('a search has no more wishes than it may have, and the next one has the others', async () => {
  const { gather, searches, release } = searching(2);
  const found = ['a1', 'a2', 'a3', 'a4'].map((wish) => gather('space', wish));
  for (const one of [0, 1, 3]) {
    release();
    await found[one];
  }
  expect(searches).toEqual(['space a1', 'space a2,a3', 'space a4']);
  const later = gather('space', 'a5');
  await Promise.resolve();
  release();
  expect(await later).toBe('found a5');
});
