import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/**
 * Deletes at most `limit` events that were recorded before `before`, and returns how many. Stores the greatest deleted
 * number of each Space, so that an older cursor is rejected instead of skipping events.
 */
export const deleteExpiredFeedEvents = (database: CommonQueryMethods, before: string, limit: number): Promise<number> =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    with gone as (
      delete from events.feed_event where (space_id, seq) in (
        select space_id, seq from events.feed_event where recorded_at < ${before}::timestamptz limit ${limit})
      returning space_id, seq
    ),
    noted as (
      insert into events.feed_low_watermark as w (space_id, seq) select space_id, max(seq) from gone group by space_id order by space_id
      on conflict (space_id) do update set seq = greatest(w.seq, excluded.seq)
    )
    select count(*) from gone`);

/** Deletes at most `limit` feed items that were recorded before `before`; returns how many. */
export const deleteExpiredFeedItems = async (database: CommonQueryMethods, before: string, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from events.feed_item where (space_id, listener_id, seq) in (
        select space_id, listener_id, seq from events.feed_item where recorded_at < ${before}::timestamptz limit ${limit})`)
  ).rowCount;

/** Deletes at most `limit` chat lines that were created before `before`; returns how many. */
export const deleteExpiredChatLines = async (database: CommonQueryMethods, before: string, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from events.chat_line where (space_id, agent_id, id) in (
        select space_id, agent_id, id from events.chat_line where created_at < ${before}::timestamptz limit ${limit})`)
  ).rowCount;
