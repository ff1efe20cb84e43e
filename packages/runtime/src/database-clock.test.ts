import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Database } from '@space/database';
import { databaseClock } from './database-clock.ts';
import type { Log } from './log.ts';

const NOON = Date.parse('2026-01-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;

/** The lead of Postgres' clock over `performance.now()`, or null while Postgres is away. */
let ahead: number | null;
/** Duration of a request to Postgres, in milliseconds; its answer takes no time. */
let requestMs: number;
let queries: number;
const database = {
  oneFirst: async () => {
    queries += 1;
    if (ahead === null) throw new Error('Postgres is away.');
    if (requestMs > 0) await new Promise((there) => setTimeout(there, requestMs));
    return ahead + performance.now();
  },
} as unknown as Database;
let failures: unknown[];
let skews: number[];
const log = {
  warn: ({ err, milliseconds }: { err?: unknown; milliseconds?: number }) =>
    milliseconds === undefined ? failures.push(err) : skews.push(milliseconds),
} as unknown as Log;

beforeEach(() => {
  jest.useFakeTimers({ now: NOON });
  ahead = NOON - performance.now();
  requestMs = 0;
  queries = 0;
  failures = [];
  skews = [];
});
afterEach(() => {
  jest.clearAllTimers();
  jest.useRealTimers();
});

test('follows the clock of Postgres between its queries, at any setting of the machine', async () => {
  const clock = await databaseClock(database, log);
  jest.setSystemTime(NOON + 48 * HOUR_MS);
  expect(clock.now()).toBe(NOON);
  await jest.advanceTimersByTimeAsync(90_000);
  expect(clock.now()).toBe(NOON + 90_000);
  expect(skews).toEqual([-48 * HOUR_MS]);
});

test('follows a change of the clock of Postgres', async () => {
  const clock = await databaseClock(database, log);
  ahead! += HOUR_MS;
  await jest.advanceTimersByTimeAsync(1_500);
  expect(clock.now()).toBe(NOON + HOUR_MS + 1_500);
});

test('ignores a difference that is smaller than a slow round trip, and sends one query at a time', async () => {
  const clock = await databaseClock(database, log);
  requestMs = 5_000;
  await jest.advanceTimersByTimeAsync(5_500);
  expect(queries).toBe(2);
  await jest.advanceTimersByTimeAsync(4_500);
  expect(clock.now()).toBe(NOON + 10_000);
});

test('waits for the first answer of Postgres and logs that once', async () => {
  jest.useRealTimers();
  const here = Date.now() - performance.now();
  ahead = null;
  const starting = databaseClock(database, log);
  await new Promise(setImmediate);
  ahead = here;
  const clock = await starting;
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1_000);
  expect(failures).toHaveLength(1);
});

test('continues while Postgres is away', async () => {
  const clock = await databaseClock(database, log);
  ahead = null;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(clock.now()).toBe(NOON + 60_000);
  expect(failures).toHaveLength(1);
});
