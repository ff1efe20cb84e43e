import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { CalendarEventRow, calendarEventColumns } from './calendar.queries.ts';

/** An event of a feed. The sequence of a task is its version, which also grows while the task has no due date. */
const FeedEvent = CalendarEventRow.extend({ sequence: z.number() });

/** An event of a feed. */
export type FeedEvent = z.output<typeof FeedEvent>;

/** Sets the secret of the feed of a calendar, as its hash; returns true if there was one before. */
export async function storeCalendarFeed(tx: CommonQueryMethods, space: string, hash: Buffer, now: string): Promise<boolean> {
  const existed = await removeCalendarFeed(tx, space);
  await tx.query(sql.typeAlias('void')`
    insert into scheduling.calendar_feed (space_id, feed_hash, created_at) values (${space}, ${sql.binary(hash)}, ${now}::timestamptz)
    on conflict (space_id) do update set feed_hash = excluded.feed_hash, created_at = excluded.created_at`);
  return existed;
}

/** Ends the feed of a calendar; returns false if there is none. */
export const removeCalendarFeed = async (tx: CommonQueryMethods, space: string): Promise<boolean> =>
  (await tx.query(sql.typeAlias('void')`delete from scheduling.calendar_feed where space_id = ${space}`)).rowCount > 0;

/** Returns the feed of a calendar by the hash of its secret, or null. It is about all Spaces. */
export const findCalendarFeed = (database: CommonQueryMethods, hash: Buffer) =>
  database.maybeOne(sql.type(z.object({ space_id: z.string() }))`
    select space_id from scheduling.calendar_feed where feed_hash = ${sql.binary(hash)}`);

/** The events of a feed: those that end after `since`. */
interface FeedWindow {
  readonly now: string;
  readonly since: string;
  readonly limit: number;
}

/** Returns the events of a calendar for its feed: recurring ones, then upcoming ones, soonest first, then past ones, latest first. */
export const findFeedEvents = (database: CommonQueryMethods, space: string, { now, since, limit }: FeedWindow) =>
  database.any(sql.type(FeedEvent)`
    select ${calendarEventColumns}, coalesce(m.version, e.version - 1) as sequence
    from (
      (select r.* from scheduling.calendar_event as r
        where r.space_id = ${space} and r.rrule is not null and (r.repeats_until is null or r.repeats_until > ${since}::timestamptz))
      union all
      (select u.* from scheduling.calendar_event as u
        where u.space_id = ${space} and u.rrule is null and u.ends_at >= ${now}::timestamptz
        order by u.starts_at, u.id limit ${limit})
      union all
      (select p.* from scheduling.calendar_event as p
        where p.space_id = ${space} and p.rrule is null and p.ends_at < ${now}::timestamptz and p.ends_at >= ${since}::timestamptz
        order by p.starts_at desc, p.id limit ${limit})
    ) as e left join scheduling.mirrored_task as m on m.space_id = e.space_id and m.task_id = e.task_id
    order by e.rrule is null, e.ends_at < ${now}::timestamptz, case when e.ends_at >= ${now}::timestamptz then e.starts_at end,
      e.starts_at desc, e.id limit ${limit}`);
