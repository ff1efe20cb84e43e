import { isoTime } from '@space/database';
import { icsFile, shortNotes, text, utc } from '../ics/ics-lines.ts';
import type { FeedEvent } from './calendar-feed.queries.ts';
import { localTime, zoneLines } from './zone-ics.ts';

/** The addresses of the things of a feed, and the time at which it is read. */
interface FeedContext {
  readonly now: number;
  taskUrl(task_id: string): string;
}

/** Returns the iCalendar feed of events. A recurring one with times is in its zone, so that its rule holds when the clocks change. */
export function calendarIcs(name: string, events: readonly FeedEvent[], context: FeedContext): string {
  const zoned = Map.groupBy(events.filter(isZoned), ({ timezone }) => timezone);
  const zones = [...zoned].flatMap(([zone, inZone]) => zoneLines(zone, Math.min(...inZone.map(({ starts_at }) => starts_at)), context.now));
  return icsFile('PUBLISH', [...zones, ...events.flatMap((event) => eventLines(event, context))], name);
}

const isZoned = ({ rrule, all_day, timezone }: FeedEvent): boolean => rrule !== null && !all_day && timezone !== 'UTC';

function eventLines(event: FeedEvent, { taskUrl }: FeedContext): string[] {
  const { id, sequence, title, description, location, category, status, is_busy, task_id, updated_at } = event;
  return [
    'BEGIN:VEVENT',
    `UID:${id}@space-api`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utc(isoTime(updated_at))}`,
    ...timeLines(event),
    `SUMMARY:${text(title)}`,
    ...(location === null ? [] : [`LOCATION:${text(location)}`]),
    ...(description === null ? [] : [`DESCRIPTION:${text(shortNotes(description))}`]),
    ...(task_id === null ? [] : [`URL:${taskUrl(task_id)}`]),
    `CATEGORIES:${category.toUpperCase()}`,
    `STATUS:${status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${is_busy && status !== 'cancelled' ? 'OPAQUE' : 'TRANSPARENT'}`,
    'END:VEVENT',
  ];
}

/** An end that equals the start is left out: an event has a later one or none (RFC 5545, 3.6.1). */
function timeLines(event: FeedEvent): string[] {
  const { starts_at, ends_at } = event;
  return [`DTSTART${timeOf(event, starts_at)}`, ...(ends_at > starts_at ? [`DTEND${timeOf(event, ends_at)}`] : []), ...ruleLines(event)];
}

/** Returns the parameters and the value of a time: a day of an all-day event, a local time with its zone, or a time in UTC. */
function timeOf(event: FeedEvent, milliseconds: number): string {
  if (event.all_day) return `;VALUE=DATE:${day(local(event, milliseconds).toPlainDate())}`;
  if (isZoned(event)) return `;TZID=${event.timezone}:${localTime(local(event, milliseconds))}`;
  return `:${utc(isoTime(milliseconds))}`;
}

function ruleLines(event: FeedEvent): string[] {
  const { rrule, excluded_dates } = event;
  if (rrule === null) return [];
  const clock = local(event, event.starts_at).toPlainTime();
  const times = excluded_dates.map((date) => {
    const excluded = Temporal.PlainDate.from(date);
    return event.all_day ? day(excluded) : localTime(excluded.toPlainDateTime(clock));
  });
  const kind = event.all_day ? ';VALUE=DATE:' : isZoned(event) ? `;TZID=${event.timezone}:` : ':';
  const end = event.all_day || isZoned(event) ? '' : 'Z';
  return [
    // A caller may write the name of the property before its rule, and the rule in lower case.
    `RRULE:${rrule
      .toUpperCase()
      .replace(/^RRULE:/, '')
      .replace(/UNTIL=[^;]*/, () => `UNTIL=${until(event)}`)}`,
    ...(times.length === 0 ? [] : [`EXDATE${kind}${times.map((time) => `${time}${end}`).join(',')}`]),
  ];
}

/** Returns the last possible start in the form that the start has, a day or a time in UTC (RFC 5545, 3.3.10). */
function until(event: FeedEvent): string {
  const last = event.repeats_until! - (event.ends_at - event.starts_at);
  return event.all_day ? day(local(event, last).toPlainDate()) : utc(isoTime(last));
}

const local = ({ timezone }: FeedEvent, milliseconds: number): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(timezone).toPlainDateTime();

const day = (date: Temporal.PlainDate): string => date.toString().replaceAll('-', '');
