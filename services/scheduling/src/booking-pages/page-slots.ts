import type { CommonQueryMethods } from 'slonik';
import { findBusy } from '../calendar/busy.queries.ts';
import type { Busy, Claim } from '../slots/busy.ts';
import { openingHours } from '../slots/hours.ts';
import { type Candidate, findCandidates, type SlotRange, type SlotRules } from '../slots/slots.ts';
import { zoneOf } from '../slots/zone.ts';
import type { BookingPageRow } from './booking-pages.queries.ts';

/** The rules of a booking page, ready to be asked; `duration` is another than its own. */
export const pageRules = (page: BookingPageRow, duration = page.duration_minutes): SlotRules => ({
  page_id: page.id,
  zone: zoneOf(page.timezone),
  hours: openingHours(page.availability),
  duration,
  interval: page.slot_interval_minutes ?? page.duration_minutes,
  buffer: page.buffer_minutes,
  notice: page.min_notice_hours * 60,
  advance: page.max_advance_days,
  capacity: page.capacity,
});

/** Slots of a page as its calendar is now. */
export interface PageSlots {
  readonly all: readonly Candidate[];
  readonly busy: Busy;
}

/** Works out the slots of a page from what is in its calendar; `without` is a claim that one guest is about to leave. */
export async function findPageSlots(
  database: CommonQueryMethods,
  page: BookingPageRow,
  question: SlotRange,
  rules: SlotRules = pageRules(page),
  without?: string,
): Promise<PageSlots> {
  const found = await findBusy(database, page.space_id, page.calendar, question.from, question.to + rules.duration);
  const busy = without === undefined ? found : { ...found, claims: found.claims.flatMap((claim) => withoutSeat(claim, without)) };
  return { all: findCandidates(rules, busy, question), busy };
}

/** A claim as it is when one guest has left it: with the last one it is gone. */
const withoutSeat = (claim: Claim, left: string): Claim[] =>
  claim.id !== left ? [claim] : claim.taken > 1 ? [{ ...claim, taken: claim.taken - 1 }] : [];
