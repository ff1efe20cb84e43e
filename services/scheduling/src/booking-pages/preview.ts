import { invalidFields } from '@space/contracts/core';
import { MAX_PREVIEW_SLOTS, type Preview, type SlotRule, type UnavailableTime } from '@space/contracts/scheduling';
import { dateOf, dayNumber, dayOf, type MinuteZone, minuteAfter, minuteZone } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import type { Busy } from '../slots/busy.ts';
import { type Candidate, countFunnel, offeredSlots } from '../slots/slots.ts';
import type { BookingPageRow } from './booking-pages.queries.ts';
import { findPageSlots } from './page-slots.ts';
import { evaluateReadiness } from './readiness.ts';
import { toSlot } from './slot-response.ts';

/** The days of a preview: one date, or a number of days from today. */
interface PreviewRequest {
  readonly date?: string | undefined;
  readonly days: number;
  readonly timezone?: string | undefined;
  readonly include_unavailable?: boolean | undefined;
}

/** Returns the slots that a page offers on some days, and whether the page is ready. `milliseconds` is the current time. */
export async function buildPreview(
  database: CommonQueryMethods,
  page: BookingPageRow,
  request: PreviewRequest,
  milliseconds: number,
): Promise<Preview> {
  const now = minuteAfter(milliseconds);
  const zone = minuteZone(request.timezone ?? page.timezone);
  const first = request.date === undefined ? dayOf(zone.wallAt(now)) : dayNumber(request.date);
  const count = request.date === undefined ? request.days : 1;
  const [from, to] = [zone.startOfDay(first), zone.startOfDay(first + count)];
  const slots = await findPageSlots(database, page, { from, to, now });
  assertFewSlots(slots.all, request.include_unavailable === true);
  const byDay = Map.groupBy(slots.all, ({ start }) => dayOf(zone.wallAt(start)));
  const days = Array.from({ length: count }, (_, at) => {
    const all = byDay.get(first + at) ?? [];
    const shown = previewDay(zone, first + at, all, slots.busy, page);
    return request.include_unavailable ? { ...shown, unavailable: unavailableTimes(zone, all, slots.busy, page) } : shown;
  });
  return {
    booking_page_id: page.id,
    timezone: zone.name,
    days,
    slots: days.flatMap((day) => day.slots),
    readiness: await evaluateReadiness(database, page, slots, { from, to, now }),
  };
}

/** Throws a 400 for more slots than a preview shows; times that cannot be booked count if they are shown. */
function assertFewSlots(all: readonly Candidate[], includesUnavailable: boolean): void {
  const { candidates, offered } = countFunnel(all);
  const shown = includesUnavailable ? candidates : offered;
  if (shown > MAX_PREVIEW_SLOTS)
    throw invalidFields([
      {
        path: 'days',
        code: 'too_many_slots',
        message: `covers ${shown} slots, and a preview shows at most ${MAX_PREVIEW_SLOTS}; ask for fewer days, or for one date`,
      },
    ]);
}

function previewDay(zone: MinuteZone, day: number, all: readonly Candidate[], busy: Busy, page: BookingPageRow): Preview['days'][number] {
  const slots = offeredSlots(all).map((candidate) => toSlot(zone, candidate));
  const reason = slots.length > 0 ? null : (all[0]?.rule ?? 'no_hours');
  return { date: dateOf(day), slots, reason, message: reason === null ? null : emptyDayMessage(reason, all, busy, page) };
}

/** Returns the times that cannot be booked, each with the reason as a sentence. */
function unavailableTimes(zone: MinuteZone, all: readonly Candidate[], busy: Busy, page: BookingPageRow): UnavailableTime[] {
  return all.flatMap((candidate) => {
    const { rule } = candidate;
    if (rule === undefined) return [];
    const { seats_left: _, ...time } = toSlot(zone, candidate);
    return [{ ...time, rule, message: `It is ${ruleMessages[rule](candidate, busy, page)}.` }];
  });
}

/** Returns a sentence that says why a day is empty: the first rule that removed a time, and how many times it removed. */
function emptyDayMessage(reason: SlotRule | 'no_hours', all: readonly Candidate[], busy: Busy, page: BookingPageRow): string {
  if (reason === 'no_hours') return 'The page has no hours on this day.';
  const removed = all.filter(({ rule }) => rule === reason);
  const times =
    removed.length === all.length
      ? all.length === 1
        ? 'The one time'
        : `All ${all.length} times`
      : `${removed.length} of ${all.length} times`;
  return `${times} ${removed.length === 1 ? 'is' : 'are'} ${ruleMessages[reason](removed[0]!, busy, page)}.`;
}

const ruleMessages: Readonly<Record<SlotRule, (first: Candidate, busy: Busy, page: BookingPageRow) => string>> = {
  date_override: () => 'replaced by the override of this date',
  outside_hours: ({ start, end }) => `too late in the hours of the day for ${end - start} minutes`,
  notice: (_, __, page) => (page.min_notice_hours === 0 ? 'over' : `over or sooner than the notice of ${page.min_notice_hours} hours`),
  advance: (_, __, page) => `further ahead than ${page.max_advance_days} days`,
  busy: ({ start, end }, { events }) => {
    const event = events.find((one) => one.start < end && one.end > start);
    return event ? `taken by the event "${event.title}"` : 'taken by bookings';
  },
  buffer: (_, __, page) => `too close to another event or booking, with ${page.buffer_minutes} minutes between`,
  full: () => 'full',
};
