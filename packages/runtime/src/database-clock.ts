import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, type Database, sql } from '@space/database';
import { runPeriodically } from '@space/worker';
import { z } from 'zod';
import type { Log } from './log.ts';

const Asked = z.object({ at: z.number() });

/** How often Postgres is asked again. */
const FOLLOW_MS = 1_000;
const FIRST_AGAIN_MS = 500;
/** From this on the clocks of Postgres and of the machine are said to differ. */
const APART_MS = 1_000;

/**
 * The clock of Postgres, which all processes share: what is due by it is due for each of them, whatever their machines say.
 * It waits for the first answer. Then it is asked once a second for as long as the process runs, and runs on by itself in
 * between and while Postgres is away. It is set when it is off by more than the question took. A machine that was
 * suspended is behind until the next answer.
 */
export async function databaseClock(database: Database, log: Log): Promise<Clock> {
  const told = { failed: false, apart: false };
  const ask = async (): Promise<{ origin: number; tookMs: number }> => {
    const began = performance.now();
    const at = await database.oneFirst(sql.type(Asked)`select extract(epoch from clock_timestamp())::float8 * 1000 as at`);
    const tookMs = performance.now() - began;
    told.failed = false;
    return { origin: at - began - tookMs / 2, tookMs };
  };
  const failed = (error: unknown): void => {
    if (!told.failed) log.warn({ err: error }, 'Postgres cannot be asked for the time; trying again');
    told.failed = true;
  };
  const first = async (): Promise<number> => {
    for (; ; await delay(FIRST_AGAIN_MS))
      try {
        return (await ask()).origin;
      } catch (error) {
        failed(error);
      }
  };
  let origin = await first();
  const now = (): number => Math.round(origin + performance.now());
  const follow = async (): Promise<void> => {
    const asked = await ask();
    if (Math.abs(asked.origin - origin) > asked.tookMs) origin = asked.origin;
    const milliseconds = now() - Date.now();
    const isApart = Math.abs(milliseconds) >= APART_MS;
    if (isApart && !told.apart) log.warn({ milliseconds }, "Postgres' clock and this machine's differ; what is due goes by Postgres'");
    told.apart = isApart;
  };
  runPeriodically(FOLLOW_MS, follow, failed);
  return { now };
}
