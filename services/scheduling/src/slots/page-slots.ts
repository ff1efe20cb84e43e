import type { CommonQueryMethods } from 'slonik';
import type { PageRow } from '../booking-pages/booking-pages.queries.ts';
import { readBusy } from './busy.queries.ts';
import type { Busy, Claim } from './busy.ts';
import { openingHours } from './hours.ts';
import { type Candidate, candidates, type Question, type SlotRules } from './slots.ts';
import { zoneOf } from './zone.ts';

/** The rules of a booking page, ready to be asked; `duration` is another than its own. */
export const rulesOf = (page: PageRow, duration = page.duration_minutes): SlotRules => ({
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
export async function pageSlots(
  database: CommonQueryMethods,
  page: PageRow,
  question: Question,
  rules: SlotRules = rulesOf(page),
  without?: string,
): Promise<PageSlots> {
  const found = await readBusy(database, page.space_id, page.calendar, question.from, question.to + rules.duration);
  const busy = without === undefined ? found : { ...found, claims: found.claims.flatMap((claim) => seatsWithout(claim, without)) };
  return { all: candidates(rules, busy, question), busy };
}

/** A claim as it is when one guest has left it: with the last one it is gone. */
const seatsWithout = (claim: Claim, left: string): Claim[] =>
  claim.id !== left ? [claim] : claim.taken > 1 ? [{ ...claim, taken: claim.taken - 1 }] : [];
