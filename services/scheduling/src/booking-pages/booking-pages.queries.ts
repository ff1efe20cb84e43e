import { Availability, bookingPageStatuses, bookingTypes, locationTypes } from '@space/contracts/scheduling';
import { decodeCursor, type PageQuery, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A booking page as it is kept. */
export const BookingPageRow = z.object({
  space_id: z.string(),
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  booking_type: z.enum(bookingTypes),
  status: z.enum(bookingPageStatuses),
  duration_minutes: z.number(),
  slot_interval_minutes: z.number().nullable(),
  timezone: z.string(),
  buffer_minutes: z.number(),
  min_notice_hours: z.number(),
  max_advance_days: z.number(),
  capacity: z.number(),
  meeting_location_type: z.enum(locationTypes),
  meeting_location_value: z.string().nullable(),
  form_id: z.string().nullable(),
  availability: Availability,
  calendar: z.string(),
  has_feed: z.boolean(),
  version: z.number(),
  created_at: z.number(),
  updated_at: z.number(),
});

/** A booking page as it is kept. */
export type BookingPageRow = z.output<typeof BookingPageRow>;

/** What of a booking page can be written. */
export type BookingPageValues = Omit<BookingPageRow, 'space_id' | 'id' | 'has_feed' | 'version' | 'created_at' | 'updated_at'>;

const columns = sql.fragment`
  p.space_id, p.id, p.name, p.description, p.booking_type, p.status, p.duration_minutes, p.slot_interval_minutes, p.timezone,
  p.buffer_minutes, p.min_notice_hours, p.max_advance_days, p.capacity, p.meeting_location_type, p.meeting_location_value,
  p.form_id, p.availability, p.calendar, p.feed_hash is not null as has_feed, p.version, p.created_at, p.updated_at`;

/**
 * The page of a Space, or null. Until the transaction ends a lock for `update` keeps others from changing and booking it, and
 * one to `share` only from changing it.
 */
export const findBookingPage = (database: CommonQueryMethods, space: string, id: string, lock?: 'update' | 'share') => {
  const tag = lock ? sql.type(BookingPageRow) : sql.prepared('booking-pages-find', BookingPageRow);
  return database.maybeOne(tag`
    select ${columns} from scheduling.booking_page as p
    where p.space_id = ${space} and p.id = ${id} ${lock === undefined ? sql.fragment`` : lock === 'update' ? sql.fragment`for update` : sql.fragment`for share`}`);
};

/** The page of an address, whatever its Space; null when there is none. */
export const findPublicBookingPage = (database: CommonQueryMethods, id: string) =>
  database.maybeOne(sql.type(BookingPageRow)`select ${columns} from scheduling.booking_page as p where p.id = ${id}`);

/** The page whose calendar feed has this secret, by its hash. */
export const findBookingPageByFeed = (database: CommonQueryMethods, hash: Buffer) =>
  database.maybeOne(sql.type(BookingPageRow)`select ${columns} from scheduling.booking_page as p where p.feed_hash = ${sql.binary(hash)}`);

/** The pages of a Space, newest first; each item is its id. */
export function listBookingPages(
  space: string,
  {
    limit,
    cursor,
    status,
    include_total,
  }: { limit: number; cursor?: string | undefined; status?: string | undefined; include_total: boolean },
): PageQuery {
  const matching = sql.fragment`p.space_id = ${space} ${status ? sql.fragment`and p.status = ${status}` : sql.fragment``}`;
  const behind = cursor ? sql.fragment`and p.id < ${decodeCursor(cursor, 'text')[0]}` : sql.fragment``;
  return {
    limit,
    rows: sql.fragment`
      select json_build_array(p.id)::text as key, to_json(p.id)::text as item
      from scheduling.booking_page as p where ${matching} ${behind} order by p.id desc limit ${limit + 1}`,
    total: include_total ? sql.fragment`select count(*) from scheduling.booking_page as p where ${matching}` : undefined,
  };
}

/** Pages of a Space by their ids, in no order. */
export const findBookingPages = (database: CommonQueryMethods, space: string, ids: readonly string[]) =>
  database.any(sql.type(BookingPageRow)`
    select ${columns} from scheduling.booking_page as p
    where p.space_id = ${space} and p.id = any(${sql.array([...ids], 'text')})`);

/** How many pages a Space has. */
export const countBookingPages = (database: CommonQueryMethods, space: string) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from scheduling.booking_page where space_id = ${space}`);

/** Inserts a page and answers it. */
export const insertBookingPage = (tx: CommonQueryMethods, space: string, id: string, page: BookingPageValues, now: string) =>
  tx.one(sql.type(BookingPageRow)`
    insert into scheduling.booking_page as p (
      space_id, id, name, description, booking_type, status, duration_minutes, slot_interval_minutes, timezone, buffer_minutes,
      min_notice_hours, max_advance_days, capacity, meeting_location_type, meeting_location_value, form_id, availability,
      calendar, created_at, updated_at)
    values (
      ${space}, ${id}, ${page.name}, ${page.description}, ${page.booking_type}, ${page.status}, ${page.duration_minutes},
      ${page.slot_interval_minutes}, ${page.timezone}, ${page.buffer_minutes}, ${page.min_notice_hours}, ${page.max_advance_days},
      ${page.capacity}, ${page.meeting_location_type}, ${page.meeting_location_value}, ${page.form_id},
      ${JSON.stringify(page.availability)}::jsonb, ${page.calendar}, ${now}::timestamptz, ${now}::timestamptz)
    returning ${columns}`);

/** Changes a page that is there and answers it. */
export const updateBookingPage = (tx: CommonQueryMethods, space: string, id: string, page: BookingPageValues, now: string) =>
  tx.one(sql.type(BookingPageRow)`
    update scheduling.booking_page as p set
      name = ${page.name}, description = ${page.description}, status = ${page.status},
      duration_minutes = ${page.duration_minutes}, slot_interval_minutes = ${page.slot_interval_minutes},
      timezone = ${page.timezone}, buffer_minutes = ${page.buffer_minutes}, min_notice_hours = ${page.min_notice_hours},
      max_advance_days = ${page.max_advance_days}, capacity = ${page.capacity},
      meeting_location_type = ${page.meeting_location_type}, meeting_location_value = ${page.meeting_location_value},
      form_id = ${page.form_id}, availability = ${JSON.stringify(page.availability)}::jsonb, calendar = ${page.calendar},
      version = version + 1, updated_at = ${now}::timestamptz
    where p.space_id = ${space} and p.id = ${id}
    returning ${columns}`);

/** Gives the slots of a group that people have begun to fill the number of seats that its page has now. */
export const resizeOccurrences = (tx: CommonQueryMethods, space: string, page: string, capacity: number, now: string) =>
  tx.query(sql.typeAlias('void')`
    update scheduling.occurrence set capacity = greatest(taken, ${capacity})
    where space_id = ${space} and booking_page_id = ${page} and starts_at > ${now}::timestamptz and not is_forced`);

/** Moves the claims of a page that are not over to its calendar; the database refuses when they meet others there. */
export const moveClaims = (tx: CommonQueryMethods, { space_id, id, calendar }: BookingPageRow, now: string) =>
  tx.query(sql.typeAlias('void')`
    update scheduling.occurrence set calendar = ${calendar}
    where space_id = ${space_id} and booking_page_id = ${id} and ends_at > ${now}::timestamptz`);

/** Sets or clears the secret of a page's calendar feed. */
export const setFeedHash = (tx: CommonQueryMethods, space: string, id: string, hash: Buffer | null, now: string) =>
  tx.query(sql.typeAlias('void')`
    update scheduling.booking_page set feed_hash = ${hash === null ? null : sql.binary(hash)}, version = version + 1,
      updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);

/** How many confirmed bookings of a page have not begun. */
export const countUpcomingBookings = (tx: CommonQueryMethods, space: string, page: string, now: string) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from scheduling.booking
    where space_id = ${space} and booking_page_id = ${page} and status = 'confirmed' and starts_at > ${now}::timestamptz`);

/** Deletes a page with its bookings. */
export async function deleteBookingPage(tx: CommonQueryMethods, space: string, id: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`delete from scheduling.booking where space_id = ${space} and booking_page_id = ${id}`);
  await tx.query(sql.typeAlias('void')`delete from scheduling.occurrence where space_id = ${space} and booking_page_id = ${id}`);
  await tx.query(sql.typeAlias('void')`delete from scheduling.booking_page where space_id = ${space} and id = ${id}`);
}
