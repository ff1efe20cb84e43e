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

/** Throws `slot_taken` with the nearest slots when a page does not offer a time. It uses the slots of the preview. */
export async function assertAvailable(
  database: CommonQueryMethods,
  page: BookingPageRow,
  start: number,
  now: number,
  options: SlotSearchOptions = {},
): Promise<void> {
  const found = await candidateAt(database, page, start, now, options);
  if (found && found.rule === undefined) return;
  throw await slotTakenProblem(
    database,
    page,
    start,
    now,
    found?.rule ? ruleReasons[found.rule] : 'is not a time that the page offers',
    options,
  );
}

/** Returns true when a page offers a time. */
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
