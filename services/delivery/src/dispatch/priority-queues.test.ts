import { expect, test } from '@jest/globals';
import { FIRST_ATTEMPT, type Job, type Priority, REPLAY, RETRY } from '../attempts/job.ts';
import { PriorityQueues } from './priority-queues.ts';

let lastId = 0;
const newJob = (listener_id: string, priority: Priority): Job => ({
  delivery_id: ++lastId,
  listener_id,
  event: { id: 'evt', type: 'contact_created', body: '{}', trace: null },
  attempt: 1,
  step: 1,
  priority,
  lease: 'this process',
  leased_until: 0,
  test: false,
});

/** Queues whose attempts end only when the test ends them. */
function createQueues() {
  const started: Job[] = [];
  const ends: (() => void)[] = [];
  let refills = 0;
  const queues = new PriorityQueues(
    (job) => {
      started.push(job);
      return new Promise<void>((end) => ends.push(end));
    },
    () => {
      refills += 1;
    },
  );
  return {
    queues,
    started,
    refills: () => refills,
    /** Ends the oldest running attempts. */
    async end(count: number) {
      for (const end of ends.splice(0, count)) end();
      await new Promise((turn) => setImmediate(turn));
    },
  };
}

const countOf = (jobs: readonly Job[], priority: Priority): number => jobs.filter((job) => job.priority === priority).length;

test('a hundred thousand queued replays leave slots to first attempts and retries', async () => {
  const { queues, started, end } = createQueues();
  for (let count = 0; count < 100_000; count += 1) queues.add(newJob('one', REPLAY));
  expect(started).toHaveLength(8);
  for (let count = 0; count < 20; count += 1) queues.add(newJob('one', RETRY));
  expect([started.length, countOf(started, RETRY)]).toEqual([12, 4]);
  for (let count = 0; count < 4; count += 1) queues.add(newJob('one', FIRST_ATTEMPT));
  expect([started.length, countOf(started, FIRST_ATTEMPT)]).toEqual([16, 4]);
  await end(1);
  queues.add(newJob('one', FIRST_ATTEMPT));
  expect(countOf(started.slice(0, 18), FIRST_ATTEMPT)).toBeGreaterThanOrEqual(4);
});

test('one start in eight goes to retries and replays in turn while first attempts never end', async () => {
  const { queues, started, end } = createQueues();
  for (const priority of [FIRST_ATTEMPT, RETRY, REPLAY] as const)
    for (let count = 0; count < 1_000; count += 1) queues.add(newJob('one', priority));
  for (let turn = 0; turn < 50; turn += 1) await end(16);
  const later = started.slice(16);
  expect(later).toHaveLength(800);
  expect(countOf(later, FIRST_ATTEMPT) / later.length).toBeGreaterThan(0.85);
  expect(countOf(later, RETRY)).toBeGreaterThan(40);
  expect(countOf(later, REPLAY)).toBeGreaterThan(40);
});

test('a receiver that never answers uses only its own sixteen slots', async () => {
  const { queues, started } = createQueues();
  for (let count = 0; count < 500; count += 1) queues.add(newJob('dead', FIRST_ATTEMPT));
  for (let healthy = 0; healthy < 20; healthy += 1) queues.add(newJob(`healthy ${healthy}`, FIRST_ATTEMPT));
  expect(started.filter((job) => job.listener_id === 'dead')).toHaveLength(16);
  expect(started.filter((job) => job.listener_id !== 'dead')).toHaveLength(20);
  expect(queues.full(FIRST_ATTEMPT)).toEqual(['dead']);
  expect(queues.capacity('healthy 3')).toBe(256);
  expect(queues.capacity('dead')).toBeLessThanOrEqual(0);
});

test('a queue that was full reports capacity once when it falls below the low-water mark', async () => {
  const { queues, end, refills } = createQueues();
  for (let count = 0; count < 100; count += 1) queues.add(newJob('one', FIRST_ATTEMPT));
  expect(queues.full(FIRST_ATTEMPT)).toEqual(['one']);
  await end(16);
  await end(16);
  expect(refills()).toBe(0);
  for (let turn = 0; turn < 4; turn += 1) await end(16);
  expect(refills()).toBe(1);
});

test('dropping the queued jobs of one webhook leaves its running attempts and other webhooks alone', () => {
  const { queues, started } = createQueues();
  for (let count = 0; count < 20; count += 1) queues.add(newJob('one', RETRY));
  queues.add(newJob('other', RETRY));
  expect(queues.drop('one', () => true)).toHaveLength(8);
  expect([started.length, queues.running]).toEqual([13, 13]);
  expect(queues.clear()).toEqual([]);
});
