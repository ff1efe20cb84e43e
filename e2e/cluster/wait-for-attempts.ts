import { expect } from '@jest/globals';
import { type Database, sql } from '@space/database';
import { eventually } from '@space/runtime/testing';
import { z } from 'zod';

const Count = z.object({ count: z.number() });

/**
 * Waits until a number of unsuccessful deliveries of a webhook have this many attempts in their log. The outcome is stored
 * a moment after the receiver responded, and a clock moved before that would count for the attempt. Reads Postgres,
 * because a process with a moved clock treats calls as expired.
 */
export const waitForAttempts = (database: Database, listener: string, attempts: number, deliveries = 1): Promise<void> =>
  eventually(
    async () =>
      expect(
        await database.oneFirst(
          sql.type(
            Count,
          )`select count(*) from events.delivery where listener_id = ${listener} and attempts = ${attempts} and lease is null and status <> 'succeeded'`,
        ),
      ).toBe(deliveries),
    { timeout: 20_000 },
  );
