import { DAY_MINUTES, dateOf, dayNumber, dayOf, type MinuteZone, minuteZone } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import { findPageSlots, pageRules } from '../booking-pages/page-slots.ts';
import { bookingHorizon, type Candidate, offeredSlots } from '../slots/slots.ts';
import { isMonth, type Month, monthOf } from './month.ts';

/** The month and the date in the address of the page. */
interface MonthQuery {
  readonly month?: string | undefined;
  readonly date?: string | undefined;
}

/** The bookable times of one month; days are counted since 1970-01-01, in the zone of the visitor. */
export interface AvailableMonth {
  readonly month: Month;
  /** The bookable times of each day. */
  readonly by_day: ReadonlyMap<number, readonly Candidate[]>;
  /** The selected day; the first with times when none was selected; undefined when the month has none. */
  readonly day: number | undefined;
  /** The first day with times; searched only when the selected day has none. */
  readonly first: number | undefined;
  /** The last bookable day. */
  readonly last: number;
  /** The number of starts that were computed to find them. */
  readonly computed: number;
}

/** The zone of the visitor and the current time. `moving` is a booking to move: its claim and its start are ignored. */
interface MonthContext {
  readonly zone: MinuteZone;
  readonly now: number;
  readonly moving?: { readonly claim: string; readonly start: number };
}

/** Days of each step of the search for the first bookable time. */
const SEARCH_STEP_DAYS = [31, 92, 730] as const;

/** Finds the bookable times of the selected month, or of the first month that has any. */
export async function findAvailableMonth(
  database: CommonQueryMethods,
  page: BookingPageRow,
  chosen: MonthQuery,
  { zone, now, moving }: MonthContext,
): Promise<AvailableMonth> {
  const own = minuteZone(page.timezone);
  const latest = bookingHorizon(own, now, page.max_advance_days);
  const dayAt = (minute: number) => dayOf(zone.wallAt(minute));

  let computed = 0;

  async function offeredIn(from: number, to: number): Promise<Candidate[]> {
    const range = { from: Math.max(from, now), to: Math.min(to, latest), now };
    if (range.from >= range.to) return [];
    const { all } = await findPageSlots(database, page, range, pageRules(page), moving?.claim);
    computed += all.length;
    return offeredSlots(all).filter(({ start }) => start !== moving?.start);
  }
  async function findFirstDay(): Promise<number | undefined> {
    let from = now;
    for (const days of SEARCH_STEP_DAYS) {
      const [found] = await offeredIn(from, from + days * DAY_MINUTES);
      if (found) return dayAt(found.start);
      from += days * DAY_MINUTES;
    }
    return undefined;
  }

  const requestedDay = dayIn(chosen.date);
  const named = isMonth(chosen.month) ? chosen.month : requestedDay === undefined ? undefined : dateOf(requestedDay).slice(0, 7);
  const firstDay = named === undefined ? await findFirstDay() : undefined;
  const month = monthOf(named ?? dateOf(firstDay ?? dayAt(now)).slice(0, 7));
  const by_day = Map.groupBy(await offeredIn(zone.startOfDay(month.first), zone.startOfDay(month.after)), ({ start }) => dayAt(start));
  const day = requestedDay !== undefined && month.has(requestedDay) ? requestedDay : by_day.keys().next().value;
  const isEmpty = day === undefined || !by_day.has(day);
  const first = isEmpty && named !== undefined ? await findFirstDay() : firstDay;
  return { month, by_day, day, first, last: dayAt(latest - 1), computed };
}

const dayIn = (date: string | undefined): number | undefined => {
  const day = date !== undefined && /^(?:19|20|21)\d\d-\d\d-\d\d$/.test(date) ? dayNumber(date) : Number.NaN;
  return Number.isNaN(day) || dateOf(day) !== date ? undefined : day;
};
