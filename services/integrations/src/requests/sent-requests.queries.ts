import { SENT_REQUEST_DAYS } from '@space/contracts/integrations';
import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A call with an idempotency key. */
export interface KeyedCall {
  readonly space_id: string;
  readonly key_id: string;
  readonly key: string;
}

/** Notes that the request of a call is about to be sent. Returns the time of an earlier note: its request may have been sent. */
export const noteSending = async (
  database: CommonQueryMethods,
  { space_id, key_id, key }: KeyedCall,
  now: string,
): Promise<string | null> => {
  const { rowCount } = await database.query(sql.typeAlias('void')`
    insert into integrations.sent_request (space_id, key_id, key, sent_at) values (${space_id}, ${key_id}, ${key}, ${now}::timestamptz)
    on conflict do nothing`);
  if (rowCount === 1) return null;
  return database.oneFirst(sql.type(z.object({ sent_at: z.string() }))`
    select ${wireTime(sql.fragment`sent_at`)} as sent_at from integrations.sent_request
    where space_id = ${space_id} and key_id = ${key_id} and key = ${key}`);
};

/** Removes the note of a request that was certainly not sent. */
export const forgetSending = (database: CommonQueryMethods, { space_id, key_id, key }: KeyedCall) =>
  database.query(sql.typeAlias('void')`
    delete from integrations.sent_request where space_id = ${space_id} and key_id = ${key_id} and key = ${key}`);

/** Deletes notes that are older than SENT_REQUEST_DAYS, at most `limit`; returns their number. */
export const deleteOldNotes = (database: CommonQueryMethods, limit: number): Promise<number> =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    with old as (
      delete from integrations.sent_request where (space_id, key_id, key) in (
        select space_id, key_id, key from integrations.sent_request
        where sent_at < now() - make_interval(days => ${SENT_REQUEST_DAYS}) order by sent_at limit ${limit})
      returning 1)
    select count(*) as count from old`);
