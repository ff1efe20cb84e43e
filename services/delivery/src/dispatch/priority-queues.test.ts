import { expect, test } from '@jest/globals';
import { FIRST_ATTEMPT, type Job, type Priority, REPLAY, RETRY } from '../attempts/job.ts';
import { PriorityQueues } from './priority-queues.ts';

let last = 0;
const job = (listener_id: string, priority: Priority): Job => ({
  delivery_id: ++last,
  listener_id,
  event: { id: 'evt', type: 'contact_created', body: '{}', trace: null },
  attempt: 1,
  step: 1,
  priority,
  lease: 'this process',
  leased_until: 0,
  test: false,
});

/** Lanes whose attempts end when they are told to, each receiver answering one at a time. */
function held() {
  const made: Job[] = [];
  const ends: (() => void)[] = [];
  let refills = 0;
  const lanes = new PriorityQueues(
    (one) => {
      made.push(one);
      return new Promise<void>((end) => ends.push(end));
    },
    () => {
      refills += 1;
    },
  );
  return {
    lanes,
    made,
    refills: () => refills,
    /** Ends the attempts that were begun first. */
    async end(count: number) {
      for (const end of ends.splice(0, count)) end();
      await new Promise((turn) => setImmediate(turn));
    },
  };
}

const laneOf = (one: Job): Priority => one.priority;
const counted = (jobs: readonly Job[], priority: Priority): number => jobs.map(laneOf).filter((one) => one === priority).length;

test('a hundred thousand replays leave first attempts and retries their places at once', async () => {
  const { lanes, made, end } = held();
  for (let count = 0; count < 100_000; count += 1) lanes.add(job('one', REPLAY));
  expect(made).toHaveLength(8);
  for (let count = 0; count < 20; count += 1) lanes.add(job('one', RETRY));
  expect([made.length, counted(made, RETRY)]).toEqual([12, 4]);
  for (let count = 0; count < 4; count += 1) lanes.add(job('one', FIRST_ATTEMPT));
  expect([made.length, counted(made, FIRST_ATTEMPT)]).toEqual([16, 4]);
  await end(1);
  lanes.add(job('one', FIRST_ATTEMPT));
  expect(made.slice(0, 18).filter((one) => one.priority === FIRST_ATTEMPT).length).toBeGreaterThanOrEqual(4);
});

test('first attempts that never end do not stop retries and replays: one start in eight goes to each of them in turn', async () => {
  const { lanes, made, end } = held();
  for (const lane of [FIRST_ATTEMPT, RETRY, REPLAY] as const) for (let count = 0; count < 1_000; count += 1) lanes.add(job('one', lane));
  for (let turn = 0; turn < 50; turn += 1) await end(16);
  const late = made.slice(16);
  expect(late).toHaveLength(800);
  expect(counted(late, FIRST_ATTEMPT) / late.length).toBeGreaterThan(0.85);
  expect(counted(late, RETRY)).toBeGreaterThan(40);
  expect(counted(late, REPLAY)).toBeGreaterThan(40);
});

test('a receiver that never answers holds its own sixteen places and nobody else’s', async () => {
  const { lanes, made } = held();
  for (let count = 0; count < 500; count += 1) lanes.add(job('dead', FIRST_ATTEMPT));
  for (let healthy = 0; healthy < 20; healthy += 1) lanes.add(job(`healthy ${healthy}`, FIRST_ATTEMPT));
  expect(made.filter((one) => one.listener_id === 'dead')).toHaveLength(16);
  expect(made.filter((one) => one.listener_id !== 'dead')).toHaveLength(20);
  expect(lanes.full(FIRST_ATTEMPT)).toEqual(['dead']);
  expect(lanes.capacity('healthy 3')).toBe(256);
  expect(lanes.capacity('dead')).toBeLessThanOrEqual(0);
});

test('a lane that was full asks for more when it runs dry, once', async () => {
  const { lanes, end, refills } = held();
  for (let count = 0; count < 100; count += 1) lanes.add(job('one', FIRST_ATTEMPT));
  expect(lanes.full(FIRST_ATTEMPT)).toEqual(['one']);
  await end(16);
  await end(16);
  expect(refills()).toBe(0);
  for (let turn = 0; turn < 4; turn += 1) await end(16);
  expect(refills()).toBe(1);
});

test('what waits for one webhook can be taken away, and what runs goes on', () => {
  const { lanes, made } = held();
  for (let count = 0; count < 20; count += 1) lanes.add(job('one', RETRY));
  lanes.add(job('other', RETRY));
  expect(lanes.drop('one', () => true)).toHaveLength(8);
  expect([made.length, lanes.running]).toEqual([13, 13]);
  expect(lanes.clear()).toEqual([]);
});
