import { calendarCategories, calendarEventStatuses } from '@space/contracts/scheduling';
import { containing, sql } from '@space/database';
import { clampToTimestamp } from '@space/time';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';

/** A row of `calendar_event`; times are milliseconds since the epoch. */
export const CalendarEventRow = z.object({
  space_id: z.string(),
  id: z.string(),
  calendar: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  category: z.enum(calendarCategories),
  location: z.string().nullable(),
  starts_at: z.number(),
  ends_at: z.number(),
  all_day: z.boolean(),
  timezone: z.string(),
  is_busy: z.boolean(),
  status: z.enum(calendarEventStatuses),
  rrule: z.string().nullable(),
  excluded_dates: z.array(z.string()),
  repeats_until: z.number().nullable(),
  booking_page_id: z.string().nullable(),
  task_id: z.string().nullable(),
  version: z.number(),
  created_at: z.number(),
  updated_at: z.number(),
});

/** A row of `calendar_event`. */
export type CalendarEventRow = z.output<typeof CalendarEventRow>;

/** The columns of a calendar event that callers write; times are ISO 8601. */
export type CalendarEventValues = Omit<
  CalendarEventRow,
  'space_id' | 'id' | 'version' | 'created_at' | 'updated_at' | 'starts_at' | 'ends_at' | 'repeats_until' | 'task_id'
> & {
  readonly starts_at: string;
  readonly ends_at: string;
  readonly repeats_until: string | null;
};

/** The columns of an event `e`. */
export const calendarEventColumns = sql.fragment`
  e.space_id, e.id, e.calendar, e.title, e.description, e.category, e.location, e.starts_at, e.ends_at, e.all_day, e.timezone, e.is_busy,
  e.status, e.rrule, e.excluded_dates, e.repeats_until, e.booking_page_id, e.task_id, e.version, e.created_at, e.updated_at`;

/** Returns the query of one event of a Space. */
export const calendarEventById = (space: string, id: string) =>
  sql.type(
    CalendarEventRow,
  )`select ${calendarEventColumns} from scheduling.calendar_event as e where e.space_id = ${space} and e.id = ${id}`;

/** Returns one event of a Space, locked until the transaction ends, or null. */
export const lockCalendarEvent = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.maybeOne(sql.type(CalendarEventRow)`${calendarEventById(space, id)} for update`);

/** The range and the filters of a list of events. */
interface EventFilter {
  readonly from: string;
  readonly to: string;
  readonly category?: string | undefined;
  readonly calendar?: string | undefined;
  readonly search?: string | undefined;
  readonly sort: 'starts_at' | '-starts_at';
}

const matching = (space: string, { to, category, calendar, search }: EventFilter): FragmentSqlToken => sql.fragment`
  e.space_id = ${space} and e.starts_at < ${to}::timestamptz
  ${category ? sql.fragment`and e.category = ${category}` : sql.fragment``}
  ${calendar ? sql.fragment`and e.calendar = ${calendar}` : sql.fragment``}
  ${search ? sql.fragment`and (e.title ilike ${containing(search)} or e.description ilike ${containing(search)} or e.location ilike ${containing(search)})` : sql.fragment``}`;

/** Returns events that do not repeat and meet the range, in the order of the filter by start and id, after a cursor of both. */
export const findSingleEvents = (
  database: CommonQueryMethods,
  space: string,
  filter: EventFilter,
  after: readonly [number, string] | undefined,
  limit: number,
) =>
  database.any(sql.type(CalendarEventRow)`
    select ${calendarEventColumns} from scheduling.calendar_event as e
    where ${matching(space, filter)} and e.rrule is null and e.starts_at > ${filter.from}::timestamptz - interval '368 days'
      and (e.ends_at > ${filter.from}::timestamptz or (e.ends_at = e.starts_at and e.starts_at >= ${filter.from}::timestamptz))
      ${after ? sql.fragment`and (e.starts_at, e.id) ${filter.sort === 'starts_at' ? sql.fragment`>` : sql.fragment`<`} (to_timestamp(${clampToTimestamp(after[0])}::float8 / 1000), ${after[1]}::text)` : sql.fragment``}
    order by ${filter.sort === 'starts_at' ? sql.fragment`e.starts_at, e.id` : sql.fragment`e.starts_at desc, e.id desc`} limit ${limit}`);

/** Returns recurring events that may have occurrences in the range, by id. */
export const findRecurringEvents = (database: CommonQueryMethods, space: string, filter: EventFilter) =>
  database.any(sql.type(CalendarEventRow)`
    select ${calendarEventColumns} from scheduling.calendar_event as e
    where ${matching(space, filter)} and e.rrule is not null and (e.repeats_until is null or e.repeats_until > ${filter.from}::timestamptz)
    order by e.id`);

/** Counts the recurring events of a Space. */
export const countRecurringEvents = (database: CommonQueryMethods, space: string) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from scheduling.calendar_event where space_id = ${space} and rrule is not null`);

/** Inserts an event and returns it. */
export const insertCalendarEvent = (tx: CommonQueryMethods, space: string, id: string, event: CalendarEventValues, now: string) =>
  tx.one(sql.prepared('calendar-insert', CalendarEventRow)`
    insert into scheduling.calendar_event as e (
      space_id, id, calendar, title, description, category, location, starts_at, ends_at, all_day, timezone, is_busy, status, rrule,
      excluded_dates, repeats_until, booking_page_id, created_at, updated_at)
    values (
      ${space}, ${id}, ${event.calendar}, ${event.title}, ${event.description}, ${event.category}, ${event.location},
      ${event.starts_at}::timestamptz, ${event.ends_at}::timestamptz, ${event.all_day}, ${event.timezone}, ${event.is_busy},
      ${event.status}, ${event.rrule}, ${sql.array([...event.excluded_dates], 'text')}, ${event.repeats_until}::timestamptz,
      ${event.booking_page_id}, ${now}::timestamptz, ${now}::timestamptz)
    returning ${calendarEventColumns}`);

/** Updates an existing event and returns it. */
export const updateCalendarEvent = (tx: CommonQueryMethods, space: string, id: string, event: CalendarEventValues, now: string) =>
  tx.one(sql.type(CalendarEventRow)`
    update scheduling.calendar_event as e set
      calendar = ${event.calendar}, title = ${event.title}, description = ${event.description}, category = ${event.category},
      location = ${event.location}, starts_at = ${event.starts_at}::timestamptz, ends_at = ${event.ends_at}::timestamptz,
      all_day = ${event.all_day}, timezone = ${event.timezone}, is_busy = ${event.is_busy}, status = ${event.status},
      rrule = ${event.rrule}, excluded_dates = ${sql.array([...event.excluded_dates], 'text')},
      repeats_until = ${event.repeats_until}::timestamptz, version = version + 1, updated_at = ${now}::timestamptz
    where e.space_id = ${space} and e.id = ${id}
    returning ${calendarEventColumns}`);

/** Moves the events of a page's bookings that have not ended to its calendar; returns each event with one of its bookings. */
export const moveEventsToCalendar = (tx: CommonQueryMethods, page: { space_id: string; id: string; calendar: string }, now: string) =>
  tx.any(sql.type(CalendarEventRow.extend({ booking_id: z.string() }))`
    update scheduling.calendar_event as e set calendar = ${page.calendar}, version = e.version + 1, updated_at = ${now}::timestamptz
    from (
      select calendar_event_id, min(id) as id from scheduling.booking
      where space_id = ${page.space_id} and booking_page_id = ${page.id} and status = 'confirmed' and ends_at > ${now}::timestamptz
        and calendar_event_id is not null
      group by calendar_event_id) as b
    where e.space_id = ${page.space_id} and e.id = b.calendar_event_id
    returning ${calendarEventColumns}, b.id as booking_id`);

/** Deletes an event and detaches it from cancelled bookings. */
export async function deleteCalendarEvent(tx: CommonQueryMethods, space: string, id: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    update scheduling.booking set calendar_event_id = null where space_id = ${space} and calendar_event_id = ${id}`);
  await tx.query(sql.typeAlias('void')`delete from scheduling.calendar_event where space_id = ${space} and id = ${id}`);
}

/** Returns the booking that an event was made for, and its page; one of several for a group; null when there is none. */
export const findBookingOfEvent = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.maybeOne(sql.type(z.object({ booking_id: z.string(), booking_page: z.string() }))`
    select b.id as booking_id, p.name as booking_page
    from scheduling.booking as b join scheduling.booking_page as p on p.space_id = b.space_id and p.id = b.booking_page_id
    where b.space_id = ${space} and b.calendar_event_id = ${id} order by b.status = 'cancelled', b.id limit 1`);

/** Returns true when an event belongs to a confirmed booking. */
export const hasConfirmedBooking = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.exists(sql.type(z.object({ one: z.number() }))`
    select 1 as one from scheduling.booking where space_id = ${space} and calendar_event_id = ${id} and status = 'confirmed'`);
