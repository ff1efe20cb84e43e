import { NEAREST_SLOTS, type Preview, type Slot, type SlotRule } from '@space/contracts/scheduling';
import type { CommonQueryMethods } from 'slonik';
import type { Busy } from '../slots/busy.ts';
import { type Candidate, offeredSlots } from '../slots/slots.ts';
import { clockOf, DAY_MINUTES, dateOf, dayNumber, dayOf, isoMinute, minuteAfter } from '../slots/wall-clock.ts';
import { type Zone, zoneOf } from '../slots/zone.ts';
import type { BookingPageRow } from './booking-pages.queries.ts';
import { findPageSlots, pageRules } from './page-slots.ts';
import { evaluateReadiness } from './readiness.ts';

/** Which days a preview shows. */
interface PreviewRequest {
  readonly date?: string | undefined;
  readonly days: number;
  readonly timezone?: string | undefined;
}

/** What a page offers on some days, and whether it is ready. */
export async function buildPreview(
  database: CommonQueryMethods,
  page: BookingPageRow,
  asked: PreviewRequest,
  milliseconds: number,
): Promise<Preview> {
  const now = minuteAfter(milliseconds);
  const zone = zoneOf(asked.timezone ?? page.timezone);
  const first = asked.date === undefined ? dayOf(zone.wallAt(now)) : dayNumber(asked.date);
  const count = asked.date === undefined ? asked.days : 1;
  const [from, to] = [zone.edgeOf(first * DAY_MINUTES), zone.edgeOf((first + count) * DAY_MINUTES)];
  const slots = await findPageSlots(database, page, { from, to, now });
  const days = Array.from({ length: count }, (_, at) => first + at);
  const byDay = Map.groupBy(slots.all, ({ start }) => dayOf(zone.wallAt(start)));
  const shown = days.map((day) => previewDay(zone, day, byDay.get(day) ?? [], slots.busy, page));
  return {
    booking_page_id: page.id,
    timezone: zone.name,
    days: shown,
    slots: shown.flatMap((day) => day.slots),
    readiness: await evaluateReadiness(database, page, slots, { from, to, now }),
  };
}

function previewDay(zone: Zone, day: number, all: readonly Candidate[], busy: Busy, page: BookingPageRow): Preview['days'][number] {
  const slots = offeredSlots(all).map((candidate) => toSlot(zone, candidate));
  const reason = slots.length > 0 ? null : (all[0]?.rule ?? 'no_hours');
  return { date: dateOf(day), slots, reason, message: reason === null ? null : emptyDayMessage(reason, all, busy, page) };
}

/** A candidate that can be booked, with labels in a zone. */
function toSlot(zone: Zone, { start, end, seats_left }: Candidate): Slot {
  const [from, to] = [zone.wallAt(start), zone.wallAt(end)];
  return {
    starts_at: isoMinute(start),
    ends_at: isoMinute(end),
    date: dateOf(dayOf(from)),
    start: clockOf(from),
    end: clockOf(to),
    seats_left,
  };
}

/** Why a day is empty, for people: the first rule that took a time away, and how many it took. */
function emptyDayMessage(reason: SlotRule | 'no_hours', all: readonly Candidate[], busy: Busy, page: BookingPageRow): string {
  if (reason === 'no_hours') return 'The page has no hours on this day.';
  const taken = all.filter(({ rule }) => rule === reason);
  const times =
    taken.length === all.length
      ? all.length === 1
        ? 'The one time'
        : `All ${all.length} times`
      : `${taken.length} of ${all.length} times`;
  return `${times} ${taken.length === 1 ? 'is' : 'are'} ${ruleMessages[reason](taken[0]!, busy, page)}.`;
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
  buffer: (_, __, page) => `too close to what is before or after them, with ${page.buffer_minutes} minutes between`,
  full: () => 'full',
};

/** What a wanted time is besides a start. */
export interface SlotSearchOptions {
  /** How long it is to be, in minutes; as long as the page says unless told. */
  readonly duration?: number;
  /** The booking that is to move there: its claim does not stand in its way, and where it is now is no way out. */
  readonly moving?: { readonly claim: string; readonly start: number };
}

/** Days around a wanted time that are looked at for free ones; when they have too few, all days are. */
const SEARCH_RADIUS_DAYS = [7, 45] as const;

/** Of the free slots of a page the ones closest to a time that is not free, for whoever is refused. */
export async function nearestSlots(
  database: CommonQueryMethods,
  page: BookingPageRow,
  wanted: number,
  now: number,
  { duration, moving }: SlotSearchOptions = {},
): Promise<Slot[]> {
  const zone = zoneOf(page.timezone);
  const soonest = now + page.min_notice_hours * 60;
  const latest = zone.edgeOf((dayOf(zone.wallAt(now)) + page.max_advance_days + 1) * DAY_MINUTES);
  const middle = Math.min(Math.max(wanted, soonest), latest);
  for (const days of [...SEARCH_RADIUS_DAYS, Number.POSITIVE_INFINITY]) {
    const [from, to] = [Math.max(soonest, middle - days * DAY_MINUTES), Math.min(latest, middle + days * DAY_MINUTES)];
    const { all } = await findPageSlots(database, page, { from, to, now }, pageRules(page, duration), moving?.claim);
    const found = closestSlots(
      all.filter(({ start }) => start !== moving?.start),
      wanted,
    );
    if (found.length === NEAREST_SLOTS || (from === soonest && to === latest)) return found.map((slot) => toSlot(zone, slot));
  }
  return [];
}

/** Those that can be booked and are closest to a time, of two that are as close the earlier one; in order, as they came. */
function closestSlots(all: readonly Candidate[], wanted: number): Candidate[] {
  const free = offeredSlots(all);
  let to = free.findIndex(({ start }) => start >= wanted);
  if (to < 0) to = free.length;
  let from = to;
  while (to - from < NEAREST_SLOTS && (from > 0 || to < free.length)) {
    const [before, after] = [free[from - 1], free[to]];
    if (before && (!after || wanted - before.start <= after.start - wanted)) from--;
    else to++;
  }
  return free.slice(from, to);
}
