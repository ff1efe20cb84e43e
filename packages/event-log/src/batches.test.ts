import { expect, test } from '@jest/globals';
import { createBatches } from './batches.ts';

/** Adds a batch that the test ends. */
function addBatch(batches: ReturnType<typeof createBatches>, seq: number) {
  const handling = Promise.withResolvers<void>();
  batches.add(seq, handling.promise);
  return handling;
}

/** Lets the handlers of resolved promises run. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the position moves past a batch only when all batches before it are handled', async () => {
  const batches = createBatches(3);
  batches.begin(10);
  const [first, second, third] = [20, 30, 40].map((seq) => addBatch(batches, seq));
  expect(batches.done()).toBe(10);
  second!.resolve();
  await nextTurn();
  expect(batches.done()).toBe(10);
  first!.resolve();
  await nextTurn();
  expect(batches.done()).toBe(30);
  third!.resolve();
  await batches.end();
  expect(batches.done()).toBe(40);
});

test('with as many batches as may be in progress, the next one waits until one of them ends', async () => {
  const batches = createBatches(2);
  batches.begin(0);
  addBatch(batches, 1);
  await batches.free();
  const second = addBatch(batches, 2);
  let isFree = false;
  const free = batches.free().then(() => {
    isFree = true;
  });
  await nextTurn();
  expect(isFree).toBe(false);
  second.resolve();
  await free;
  expect(isFree).toBe(true);
});

test('a batch that fails stops the others, and the position stays before it', async () => {
  const batches = createBatches(2);
  batches.begin(5);
  const first = addBatch(batches, 6);
  const second = addBatch(batches, 7);
  second.resolve();
  first.reject(new Error('The disk is full.'));
  await expect(batches.end()).rejects.toThrow('The disk is full.');
  await expect(batches.free()).rejects.toThrow('The disk is full.');
  expect(() => batches.done()).toThrow('The disk is full.');
});
