import { invalidFields } from '@space/contracts/core';
import { type CalendarEvent, MAX_CALENDAR_RANGE_DAYS } from '@space/contracts/scheduling';
import { cursorProblem, decodeCursor, encodeCursor, isoTime } from '@space/database';
import { expandSeries } from '@space/recurrence';
import { DAY_MS, dayNumber, MINUTE_MS, minuteZone } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import { type CalendarEventRow, findRecurringEvents, findSingleEvents } from './calendar.queries.ts';
import { toCalendarEvent } from './event-response.ts';

/** The range, the filters and the paging of a list of events. */
interface EventListRequest {
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
  readonly timezone: string;
  readonly category?: string | undefined;
  readonly calendar?: string | undefined;
  readonly search?: string | undefined;
  readonly sort: 'starts_at' | '-starts_at';
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Days of a range without an end. */
const DEFAULT_RANGE_DAYS = 31;

interface EventOccurrence {
  readonly event: CalendarEventRow;
  readonly starts_at: number;
  readonly ends_at: number;
}

/** Returns the events of a range in order of their starts; a recurring event once per occurrence. */
export async function listEvents(database: CommonQueryMethods, space: string, request: EventListRequest, now: number) {
  const { from, to } = rangeOf(request, now);
  const after = positionOf(request);
  const filter = { ...request, from: isoTime(from), to: isoTime(to) };
  const single = await findSingleEvents(database, space, filter, after, request.limit + 1);
  const recurring = await findRecurringEvents(database, space, filter);
  const all = [
    ...single.map((event): EventOccurrence => ({ event, starts_at: event.starts_at, ends_at: event.ends_at })),
    ...recurring.flatMap((event) => {
      const soonestFirst = expandEvent(event, from, to);
      const occurrences = request.sort === 'starts_at' ? soonestFirst : soonestFirst.toReversed();
      // A page has at most so many of one event.
      return occurrences.filter((one) => after === undefined || isBeyond(one, after, request.sort)).slice(0, request.limit + 1);
    }),
  ].sort((a, b) => (request.sort === 'starts_at' ? compare(a, b) : compare(b, a)));
  const page = all.slice(0, request.limit);
  const last = page.at(-1);
  const hasMore = all.length > request.limit;
  return {
    data: page.map(({ event, ...time }): CalendarEvent => toCalendarEvent(event, time)),
    has_more: hasMore,
    next_cursor: hasMore && last ? encodeCursor([last.starts_at, last.event.id, request.sort]) : null,
  };
}

/** Returns the start and the id in the cursor of a request. Throws `invalid` for a cursor of the other order. */
function positionOf({ cursor, sort }: EventListRequest): readonly [start: number, id: string] | undefined {
  if (cursor === undefined) return undefined;
  const [start, id, order] = decodeCursor(cursor, 'integer', 'text', 'text');
  if (order !== sort) throw cursorProblem();
  return [start, id];
}

const compare = (a: EventOccurrence, b: EventOccurrence): number => a.starts_at - b.starts_at || (a.event.id < b.event.id ? -1 : 1);

/** Returns true for an occurrence that comes after the cursor of start and id in an order. */
function isBeyond({ starts_at, event }: EventOccurrence, [start, id]: readonly [number, string], sort: EventListRequest['sort']): boolean {
  if (sort === '-starts_at') return starts_at < start || (starts_at === start && event.id < id);
  return starts_at > start || (starts_at === start && event.id > id);
}

function expandEvent(event: CalendarEventRow, from: number, to: number): EventOccurrence[] {
  const series = {
    ...event,
    rrule: event.rrule!,
    start: Math.floor(event.starts_at / MINUTE_MS),
    end: Math.ceil(event.ends_at / MINUTE_MS),
    repeats_until: event.repeats_until === null ? null : event.repeats_until / MINUTE_MS,
  };
  return expandSeries(series, from / MINUTE_MS, to / MINUTE_MS).map(({ start, end }) => ({
    event,
    starts_at: start * MINUTE_MS,
    ends_at: end * MINUTE_MS,
  }));
}

/** Returns the range in milliseconds. Dates are whole days of the zone, the last one included. */
function rangeOf({ start_date, end_date, timezone }: EventListRequest, now: number): { from: number; to: number } {
  const zone = minuteZone(timezone);
  const edge = (text: string, isEnd: boolean): number =>
    text.includes('T') ? Date.parse(text) : zone.startOfDay(dayNumber(text) + (isEnd ? 1 : 0)) * MINUTE_MS;
  const from =
    start_date === undefined
      ? end_date === undefined
        ? now
        : edge(end_date, true) - DEFAULT_RANGE_DAYS * DAY_MS
      : edge(start_date, false);
  const to = end_date === undefined ? from + DEFAULT_RANGE_DAYS * DAY_MS : edge(end_date, true);
  if (to <= from) throw invalidFields([{ path: 'end_date', code: 'before_start', message: 'must not be before start_date' }]);
  if (to - from > (MAX_CALENDAR_RANGE_DAYS + 1) * DAY_MS)
    throw invalidFields([
      { path: 'end_date', code: 'too_far', message: `must be at most ${MAX_CALENDAR_RANGE_DAYS} days after start_date` },
    ]);
  return { from, to };
}
