import { setTimeout as delay } from 'node:timers/promises';
import type { Clock, Database } from '@space/database';
import { runPeriodically } from '@space/worker';
import { readDatabaseTime } from './database-clock.queries.ts';
import type { Log } from './log.ts';

/** Interval at which the clock is compared with Postgres. */
const SYNC_INTERVAL_MS = 1_000;
const RETRY_DELAY_MS = 500;
/** From this difference on, a line in the log reports that the clocks of Postgres and of the machine differ. */
const MAX_SKEW_MS = 1_000;

/**
 * Creates the clock of Postgres, which all processes share: an instant is due for all of them at the same time. It waits for
 * the first answer of Postgres. After that it asks once per second, and continues by itself in between and while Postgres
 * is away. It is set if it is off by more than the round trip took. After a suspend it lags until the next answer.
 */
export async function databaseClock(database: Database, log: Log): Promise<Clock> {
  let isFailureLogged = false;
  let isSkewLogged = false;
  let origin = await readFirstOrigin();
  runPeriodically(SYNC_INTERVAL_MS, sync, onFailure);
  return { now };

  function now(): number {
    return Math.round(origin + performance.now());
  }

  /** Reads the time of Postgres at `performance.now() === 0`. */
  async function readOrigin(): Promise<{ origin: number; roundTripMs: number }> {
    const start = performance.now();
    const at = await readDatabaseTime(database);
    const roundTripMs = performance.now() - start;
    isFailureLogged = false;
    return { origin: at - start - roundTripMs / 2, roundTripMs };
  }

  async function readFirstOrigin(): Promise<number> {
    for (; ; await delay(RETRY_DELAY_MS))
      try {
        return (await readOrigin()).origin;
      } catch (error) {
        onFailure(error);
      }
  }

  async function sync(): Promise<void> {
    const read = await readOrigin();
    if (Math.abs(read.origin - origin) > read.roundTripMs) origin = read.origin;
    const milliseconds = now() - Date.now();
    const isSkewed = Math.abs(milliseconds) >= MAX_SKEW_MS;
    if (isSkewed && !isSkewLogged)
      log.warn({ milliseconds }, 'the clocks of Postgres and of this machine differ; due times follow the clock of Postgres');
    isSkewLogged = isSkewed;
  }

  function onFailure(error: unknown): void {
    if (!isFailureLogged) log.warn({ err: error }, 'reading the time of Postgres failed; retrying every second');
    isFailureLogged = true;
  }
}
