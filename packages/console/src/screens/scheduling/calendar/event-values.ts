import { isTimeZone } from '@space/time';
import type { Day } from '../../../dates/days.ts';
import { clockAt, dayAt } from '../times/days.ts';
import type { Category } from './calendar-filter.tsx';
import type { Entry, Span } from './entry.ts';
import type { FieldChange } from './move.ts';

/** The values of the form of an event. Days and times are by the clock of its zone, and the last day is included. */
export interface EventValues {
  readonly title: string;
  readonly category: Category;
  readonly all_day: boolean;
  readonly start_date: Day;
  readonly start_time: string;
  readonly end_date: Day;
  readonly end_time: string;
  readonly timezone: string;
  readonly location: string;
  readonly description: string;
  readonly is_busy: boolean;
  readonly rrule: string;
  readonly calendar: string;
  /** The instants that the times began with. They say which of two equal clock times is meant when the clocks are set back. */
  readonly began?: Extract<Span, { kind: 'times' }>;
}

/** Returns the days and clock times of a span in a zone. */
function clockValues(
  span: Span,
  timezone: string,
): Pick<EventValues, 'all_day' | 'start_date' | 'start_time' | 'end_date' | 'end_time' | 'began'> {
  if (span.kind === 'days') return { all_day: true, start_date: span.first, end_date: span.last, start_time: '09:00', end_time: '10:00' };
  return {
    all_day: false,
    start_date: dayAt(span.start, timezone),
    start_time: clockAt(span.start, timezone),
    end_date: dayAt(span.end, timezone),
    end_time: clockAt(span.end, timezone),
    began: span,
  };
}

/** Returns the values of a new event. */
export const newValues = (span: Span, timezone: string): EventValues => ({
  title: '',
  category: 'event',
  ...clockValues(span, timezone),
  timezone,
  location: '',
  description: '',
  is_busy: true,
  rrule: '',
  calendar: 'default',
});

/** Returns the values of an event. */
export const valuesOf = (event: Entry): EventValues => ({
  title: event.title,
  category: event.category,
  ...clockValues(eventSpan(event), event.timezone),
  timezone: event.timezone,
  location: event.location ?? '',
  description: event.description ?? '',
  is_busy: event.is_busy,
  rrule: event.rrule ?? '',
  calendar: event.calendar,
});

const eventSpan = ({ start_date, end_date, starts_at, ends_at }: Entry): Span =>
  start_date === null
    ? { kind: 'times', start: Date.parse(starts_at), end: Date.parse(ends_at) }
    : { kind: 'days', first: start_date, last: end_date ?? start_date };

function timesOf({ all_day, start_date, start_time, end_date, end_time, timezone, began }: EventValues) {
  if (all_day) return { all_day, start_date, end_date, timezone };
  return {
    all_day,
    starts_at: timeOf(start_date, start_time, timezone, began?.start),
    ends_at: timeOf(end_date, end_time, timezone, began?.end),
    timezone,
  };
}

/** Returns the instant that a time began with if the clock still shows it, and otherwise the local time. */
function timeOf(day: Day, time: string, timezone: string, began: number | undefined): string {
  const isSame = began !== undefined && isTimeZone(timezone) && dayAt(began, timezone) === day && clockAt(began, timezone) === time;
  return isSame ? new Date(began).toISOString() : `${day}T${time}[${timezone}]`;
}

/** Returns the fields of a new event. */
export const createFields = (values: EventValues) => ({
  ...timesOf(values),
  title: values.title.trim(),
  category: values.category,
  location: textOf(values.location),
  description: textOf(values.description),
  is_busy: values.is_busy,
  rrule: textOf(values.rrule),
  calendar: values.calendar,
});

const textOf = (value: string): string | null => (value.trim() === '' ? null : value.trim());

const timeNames = ['all_day', 'start_date', 'start_time', 'end_date', 'end_time', 'timezone'] as const;
const otherNames = ['title', 'category', 'location', 'description', 'is_busy', 'rrule', 'calendar'] as const;

/** Returns the fields of an event that the form changes, and their values before; undefined if nothing changes. */
export function changedFields(values: EventValues, event: Entry): FieldChange | undefined {
  const old = valuesOf(event);
  const given = createFields(values);
  const names = otherNames.filter((name) => values[name] !== old[name]);
  const hasNewTimes = timeNames.some((name) => values[name] !== old[name]);
  if (names.length === 0 && !hasNewTimes) return undefined;
  const { all_day, timezone, starts_at, ends_at, start_date, end_date } = event;
  const oldTimes = all_day ? { all_day, timezone, start_date, end_date } : { all_day, timezone, starts_at, ends_at };
  return {
    fields: { ...Object.fromEntries(names.map((name) => [name, given[name]])), ...(hasNewTimes && timesOf(values)) },
    before: { ...Object.fromEntries(names.map((name) => [name, event[name]])), ...(hasNewTimes && oldTimes) },
  };
}

/** Returns what is wrong with the times before they are sent, by field. */
export function timeFault({
  all_day,
  start_date,
  start_time,
  end_date,
  end_time,
  timezone,
}: EventValues): Partial<Record<'end' | 'timezone', string>> {
  if (!isTimeZone(timezone)) return { timezone: 'must be a time zone such as Europe/Berlin' };
  const isBackwards = end_date < start_date || (!all_day && end_date === start_date && end_time < start_time);
  return isBackwards ? { end: 'must not be before the start' } : {};
}
