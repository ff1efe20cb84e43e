import { dateSpans, MAX_RELATIVE_DAYS } from '@space/contracts/tables';
import { z } from 'zod';

/** A time interval: `from` inclusive, `to` exclusive. */
export interface Interval {
  readonly from: string;
  readonly to: string;
}

/** The value of `within`. */
export const Span = z.union([
  z.enum(dateSpans),
  z.strictObject({ last_days: z.int().min(1).max(MAX_RELATIVE_DAYS) }),
  z.strictObject({ next_days: z.int().min(1).max(MAX_RELATIVE_DAYS) }),
]);

/** A named span of days, or a number of days before or after today, which is included. */
export type Span = z.infer<typeof Span>;

const lengths = { day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 }, year: { years: 1 } } as const;

/** Returns the first day of a span and the first day after it. Weeks begin on Monday. */
export function spanOfDays(span: Span, today: Temporal.PlainDate): [from: Temporal.PlainDate, to: Temporal.PlainDate] {
  if (typeof span !== 'string')
    return 'last_days' in span
      ? [today.subtract({ days: span.last_days }), today.add({ days: 1 })]
      : [today, today.add({ days: span.next_days + 1 })];
  switch (span) {
    case 'today':
    case 'yesterday':
    case 'tomorrow': {
      const day = today.add({ days: span === 'today' ? 0 : span === 'tomorrow' ? 1 : -1 });
      return [day, day.add({ days: 1 })];
    }
    default: {
      const [direction, unit] = span.split('_') as ['this' | 'last' | 'next', 'week' | 'month' | 'year'];
      const first = beginning(today, unit);
      const length = lengths[unit];
      if (direction === 'this') return [first, first.add(length)];
      return direction === 'last' ? [first.subtract(length), first] : [first.add(length), first.add(length).add(length)];
    }
  }
}

function beginning(day: Temporal.PlainDate, unit: 'week' | 'month' | 'year'): Temporal.PlainDate {
  if (unit === 'week') return day.subtract({ days: day.dayOfWeek - 1 });
  return day.with(unit === 'month' ? { day: 1 } : { month: 1, day: 1 });
}

/** Returns the day at a moment in a zone. */
export const dayAt = (now: number, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();

/** Returns the moment at which a day begins in a zone, ISO 8601 with milliseconds. */
export function beginningOf(day: Temporal.PlainDate, zone: string): string {
  // A filter can name 80,000 days, mostly in UTC.
  if (zone === 'UTC') return `${day.toString()}T00:00:00.000Z`;
  return day.toZonedDateTime(zone).toInstant().toString({ fractionalSecondDigits: 3 });
}
