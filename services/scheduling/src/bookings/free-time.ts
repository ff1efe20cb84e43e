import type { SlotRule } from '@space/contracts';
import type { CommonQueryMethods } from 'slonik';
import type { PageRow } from '../booking-pages/booking-pages.queries.ts';
import { pageSlots, rulesOf } from '../slots/page-slots.ts';
import { DAY } from '../slots/wall-clock.ts';
import { slotTaken } from './slot-taken.ts';

/** Days around a wanted time that are looked at for others near it. */
const AROUND_DAYS = 7;

const reasons: Readonly<Record<SlotRule, string>> = {
  date_override: 'is replaced by the override of its date',
  outside_hours: 'does not fit into the hours of the page',
  notice: 'is sooner than the page can be booked',
  advance: 'is further ahead than the page can be booked',
  busy: 'is taken',
  buffer: 'is too close to what is before or after it',
  full: 'is full',
};

/** A time in minutes since the epoch; `without` is a claim that is given up for it. */
interface Wanted {
  readonly start: number;
  readonly end: number;
  readonly without?: string;
}

/** Refuses a time that the page does not offer, with the nearest that it does: the same function says it as preview. */
export async function mustBeFree(database: CommonQueryMethods, page: PageRow, { start, end, without }: Wanted, now: number): Promise<void> {
  const question = { from: start - AROUND_DAYS * DAY, to: start + AROUND_DAYS * DAY, now };
  const slots = await pageSlots(database, page, question, rulesOf(page, end - start), without);
  const found = slots.all.find((candidate) => candidate.start === start);
  if (found && found.rule === undefined) return;
  throw await slotTaken(database, page, start, now, slots, found?.rule ? reasons[found.rule] : 'is none that the page offers');
}
