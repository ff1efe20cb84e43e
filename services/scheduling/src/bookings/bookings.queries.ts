import type { bookingStatuses, NewGuest } from '@space/contracts/scheduling';
import { containing, listQuery, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';

/** A booking: its JSON as the wire shows it, and columns that the wire does not show. */
const BookingRow = z.object({
  json: z.string(),
  version: z.number(),
  occurrence_id: z.string().nullable(),
  /** The form of the answers. */
  form_id: z.string().nullable(),
  answers: z.record(z.string(), z.json()),
});

/** A booking: its JSON as the wire shows it, and columns that the wire does not show. */
export type BookingRow = z.output<typeof BookingRow>;

const at = (column: string) => wireTime(sql.fragment`b.${sql.identifier([column])}`);

/** Returns the JSON of a booking; name and zone of its page are columns of another table. */
const bookingJson = (pageName: FragmentSqlToken, timezone: FragmentSqlToken) => sql.fragment`(select row_to_json(r) from (select
  b.id, ${at('created_at')} as created_at, ${at('updated_at')} as updated_at, b.booking_page_id, ${pageName} as booking_page, b.status,
  ${at('starts_at')} as starts_at, ${at('ends_at')} as ends_at, ${timezone} as timezone,
  json_build_object('name', b.guest_name, 'email', b.guest_email, 'phone', b.guest_phone, 'timezone', b.guest_timezone) as guest,
  b.contact_id, b.form_submission_id, b.notes, json_build_object('type', b.location_type, 'value', b.location_value) as location,
  b.calendar_event_id, b.is_forced, b.sequence, ${at('cancelled_at')} as cancelled_at, b.cancellation_reason) as r)`;

/** The form of the submission, or the attached form when the submission is deleted. */
const formId = sql.fragment`
  case when b.form_submission_id is not null then coalesce(
    (select s.form_id from scheduling.form_submission as s where s.space_id = b.space_id and s.id = b.form_submission_id), p.form_id) end`;

const bookingTables = sql.fragment`
  scheduling.booking as b join scheduling.booking_page as p on p.space_id = b.space_id and p.id = b.booking_page_id`;

const selectBooking = sql.fragment`
  select ${bookingJson(sql.fragment`p.name`, sql.fragment`p.timezone`)}::text as json, b.version, b.occurrence_id, ${formId} as form_id, b.answers
  from ${bookingTables}`;

/** Returns one booking of a Space, or null. `lock` prevents other changes of it until the transaction ends. */
export const findBooking = (database: CommonQueryMethods, space: string, id: string, lock = false) => {
  const tag = lock ? sql.type(BookingRow) : sql.prepared('bookings-find', BookingRow);
  return database.maybeOne(tag`
    ${selectBooking} where b.space_id = ${space} and b.id = ${id} ${lock ? sql.fragment`for update of b` : sql.fragment``}`);
};

/** The bookings of a feed: those that began after `since`, and cancelled ones that were cancelled after `cancelled_since`. */
interface FeedWindow {
  readonly now: string;
  readonly since: string;
  readonly cancelled_since: string;
  readonly limit: number;
}

/**
 * Returns the bookings of a page for its calendar feed: upcoming ones, soonest first, then past ones, latest first, then
 * cancelled ones. The limit therefore drops upcoming bookings last.
 */
export const findFeedBookings = (
  database: CommonQueryMethods,
  space: string,
  page: string,
  { now, since, cancelled_since, limit }: FeedWindow,
) =>
  database.any(sql.type(BookingRow)`
    ${selectBooking}
    where b.space_id = ${space} and b.booking_page_id = ${page} and b.starts_at > ${since}::timestamptz
      and (b.status = 'confirmed' or b.cancelled_at > ${cancelled_since}::timestamptz)
    order by b.status = 'cancelled', b.ends_at <= ${now}::timestamptz, abs(extract(epoch from b.starts_at - ${now}::timestamptz)), b.id
    limit ${limit}`);

/** Counts the confirmed bookings of a page that have this email and have not begun. */
export const countUpcomingByEmail = (database: CommonQueryMethods, space: string, page: string, email: string, now: string) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from scheduling.booking as b
    where b.space_id = ${space} and b.booking_page_id = ${page} and lower(b.guest_email) = lower(${email}) and b.status = 'confirmed'
      and b.starts_at > ${now}::timestamptz`);

/** Stores the contact and the answers of a confirmed submission with its booking. */
export const storeConfirmedAnswers = (
  tx: CommonQueryMethods,
  { space_id, id, data }: { readonly space_id: string; readonly id: string; readonly data: Readonly<Record<string, unknown>> },
  contact: string | null,
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    update scheduling.booking set contact_id = ${contact}, answers = ${JSON.stringify(data)}::jsonb, version = version + 1,
      updated_at = ${now}::timestamptz
    where space_id = ${space_id} and form_submission_id = ${id}`);

/** The paging and the filters of a list of bookings. */
interface BookingListRequest extends PageInput {
  readonly booking_page_id?: string | undefined;
  readonly status?: (typeof bookingStatuses)[number] | undefined;
  readonly upcoming_only: boolean;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly search?: string | undefined;
  readonly email?: string | undefined;
  readonly contact_id?: string | undefined;
  readonly sort?: string | undefined;
}

/** Returns the query of the bookings of a Space: latest start first, or soonest first of upcoming ones only. */
export function listBookings(space: string, request: BookingListRequest, now: string): PageQuery {
  const and = (value: string | undefined, condition: (value: string) => FragmentSqlToken) =>
    value === undefined ? sql.fragment`` : sql.fragment`and ${condition(value)}`;
  return listQuery(request, {
    from: bookingTables,
    alias: 'b',
    columns: sql.fragment`b.*, p.name as page_name, p.timezone as page_timezone`,
    where: sql.fragment`b.space_id = ${space}
      ${and(request.booking_page_id, (page) => sql.fragment`b.booking_page_id = ${page}`)}
      ${and(request.status, (status) => sql.fragment`b.status = ${status}`)}
      ${request.upcoming_only ? sql.fragment`and b.starts_at > ${now}::timestamptz` : sql.fragment``}
      ${and(request.from, (from) => sql.fragment`b.starts_at >= ${from}::timestamptz`)}
      ${and(request.to, (to) => sql.fragment`b.starts_at < ${to}::timestamptz`)}
      ${and(request.email, (email) => sql.fragment`lower(b.guest_email) = lower(${email})`)}
      ${and(request.contact_id, (contact) => sql.fragment`b.contact_id = ${contact}`)}
      ${and(request.search, (text) => sql.fragment`(b.guest_name ilike ${containing(text)} or b.guest_email ilike ${containing(text)})`)}`,
    item: bookingJson(sql.fragment`b.page_name`, sql.fragment`b.page_timezone`),
    ...orderOf(request.sort ?? (request.upcoming_only ? 'starts_at' : '-starts_at'), 'b', {
      starts_at: { column: sql.fragment`b.starts_at`, type: 'timestamp' },
    }),
  });
}

/** The values of a new booking. */
interface NewBooking {
  readonly id: string;
  readonly booking_page_id: string;
  readonly occurrence_id: string;
  readonly calendar_event_id: string | null;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly guest: NewGuest;
  readonly contact_id: string | null;
  readonly form_submission_id: string | null;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly notes: string | null;
  readonly location: { readonly type: string; readonly value: string | null };
  readonly is_forced: boolean;
  /** The id of the visit of the public page that it was made on. */
  readonly page_visit: string | null;
}

/** Inserts a booking. */
export const insertBooking = (tx: CommonQueryMethods, space: string, booking: NewBooking, now: string) =>
  tx.query(sql.prepared('bookings-insert', z.object({}))`
    insert into scheduling.booking (
      space_id, id, booking_page_id, occurrence_id, status, starts_at, ends_at, guest_name, guest_email, guest_phone, guest_timezone,
      contact_id, form_submission_id, answers, notes, location_type, location_value, calendar_event_id, is_forced, page_visit,
      created_at, updated_at)
    values (
      ${space}, ${booking.id}, ${booking.booking_page_id}, ${booking.occurrence_id}, 'confirmed', ${booking.starts_at}::timestamptz,
      ${booking.ends_at}::timestamptz, ${booking.guest.name}, ${booking.guest.email}, ${booking.guest.phone}, ${booking.guest.timezone},
      ${booking.contact_id}, ${booking.form_submission_id}, ${JSON.stringify(booking.answers)}::jsonb, ${booking.notes},
      ${booking.location.type}, ${booking.location.value}, ${booking.calendar_event_id}, ${booking.is_forced},
      ${booking.page_visit}, ${now}::timestamptz, ${now}::timestamptz)`);

/** Marks a booking as cancelled and detaches it from its claim. */
export const markBookingCancelled = (
  tx: CommonQueryMethods,
  space: string,
  id: string,
  reason: string | null,
  keepsEvent: boolean,
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    update scheduling.booking set status = 'cancelled', occurrence_id = null, cancelled_at = ${now}::timestamptz,
      cancellation_reason = ${reason}, calendar_event_id = case when ${keepsEvent} then calendar_event_id end,
      sequence = sequence + 1, version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);

/** The new time and claim of a booking. */
interface NewTime {
  readonly occurrence_id: string;
  readonly calendar_event_id: string | null;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly is_forced: boolean;
}

/** Updates the time and the claim of a booking. */
export const updateBookingTime = (tx: CommonQueryMethods, space: string, id: string, time: NewTime, now: string) =>
  tx.query(sql.typeAlias('void')`
    update scheduling.booking set occurrence_id = ${time.occurrence_id}, calendar_event_id = ${time.calendar_event_id},
      starts_at = ${time.starts_at}::timestamptz, ends_at = ${time.ends_at}::timestamptz, is_forced = ${time.is_forced},
      sequence = sequence + 1, version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);
