import { isoTime, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { queueRemovals } from '../form-assets/removals-sql.ts';

/** Marks at most `limit` submissions as expired whose confirmation link has expired, and returns how many. */
export const expireSubmissions = async (database: CommonQueryMethods, now: number, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      update scheduling.form_submission set status = 'expired', updated_at = ${isoTime(now)}::timestamptz
      where (space_id, id) in (
        select space_id, id from scheduling.form_submission
        where status <> 'confirmed' and status = 'pending_confirmation' and confirm_until <= ${isoTime(now)}::timestamptz
        limit ${limit} for update skip locked)`)
  ).rowCount;

/** Deletes at most `limit` expired submissions whose link expired at `before` or earlier, and returns how many; the assets of their files follow. */
export const deleteExpiredSubmissions = async (database: CommonQueryMethods, before: number, now: number, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      with expired as materialized (
        select space_id, id from scheduling.form_submission
        where status <> 'confirmed' and status = 'expired' and confirm_until <= ${isoTime(before)}::timestamptz
        limit ${limit} for update skip locked),
      queued as (${queueRemovals(sql.fragment`(f.space_id, f.submission_id) in (select space_id, id from expired)`, isoTime(now))})
      delete from scheduling.form_submission where (space_id, id) in (select space_id, id from expired)`)
  ).rowCount;

/** Deletes at most `limit` files that no submission has named in time, and returns how many. */
export const deleteUnclaimedFiles = async (database: CommonQueryMethods, now: number, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from scheduling.form_file
      where (space_id, id) in (
        select space_id, id from scheduling.form_file
        where submission_id is null and expires_at <= ${isoTime(now)}::timestamptz
        limit ${limit} for update skip locked)`)
  ).rowCount;
