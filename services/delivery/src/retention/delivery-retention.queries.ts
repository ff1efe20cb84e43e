import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** Deletes at most `limit` deliveries that were created before `before`; returns how many. */
export const deleteExpiredDeliveries = async (database: CommonQueryMethods, before: string, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from events.delivery where (listener_id, id) in (
        select listener_id, id from events.delivery where created_at < ${before}::timestamptz limit ${limit})`)
  ).rowCount;

/** Returns the ids of deleted listeners whose deliveries may not all be deleted. */
export const findDeletedListeners = (database: CommonQueryMethods) =>
  database.anyFirst(sql.type(z.object({ id: z.string() }))`select listener_id as id from events.deleted_listener`);

/** Deletes at most `limit` deliveries of a listener; returns how many. */
export const deleteDeliveriesOf = async (database: CommonQueryMethods, listener: string, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from events.delivery where (listener_id, id) in (
        select listener_id, id from events.delivery where listener_id = ${listener} limit ${limit})`)
  ).rowCount;

/** Deletes the mark of a listener that was deleted before `before`. */
export const deleteListenerMark = (database: CommonQueryMethods, listener: string, before: string) =>
  database.query(
    sql.typeAlias('void')`delete from events.deleted_listener where listener_id = ${listener} and deleted_at < ${before}::timestamptz`,
  );

/** Deletes at most `limit` events that were recorded before `before`; returns how many. */
export const deleteExpiredEvents = async (database: CommonQueryMethods, before: string, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from events.event where id in (select id from events.event where recorded_at < ${before}::timestamptz limit ${limit})`)
  ).rowCount;

/** Deletes at most `limit` inbox entries from before `before`; returns how many. */
export const deleteExpiredInboxEntries = async (database: CommonQueryMethods, before: string, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from events.inbox where (consumer, event_id) in (
        select consumer, event_id from events.inbox where seen_at < ${before}::timestamptz limit ${limit})`)
  ).rowCount;

/** Deletes at most `limit` finished recoveries that were created before `before`; returns how many. */
export const deleteExpiredRecoveries = async (database: CommonQueryMethods, before: string, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from events.recovery where id in (
        select id from events.recovery where status = 'done' and created_at < ${before}::timestamptz limit ${limit})`)
  ).rowCount;
