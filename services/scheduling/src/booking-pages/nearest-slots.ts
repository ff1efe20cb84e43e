import { NEAREST_SLOTS, type Slot } from '@space/contracts/scheduling';
import { DAY_MINUTES, minuteZone } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import { bookingHorizon, type Candidate, offeredSlots } from '../slots/slots.ts';
import type { BookingPageRow } from './booking-pages.queries.ts';
import { findPageSlots, pageRules } from './page-slots.ts';
import { toSlot } from './slot-response.ts';

/** Options of a search for slots that one existing booking can use. */
export interface SlotSearchOptions {
  /** Minutes of the slot; default the duration of the page. */
  readonly duration?: number;
  /** The booking that moves: its claim is ignored, and its current start is not offered. */
  readonly moving?: { readonly claim: string; readonly start: number };
}

/** Days on each side of the wanted time that are searched; all bookable days are searched when they have too few slots. */
const SEARCH_RADIUS_DAYS = [7, 45] as const;

/** Returns up to NEAREST_SLOTS slots of a page that can be booked and are closest to a time, in order of their start. */
export async function nearestSlots(
  database: CommonQueryMethods,
  page: BookingPageRow,
  wanted: number,
  now: number,
  { duration, moving }: SlotSearchOptions = {},
): Promise<Slot[]> {
  const zone = minuteZone(page.timezone);
  const soonest = now + page.min_notice_hours * 60;
  const latest = bookingHorizon(zone, now, page.max_advance_days);
  // The notice of the page goes beyond its last bookable day.
  if (soonest >= latest) return [];
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

/** Returns the offered slots closest to a time, in their order. Of two at the same distance the earlier one is closer. */
function closestSlots(all: readonly Candidate[], wanted: number): Candidate[] {
  const offered = offeredSlots(all);
  let to = offered.findIndex(({ start }) => start >= wanted);
  if (to < 0) to = offered.length;
  let from = to;
  while (to - from < NEAREST_SLOTS && (from > 0 || to < offered.length)) {
    const [before, after] = [offered[from - 1], offered[to]];
    if (before && (!after || wanted - before.start <= after.start - wanted)) from--;
    else to++;
  }
  return offered.slice(from, to);
}
