import { expect, test } from '@jest/globals';
import { deleteExpired, deleteInChunks, periodicTask, pollingTask } from './index.ts';

const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 5));

test('pollingTask polls again without a pause while there is more, and then waits for notify', async () => {
  const queue = [1, 2, 3];
  const done: number[] = [];
  const task = pollingTask({
    name: 'queue',
    intervalMs: 60_000,
    async poll() {
      const next = queue.shift();
      if (next !== undefined) done.push(next);
      return next !== undefined;
    },
    onError: () => {},
  });
  await task.start();
  await nextTurn();
  expect(done).toEqual([1, 2, 3]);
  queue.push(4);
  await nextTurn();
  expect(done).toEqual([1, 2, 3]);
  task.notify();
  await nextTurn();
  expect(done).toEqual([1, 2, 3, 4]);
  await task.stop();
});

test('pollingTask shortens its interval to the milliseconds that poll returns', async () => {
  let polls = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const task = pollingTask({
    name: 'due',
    intervalMs: 600_000,
    async poll() {
      polls += 1;
      if (polls === 3) resolve();
      return 1;
    },
    onError: () => {},
  });
  await task.start();
  await promise;
  await task.stop();
  expect(polls).toBeGreaterThanOrEqual(3);
});

test('pollingTask reports an error of poll, retries after the delay, and stops without waiting for the delay', async () => {
  const errors: unknown[] = [];
  let polls = 0;
  const task = pollingTask({
    name: 'failing',
    intervalMs: 1,
    retryDelayMs: 1,
    async poll() {
      polls += 1;
      if (polls < 3) throw new Error(`poll ${polls}`);
      return false;
    },
    onError: (error) => void errors.push((error as Error).message),
  });
  await task.start();
  while (polls < 3) await nextTurn();
  await task.stop();
  expect(errors).toEqual(['poll 1', 'poll 2']);

  const slow = pollingTask({
    name: 'slow',
    intervalMs: 600_000,
    retryDelayMs: 600_000,
    poll: () => Promise.reject(new Error('always')),
    onError: () => {},
  });
  await slow.start();
  await nextTurn();
  await slow.stop();
});

test('pollingTask.stop waits for the poll in progress', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isDone = false;
  const task = pollingTask({
    name: 'long',
    intervalMs: 1,
    async poll() {
      await promise;
      isDone = true;
      return false;
    },
    onError: () => {},
  });
  await task.start();
  const stopped = task.stop();
  resolve();
  await stopped;
  expect(isDone).toBe(true);
});

test('periodicTask.stop waits for the run in progress and starts no other', async () => {
  const { promise: release, resolve } = Promise.withResolvers<void>();
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  let runs = 0;
  const task = periodicTask({
    name: 'job',
    jobs: [
      {
        everyMs: 1,
        async act() {
          start();
          await release;
          runs += 1;
        },
      },
    ],
    onError: () => {},
  });
  await task.start();
  await started;
  const stopped = task.stop();
  resolve();
  await stopped;
  const after = runs;
  await nextTurn();
  expect([after, runs]).toEqual([1, 1]);
});

test('deleteInChunks stops at the first chunk that is not full', async () => {
  let left = 25;
  const asked: number[] = [];
  const deleted = await deleteInChunks(async (limit) => {
    asked.push(limit);
    const count = Math.min(limit, left);
    left -= count;
    return count;
  }, 10);
  expect([deleted, left, asked]).toEqual([25, 0, [10, 10, 10]]);
});

test('deleteExpired goes on with the other rules when one fails', async () => {
  const failed: string[] = [];
  let deleted = 0;
  const rules = [
    { what: 'lines', deleteChunk: () => Promise.reject(new Error('away')) },
    { what: 'events', deleteChunk: async () => (deleted += 1) },
  ];
  await deleteExpired(rules, 100, (_error, what) => failed.push(what));
  expect([failed, deleted]).toEqual([['lines'], 1]);
});
