import { readZonedTime } from '@space/contracts/core';
import { z } from 'zod';
import { isoTime } from './clock.ts';
import { beginningOf, dayAt, type Interval, Span, spanOfDays } from './date-span.ts';
import { InvalidValueError } from './filter-kind.ts';

const DateText = z.iso.date();
const TimeText = z.iso.datetime({ offset: true });
const FIRST_DAY = '0001-01-02';
const LAST_DAY = '9999-12-30';

/** A field of dates or times: the zone in which its days begin. */
export interface DateField {
  /** True for days without a time. */
  readonly is_date: boolean;
  readonly zone: string;
}

/** Parses a date or a time to an interval of a day or a millisecond, so that times can be compared with a day. */
export function parseInterval(value: unknown, field: DateField): Interval {
  if (DateText.safeParse(value).success) return dayInterval(field, inRange(Temporal.PlainDate.from(value as string)));
  if (field.is_date) throw new InvalidValueError('must be a date such as 2026-01-31', 'invalid_format');
  const moment = Date.parse(timeOf(value));
  inRange(dayAt(moment, 'UTC'));
  return { from: isoTime(moment), to: isoTime(moment + 1) };
}

/** Parses the value of `within` to an interval. */
export function parseSpan(value: unknown, field: DateField, now: number): Interval {
  const span = Span.safeParse(value);
  if (!span.success)
    throw new InvalidValueError('must be a span such as "today", "this_week", "last_month", {"last_days": 7} or {"next_days": 7}');
  const [from, to] = spanOfDays(span.data, dayAt(now, field.zone));
  return { from: dayInterval(field, inRange(from)).from, to: dayInterval(field, inRange(to)).from };
}

/** Returns a value that is a time: an instant, or that of a local time with its zone. */
function timeOf(value: unknown): string {
  const zoned = typeof value === 'string' ? readZonedTime(value) : undefined;
  if (zoned && 'message' in zoned) throw new InvalidValueError(zoned.message, 'invalid_format');
  if (zoned) return zoned.instant;
  if (!TimeText.safeParse(value).success)
    throw new InvalidValueError(
      'must be a date, or a time with its offset or its zone, such as 2026-01-31T12:00:00Z or 2026-01-31T12:00[Europe/Berlin]',
      'invalid_format',
    );
  return value as string;
}

function dayInterval({ is_date, zone }: DateField, day: Temporal.PlainDate): Interval {
  const next = day.add({ days: 1 });
  if (is_date) return { from: day.toString(), to: next.toString() };
  return { from: beginningOf(day, zone), to: beginningOf(next, zone) };
}

function inRange(day: Temporal.PlainDate): Temporal.PlainDate {
  const text = day.toString();
  if (text.length !== LAST_DAY.length || text < FIRST_DAY || text > LAST_DAY)
    throw new InvalidValueError(`must lie between ${FIRST_DAY} and ${LAST_DAY}`, 'out_of_range');
  return day;
}
