import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { CommonQueryMethods } from 'slonik';
import { databaseClock } from './database-clock.ts';

const NOON = Date.parse('2026-01-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;

/** What Postgres' clock is ahead of `performance.now()`, or null while Postgres is away. */
let ahead: number | null;
const database = {
  oneFirst: async () => {
    if (ahead === null) throw new Error('Postgres is away.');
    return ahead + performance.now();
  },
} as unknown as CommonQueryMethods;

beforeEach(() => {
  jest.useFakeTimers({ now: NOON });
  ahead = NOON - performance.now();
});
afterEach(() => void jest.useRealTimers());

test("it runs on between questions and by Postgres' clock, whatever the machine's is set to", async () => {
  const clock = await databaseClock(database);
  jest.setSystemTime(NOON + 48 * HOUR_MS);
  expect(clock.now()).toBe(NOON);
  await jest.advanceTimersByTimeAsync(90_000);
  expect(clock.now()).toBe(NOON + 90_000);
});

test('it follows when the clock of Postgres is set', async () => {
  const clock = await databaseClock(database);
  ahead! += HOUR_MS;
  await jest.advanceTimersByTimeAsync(1_500);
  expect(clock.now()).toBe(NOON + HOUR_MS + 1_500);
});

test('it runs on while Postgres is away', async () => {
  const clock = await databaseClock(database);
  ahead = null;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(clock.now()).toBe(NOON + 60_000);
});
