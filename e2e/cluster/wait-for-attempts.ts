import { expect } from '@jest/globals';
import { type Database, sql } from '@space/database';
import { eventually } from '@space/runtime/testing';
import { z } from 'zod';

const Count = z.object({ count: z.number() });

/**
 * Waits until so many deliveries of a webhook that did not succeed have this many attempts in their log: what a receiver got is written down a
 * moment later, and a clock that is moved before would count for the attempt. Asked of Postgres, since a process whose
 * clock was moved takes calls for late.
 */
export const waitForAttempts = (database: Database, listener: string, attempts: number, deliveries = 1): Promise<void> =>
  eventually(
    async () =>
      expect(
        await database.oneFirst(
          sql.type(
            Count,
          )`select count(*) from events.delivery where listener_id = ${listener} and attempts = ${attempts} and lease is null and state <> 'succeeded'`,
        ),
      ).toBe(deliveries),
    { timeout: 20_000 },
  );
