import { type FieldError, invalidFields, weekdays } from '@space/contracts/core';
import { type LocationType, MAX_PAGE_STARTS } from '@space/contracts/scheduling';
import { DAY_MINUTES, dateOf, dayNumber, weekdayOf } from '@space/time';
import type { Hours } from '../slots/hours.ts';
import { openingHours } from '../slots/hours.ts';
import type { BookingPageValues } from './booking-pages.queries.ts';
import { neverBookableErrors, type PageField } from './never-bookable.ts';

/**
 * Throws a 400 with all errors of a booking page whose values do not fit together, or with which no time can ever be booked. The
 * call changes the fields `changed`.
 */
export function validatePage(page: BookingPageValues, changed: readonly PageField[], now: string): void {
  const errors = [
    ...typeErrors(page),
    ...locationErrors(page),
    ...hoursErrors(page),
    ...overrideErrors(page),
    ...startCountErrors(page),
    ...neverBookableErrors(page, changed, now),
  ];
  if (errors.length > 0) throw invalidFields(errors);
}

function typeErrors({ booking_type, capacity }: BookingPageValues): FieldError[] {
  return booking_type === 'one_on_one' && capacity > 1
    ? [{ path: 'capacity', code: 'not_a_group', message: 'must be 1 for one_on_one; only a group has more seats' }]
    : [];
}

const locationRules: Readonly<Record<LocationType, (value: string) => string | undefined>> = {
  service_meet: () => undefined,
  in_person: () => undefined,
  phone_call: (value) => (/^[+(]?[\d][\d\s()./-]{3,30}$/.test(value) ? undefined : 'must be a phone number for a phone_call'),
  custom_link: (value) => (isHttps(value) ? undefined : 'must be an https:// link for a custom_link'),
};

function locationErrors({ meeting_location_type: type, meeting_location_value: value }: BookingPageValues): FieldError[] {
  const message = value === null ? undefined : locationRules[type](value);
  return message === undefined ? [] : [{ path: 'meeting_location_value', code: 'does_not_fit', message }];
}

/** Returns true for an https link without a user that browsers read unchanged. */
export const isHttps = (text: string): boolean =>
  /^https:\/\/[^/\\?#@\s]/i.test(text) && !/[\s\p{C}<>"'`\\]/u.test(text) && URL.canParse(text) && new URL(text).username === '';

function hoursErrors({ availability }: BookingPageValues): FieldError[] {
  const { weekly } = openingHours(availability);
  return weekly.flatMap((hours, day) => {
    const before = weekly[(day + 6) % 7]!.at(-1);
    return overlaps([...(before ? [shifted(before, -DAY_MINUTES)] : []), ...hours])
      ? [{ path: 'availability.weekly', code: 'overlap', message: `has hours of ${weekdays[day]} that overlap; join them into one window` }]
      : [];
  });
}

function overrideErrors({ availability }: BookingPageValues): FieldError[] {
  const { overrides } = openingHours(availability);
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [at, { date }] of availability.overrides.entries()) {
    if (seen.has(date)) errors.push({ path: `availability.overrides.${at}.date`, code: 'twice', message: `has ${date} twice` });
    seen.add(date);
  }
  for (const [day, hours] of overrides)
    if (overlaps(hours))
      errors.push({
        path: `availability.overrides.${availability.overrides.findIndex(({ date }) => dayNumber(date) === day)}.windows`,
        code: 'overlap',
        message: `has hours of ${dateOf(day)} (${weekdays[weekdayOf(day)]}) that overlap; join them into one window`,
      });
  return errors;
}

/** Limits the number of starts, since every preview computes all of them. */
function startCountErrors(page: BookingPageValues): FieldError[] {
  const { weekly, overrides } = openingHours(page.availability);
  const minutesIn = (hours: readonly Hours[]): number => hours.reduce((sum, { start, end }) => sum + end - start, 0);
  const minutesPerDay = minutesIn(weekly.flat()) / 7;
  const open = minutesPerDay * page.max_advance_days + minutesIn([...overrides.values()].flat());
  const starts = Math.floor(open / (page.slot_interval_minutes ?? page.duration_minutes));
  return starts <= MAX_PAGE_STARTS
    ? []
    : [
        {
          path: 'max_advance_days',
          code: 'too_many_times',
          message: `makes ${starts} times with these hours, and a page can have at most ${MAX_PAGE_STARTS}; lower it, or raise slot_interval_minutes`,
        },
      ];
}

const shifted = ({ start, end }: Hours, by: number): Hours => ({ start: start + by, end: end + by });

const overlaps = (hours: readonly Hours[]): boolean => hours.some(({ start }, at) => at > 0 && start < hours[at - 1]!.end);
