import type { CommonQueryMethods } from 'slonik';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import { findPageSlots, pageRules } from '../booking-pages/page-slots.ts';
import { type MinuteZone, minuteZone } from '../slots/minute-zone.ts';
import { bookingHorizon, type Candidate, offeredSlots } from '../slots/slots.ts';
import { DAY_MINUTES, dateOf, dayNumber, dayOf } from '../slots/wall-clock.ts';
import { isMonth, type Month, monthOf } from './month.ts';

/** What a visitor chose so far, by what stands in the address. */
interface MonthQuery {
  readonly month?: string | undefined;
  readonly date?: string | undefined;
}

/** One month of a page; days are counted since 1970-01-01, in the zone that the visitor reads times in. */
export interface AvailableMonth {
  readonly month: Month;
  /** What can be booked on each of its days. */
  readonly by_day: ReadonlyMap<number, readonly Candidate[]>;
  /** The day whose times are shown; undefined when none was chosen and none has any. */
  readonly day: number | undefined;
  /** The first day with a free time, looked for when the day that is shown has none. */
  readonly first: number | undefined;
  /** The last day that the page can be booked on. */
  readonly last: number;
}

/** Who asks, and when; `moving` is a booking that is to move: its claim is passed over, and so is where it is now. */
interface MonthContext {
  readonly zone: MinuteZone;
  readonly now: number;
  readonly moving?: { readonly claim: string; readonly start: number };
}

/** Days that are looked at at once for the first free time, from one step to the next. */
const SEARCH_STEP_DAYS = [31, 92, 730] as const;

/** What a page offers in the month that a visitor chose, or in the first that has anything; only that much is worked out. */
export async function findAvailableMonth(
  database: CommonQueryMethods,
  page: BookingPageRow,
  chosen: MonthQuery,
  { zone, now, moving }: MonthContext,
): Promise<AvailableMonth> {
  const own = minuteZone(page.timezone);
  const latest = bookingHorizon(own, now, page.max_advance_days);
  const dayAt = (minute: number) => dayOf(zone.wallAt(minute));

  async function freeIn(from: number, to: number): Promise<Candidate[]> {
    const range = { from: Math.max(from, now), to: Math.min(to, latest), now };
    if (range.from >= range.to) return [];
    const { all } = await findPageSlots(database, page, range, pageRules(page), moving?.claim);
    return offeredSlots(all).filter(({ start }) => start !== moving?.start);
  }
  async function firstFree(): Promise<number | undefined> {
    let from = now;
    for (const days of SEARCH_STEP_DAYS) {
      const [found] = await freeIn(from, from + days * DAY_MINUTES);
      if (found) return dayAt(found.start);
      from += days * DAY_MINUTES;
    }
    return undefined;
  }

  const asked = dayIn(chosen.date);
  const named = isMonth(chosen.month) ? chosen.month : asked === undefined ? undefined : dateOf(asked).slice(0, 7);
  const sought = named === undefined ? await firstFree() : undefined;
  const month = monthOf(named ?? dateOf(sought ?? dayAt(now)).slice(0, 7));
  const by_day = Map.groupBy(await freeIn(zone.startOfDay(month.first), zone.startOfDay(month.after)), ({ start }) => dayAt(start));
  const day = asked !== undefined && month.has(asked) ? asked : by_day.keys().next().value;
  const isEmpty = day === undefined || !by_day.has(day);
  return { month, by_day, day, first: isEmpty && named !== undefined ? await firstFree() : sought, last: dayAt(latest - 1) };
}

const dayIn = (date: string | undefined): number | undefined => {
  const day = date !== undefined && /^(?:19|20|21)\d\d-\d\d-\d\d$/.test(date) ? dayNumber(date) : Number.NaN;
  return Number.isNaN(day) || dateOf(day) !== date ? undefined : day;
};
