import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import { sql } from './database.ts';

const Asked = z.object({ at: z.number() });

/** How often Postgres is asked again. */
const FOLLOW_MS = 1_000;

/**
 * The clock of Postgres, which all processes share: what is due by it is due for each of them, whatever their machines say.
 * It is asked once a second and runs on by itself in between, and while Postgres is away. It is set when it is off by
 * more than the question took.
 */
export async function databaseClock(database: CommonQueryMethods): Promise<Clock> {
  const ask = async (): Promise<{ origin: number; tookMs: number }> => {
    const began = performance.now();
    const at = await database.oneFirst(sql.type(Asked)`select extract(epoch from clock_timestamp())::float8 * 1000 as at`);
    const tookMs = performance.now() - began;
    return { origin: at - began - tookMs / 2, tookMs };
  };
  let { origin } = await ask();
  const follow = async (): Promise<void> => {
    const asked = await ask();
    if (Math.abs(asked.origin - origin) > asked.tookMs) origin = asked.origin;
  };
  setInterval(() => void follow().catch(() => {}), FOLLOW_MS).unref();
  return { now: () => Math.round(origin + performance.now()) };
}
