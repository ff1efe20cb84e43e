import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Database } from '@space/database';
import { databaseClock } from './database-clock.ts';
import type { Log } from './log.ts';

const NOON = Date.parse('2026-01-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;

/** What Postgres' clock is ahead of `performance.now()`, or null while Postgres is away. */
let ahead: number | null;
/** How long the way to Postgres takes; the way back takes none. */
let wayMs: number;
let asked: number;
const database = {
  oneFirst: async () => {
    asked += 1;
    if (ahead === null) throw new Error('Postgres is away.');
    if (wayMs > 0) await new Promise((there) => setTimeout(there, wayMs));
    return ahead + performance.now();
  },
} as unknown as Database;
let failures: unknown[];
let aparts: number[];
const log = {
  warn: ({ err, milliseconds }: { err?: unknown; milliseconds?: number }) =>
    milliseconds === undefined ? failures.push(err) : aparts.push(milliseconds),
} as unknown as Log;

beforeEach(() => {
  jest.useFakeTimers({ now: NOON });
  ahead = NOON - performance.now();
  wayMs = 0;
  asked = 0;
  failures = [];
  aparts = [];
});
afterEach(() => {
  jest.clearAllTimers();
  jest.useRealTimers();
});

test("it runs on between questions and by Postgres' clock, whatever the machine's is set to", async () => {
  const clock = await databaseClock(database, log);
  jest.setSystemTime(NOON + 48 * HOUR_MS);
  expect(clock.now()).toBe(NOON);
  await jest.advanceTimersByTimeAsync(90_000);
  expect(clock.now()).toBe(NOON + 90_000);
  expect(aparts).toEqual([-48 * HOUR_MS]);
});

test('it follows when the clock of Postgres is set', async () => {
  const clock = await databaseClock(database, log);
  ahead! += HOUR_MS;
  await jest.advanceTimersByTimeAsync(1_500);
  expect(clock.now()).toBe(NOON + HOUR_MS + 1_500);
});

test('an answer that took long does not set it by less than it took, and meanwhile nothing more is asked', async () => {
  const clock = await databaseClock(database, log);
  wayMs = 5_000;
  await jest.advanceTimersByTimeAsync(5_500);
  expect(asked).toBe(2);
  await jest.advanceTimersByTimeAsync(4_500);
  expect(clock.now()).toBe(NOON + 10_000);
});

test('it is there when Postgres has answered, and says once that it waits', async () => {
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

test('it runs on while Postgres is away', async () => {
  const clock = await databaseClock(database, log);
  ahead = null;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(clock.now()).toBe(NOON + 60_000);
  expect(failures).toHaveLength(1);
});
