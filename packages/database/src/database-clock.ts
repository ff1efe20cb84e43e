import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import { sql } from './database.ts';

const Asked = z.object({ at: z.number() });

/** How often Postgres is asked again. */
const FOLLOW_MS = 1_000;

/** From this on the clocks of Postgres and of the machine are said to differ. */
const APART_MS = 1_000;

/** What a clock of Postgres tells whoever runs it. */
export interface ClockWatch {
  /** Postgres could not be asked; told once until it answers again. */
  failed(error: unknown): void;
  /** Postgres is so many milliseconds ahead of the machine; told once until they agree again. */
  apart(milliseconds: number): void;
}

/**
 * The clock of Postgres, which all processes share: what is due by it is due for each of them, whatever their machines say.
 * It is asked once a second and runs on by itself in between, and while Postgres is away. It is set when it is off by
 * more than the question took. A machine that was suspended is behind until the next answer.
 */
export async function databaseClock(database: CommonQueryMethods, watch: ClockWatch): Promise<Clock> {
  const ask = async (): Promise<{ origin: number; tookMs: number }> => {
    const began = performance.now();
    const at = await database.oneFirst(sql.type(Asked)`select extract(epoch from clock_timestamp())::float8 * 1000 as at`);
    const tookMs = performance.now() - began;
    return { origin: at - began - tookMs / 2, tookMs };
  };
  let { origin } = await ask();
  let asking = false;
  const told = { failed: false, apart: false };
  const follow = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    try {
      const asked = await ask();
      if (Math.abs(asked.origin - origin) > asked.tookMs) origin = asked.origin;
      const apart = now() - Date.now();
      if (Math.abs(apart) < APART_MS) told.apart = false;
      else if (!told.apart) {
        told.apart = true;
        watch.apart(apart);
      }
      told.failed = false;
    } catch (error) {
      if (!told.failed) watch.failed(error);
      told.failed = true;
    } finally {
      asking = false;
    }
  };
  const now = (): number => Math.round(origin + performance.now());
  setInterval(() => void follow(), FOLLOW_MS).unref();
  return { now };
}
