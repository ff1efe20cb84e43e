import type { FieldError } from '@space/contracts/core';
import { DAY_MINUTES, dayOf, minuteAfter, minuteZone } from '@space/time';
import { type OpeningHours, openingHours, openingsIn } from '../slots/hours.ts';
import type { BookingPageValues } from './booking-pages.queries.ts';

type NoticeSettings = Pick<BookingPageValues, 'min_notice_hours' | 'max_advance_days'>;

/** The name of a field that a call sets. */
export type PageField = keyof BookingPageValues;

/** Returns true if the notice ends after the last bookable day, also for a guest who books when the day begins. */
export const isNoticeBeyondAdvance = ({ min_notice_hours, max_advance_days }: NoticeSettings): boolean =>
  min_notice_hours >= (max_advance_days + 1) * 24;

/**
 * Returns errors for values with which no time can ever be booked. Values that a call does not change are accepted, so that a
 * stored page with them can be changed otherwise.
 */
export const neverBookableErrors = (page: BookingPageValues, changed: readonly PageField[], now: string): FieldError[] => [
  ...noticeErrors(page, changed),
  ...durationErrors(page, changed, now),
];

function noticeErrors(page: NoticeSettings, changed: readonly PageField[]): FieldError[] {
  const { min_notice_hours: notice, max_advance_days: days } = page;
  const path = changed.find((field) => field === 'min_notice_hours') ?? changed.find((field) => field === 'max_advance_days');
  if (path === undefined || !isNoticeBeyondAdvance(page)) return [];
  const message =
    path === 'min_notice_hours'
      ? `is ${notice}, so that no time within max_advance_days (${days}) can be booked; lower it below ${(days + 1) * 24}, or raise max_advance_days`
      : `is ${days}, so that no time after min_notice_hours (${notice}) can be booked; raise it to at least ${Math.floor(notice / 24)}, or lower min_notice_hours`;
  return [{ path, code: 'never_bookable', message }];
}

function durationErrors(page: BookingPageValues, changed: readonly PageField[], now: string): FieldError[] {
  const { duration_minutes: duration } = page;
  const path = changed.find((field) => field === 'duration_minutes') ?? changed.find((field) => field === 'availability');
  if (path === undefined) return [];
  const longest = longestOpenTime(page, now);
  if (longest === undefined || longest >= duration) return [];
  const message =
    path === 'duration_minutes'
      ? `is ${duration}, but availability is open for at most ${longest} minutes at a time; lower it, or add longer hours`
      : `is open for at most ${longest} minutes at a time, but duration_minutes is ${duration}; add longer hours, or lower duration_minutes`;
  return [{ path, code: 'never_bookable', message }];
}

/** The days that `longestOpenTime` examines: each week and each clock change of a year. */
const EXAMINED_DAYS = 366;

/**
 * Returns the minutes of the longest time without a gap in the hours of a page. Returns undefined if a single window is long enough,
 * if the page has no hours, and if it has hours on a date after the examined days.
 */
function longestOpenTime({ availability, duration_minutes, timezone }: BookingPageValues, now: string): number | undefined {
  const hours = openingHours(availability);
  if (hasWindowOf(hours, duration_minutes)) return undefined;
  const zone = minuteZone(timezone);
  const from = minuteAfter(Date.parse(now));
  const to = from + EXAMINED_DAYS * DAY_MINUTES;
  if ([...hours.overrides].some(([day, windows]) => windows.length > 0 && day >= dayOf(zone.wallAt(to)))) return undefined;
  const openings = openingsIn(hours, zone, from, to);
  if (openings.length === 0) return undefined;
  return openings.reduce((longest, { start, through }) => Math.max(longest, through - start), 0);
}

const hasWindowOf = ({ weekly, overrides }: OpeningHours, minutes: number): boolean =>
  [...weekly, ...overrides.values()].some((windows) => windows.some(({ start, end }) => end - start >= minutes));
