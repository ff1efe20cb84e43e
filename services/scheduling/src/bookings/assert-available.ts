import type { SlotRule } from '@space/contracts/scheduling';
import type { CommonQueryMethods } from 'slonik';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import type { SlotSearchOptions } from '../booking-pages/nearest-slots.ts';
import { findPageSlots, pageRules } from '../booking-pages/page-slots.ts';
import { slotTakenProblem } from './slot-unavailable.ts';

const ruleReasons: Readonly<Record<SlotRule, string>> = {
  date_override: 'is replaced by the override of its date',
  outside_hours: 'does not fit into the hours of the page',
  notice: 'is sooner than the page can be booked',
  advance: 'is further ahead than the page can be booked',
  busy: 'is taken',
  buffer: 'is too close to what is before or after it',
  full: 'is full',
};

/** Refuses a time that the page does not offer, with the nearest that it does: the same function says it as preview. */
export async function assertAvailable(
  database: CommonQueryMethods,
  page: BookingPageRow,
  start: number,
  now: number,
  wanting: SlotSearchOptions = {},
): Promise<void> {
  const found = await candidateAt(database, page, start, now, wanting);
  if (found && found.rule === undefined) return;
  throw await slotTakenProblem(database, page, start, now, found?.rule ? ruleReasons[found.rule] : 'is none that the page offers', wanting);
}

/** Whether a page offers a time. */
export async function isOffered(database: CommonQueryMethods, page: BookingPageRow, start: number, now: number): Promise<boolean> {
  const found = await candidateAt(database, page, start, now, {});
  return found !== undefined && found.rule === undefined;
}

async function candidateAt(
  database: CommonQueryMethods,
  page: BookingPageRow,
  start: number,
  now: number,
  { duration, moving }: SlotSearchOptions,
) {
  const { all } = await findPageSlots(database, page, { from: start, to: start + 1, now }, pageRules(page, duration), moving?.claim);
  return all.find((candidate) => candidate.start === start);
}
