import { Availability, bookingPageStatuses, bookingTypes, locationTypes } from '@space/contracts/scheduling';
import { listQuery, orderOf, type PageInput, type PageQuery, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A row of `booking_page`. */
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
  host: z.string().nullable(),
  language: z.string().nullable(),
  has_feed: z.boolean(),
  version: z.number(),
  created_at: z.number(),
  updated_at: z.number(),
});

/** A row of `booking_page`. */
export type BookingPageRow = z.output<typeof BookingPageRow>;

/** The columns of a booking page that callers write. */
export type BookingPageValues = Omit<BookingPageRow, 'space_id' | 'id' | 'has_feed' | 'version' | 'created_at' | 'updated_at'>;

const columns = sql.fragment`
  p.space_id, p.id, p.name, p.description, p.booking_type, p.status, p.duration_minutes, p.slot_interval_minutes, p.timezone,
  p.buffer_minutes, p.min_notice_hours, p.max_advance_days, p.capacity, p.meeting_location_type, p.meeting_location_value,
  p.form_id, p.availability, p.calendar, p.host, p.language, p.feed_hash is not null as has_feed, p.version, p.created_at, p.updated_at`;

/** Returns the query of one page of a Space. */
export const bookingPageById = (space: string, id: string) =>
  sql.prepared('booking-pages-find', BookingPageRow)`
    select ${columns} from scheduling.booking_page as p where p.space_id = ${space} and p.id = ${id}`;

/** Returns one page of a Space, or null. */
export const findBookingPage = (database: CommonQueryMethods, space: string, id: string) => database.maybeOne(bookingPageById(space, id));

/** Returns one page of a Space, or null. Until the transaction ends other transactions may book it but not change it. */
export const findSharedBookingPage = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.maybeOne(sql.type(BookingPageRow)`
    select ${columns} from scheduling.booking_page as p where p.space_id = ${space} and p.id = ${id} for share`);

/** Returns the page of a public address, in any Space, or null. */
export const findPublicBookingPage = (database: CommonQueryMethods, id: string) =>
  database.maybeOne(sql.type(BookingPageRow)`select ${columns} from scheduling.booking_page as p where p.id = ${id}`);

/** Returns the page of a calendar feed by the hash of its secret, or null. */
export const findBookingPageByFeed = (database: CommonQueryMethods, hash: Buffer) =>
  database.maybeOne(sql.type(BookingPageRow)`select ${columns} from scheduling.booking_page as p where p.feed_hash = ${sql.binary(hash)}`);

/** Returns the query of the pages of a Space; each item is the id of a page. */
export const listBookingPages = (
  space: string,
  request: PageInput & { readonly status?: string | undefined; readonly sort: string },
): PageQuery =>
  listQuery(request, {
    from: sql.fragment`scheduling.booking_page as p`,
    alias: 'p',
    columns: sql.fragment`p.id, p.name`,
    where: sql.fragment`p.space_id = ${space} ${request.status ? sql.fragment`and p.status = ${request.status}` : sql.fragment``}`,
    item: sql.fragment`to_json(p.id)`,
    ...orderOf(request.sort, 'p', { name: { column: sql.fragment`lower(p.name)`, type: 'text' } }),
  });

/** Returns the pages of a Space that have these ids, in any order. */
export const findBookingPages = (database: CommonQueryMethods, space: string, ids: readonly string[]) =>
  database.any(sql.type(BookingPageRow)`
    select ${columns} from scheduling.booking_page as p
    where p.space_id = ${space} and p.id = any(${sql.array([...ids], 'text')})`);

/** Counts the pages of a Space. */
export const countBookingPages = (database: CommonQueryMethods, space: string) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from scheduling.booking_page where space_id = ${space}`);

/** Inserts a page and returns it. */
export const insertBookingPage = (tx: CommonQueryMethods, space: string, id: string, page: BookingPageValues, now: string) =>
  tx.one(sql.type(BookingPageRow)`
    insert into scheduling.booking_page as p (
      space_id, id, name, description, booking_type, status, duration_minutes, slot_interval_minutes, timezone, buffer_minutes,
      min_notice_hours, max_advance_days, capacity, meeting_location_type, meeting_location_value, form_id, availability,
      calendar, host, language, created_at, updated_at)
    values (
      ${space}, ${id}, ${page.name}, ${page.description}, ${page.booking_type}, ${page.status}, ${page.duration_minutes},
      ${page.slot_interval_minutes}, ${page.timezone}, ${page.buffer_minutes}, ${page.min_notice_hours}, ${page.max_advance_days},
      ${page.capacity}, ${page.meeting_location_type}, ${page.meeting_location_value}, ${page.form_id},
      ${JSON.stringify(page.availability)}::jsonb, ${page.calendar}, ${page.host}, ${page.language},
      ${now}::timestamptz, ${now}::timestamptz)
    returning ${columns}`);

/** Updates an existing page and returns it. */
export const updateBookingPage = (tx: CommonQueryMethods, space: string, id: string, page: BookingPageValues, now: string) =>
  tx.one(sql.type(BookingPageRow)`
    update scheduling.booking_page as p set
      name = ${page.name}, description = ${page.description}, status = ${page.status},
      duration_minutes = ${page.duration_minutes}, slot_interval_minutes = ${page.slot_interval_minutes},
      timezone = ${page.timezone}, buffer_minutes = ${page.buffer_minutes}, min_notice_hours = ${page.min_notice_hours},
      max_advance_days = ${page.max_advance_days}, capacity = ${page.capacity},
      meeting_location_type = ${page.meeting_location_type}, meeting_location_value = ${page.meeting_location_value},
      form_id = ${page.form_id}, availability = ${JSON.stringify(page.availability)}::jsonb, calendar = ${page.calendar},
      host = ${page.host}, language = ${page.language}, version = version + 1, updated_at = ${now}::timestamptz
    where p.space_id = ${space} and p.id = ${id}
    returning ${columns}`);

/** Sets the capacity of upcoming claims of a page; one with more guests keeps a seat for each of them. */
export const resizeOccurrences = (tx: CommonQueryMethods, space: string, page: string, capacity: number, now: string) =>
  tx.query(sql.typeAlias('void')`
    update scheduling.occurrence set capacity = greatest(taken, ${capacity})
    where space_id = ${space} and booking_page_id = ${page} and starts_at > ${now}::timestamptz and not is_forced`);

/** Moves the claims of a page that have not ended to its calendar. Fails with 23P01 when they overlap other claims there. */
export const moveClaims = (tx: CommonQueryMethods, { space_id, id, calendar }: BookingPageRow, now: string) =>
  tx.query(sql.typeAlias('void')`
    update scheduling.occurrence set calendar = ${calendar}
    where space_id = ${space_id} and booking_page_id = ${id} and ends_at > ${now}::timestamptz`);

/** Sets or clears the hash of the secret of a page's calendar feed. */
export const setFeedHash = (tx: CommonQueryMethods, space: string, id: string, hash: Buffer | null, now: string) =>
  tx.query(sql.typeAlias('void')`
    update scheduling.booking_page set feed_hash = ${hash === null ? null : sql.binary(hash)}, version = version + 1,
      updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);

/** Counts the confirmed bookings of a page that have not begun. */
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
