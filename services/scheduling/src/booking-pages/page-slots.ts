import { minuteZone } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import { findBusy } from '../calendar/busy.queries.ts';
import type { Busy, Claim } from '../slots/busy.ts';
import { openingHours } from '../slots/hours.ts';
import { type Candidate, findCandidates, type SlotRange, type SlotRules } from '../slots/slots.ts';
import type { BookingPageRow } from './booking-pages.queries.ts';

/** Returns the slot rules of a booking page; `duration` replaces its own. */
export const pageRules = (page: BookingPageRow, duration = page.duration_minutes): SlotRules => ({
  page_id: page.id,
  zone: minuteZone(page.timezone),
  hours: openingHours(page.availability),
  duration,
  interval: page.slot_interval_minutes ?? page.duration_minutes,
  buffer: page.buffer_minutes,
  notice: page.min_notice_hours * 60,
  advance: page.max_advance_days,
  capacity: page.capacity,
});

/** The candidates of a page, and the contents of its calendar that they were computed from. */
export interface PageSlots {
  readonly all: readonly Candidate[];
  readonly busy: Busy;
}

/** Computes the candidates of a page from its calendar. `without` is the id of a claim that one guest is about to leave. */
export async function findPageSlots(
  database: CommonQueryMethods,
  page: BookingPageRow,
  range: SlotRange,
  rules: SlotRules = pageRules(page),
  without?: string,
): Promise<PageSlots> {
  const found = await findBusy(
    database,
    page,
    { from: range.from, to: range.to + rules.duration },
    { of_all: rules.capacity > 1, of: without },
  );
  const busy = without === undefined ? found : { ...found, claims: found.claims.flatMap((claim) => withoutSeat(claim, without)) };
  return { all: findCandidates(rules, busy, range), busy };
}

/** Returns a claim less one guest when it has the id `left`; nothing when that was its only guest. */
const withoutSeat = (claim: Claim, left: string): Claim[] =>
  claim.seats?.claim_id !== left
    ? [claim]
    : claim.seats.taken > 1
      ? [{ ...claim, seats: { ...claim.seats, taken: claim.seats.taken - 1 } }]
      : [];
