import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';

/** Stores the SHA-256 in hex of a challenge that was answered, and returns false when it is stored already. */
export const storeAnsweredChallenge = async (tx: CommonQueryMethods, hash: string, expiresAt: string): Promise<boolean> =>
  (
    await tx.query(sql.typeAlias('void')`
      insert into gateway.answered_challenge (hash, expires_at) values (decode(${hash}, 'hex'), ${expiresAt}::timestamptz)
      on conflict do nothing`)
  ).rowCount > 0;

/** Deletes up to `limit` answered challenges that have expired and returns how many it deleted. */
export const deleteExpiredChallenges = async (database: CommonQueryMethods, now: string, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from gateway.answered_challenge where hash in (
        select hash from gateway.answered_challenge where expires_at < ${now}::timestamptz limit ${limit})`)
  ).rowCount;
