import type { CommonQueryMethods } from 'slonik';
import type { PageRow } from '../booking-pages/booking-pages.queries.ts';
import { pageSlots, rulesOf } from '../slots/page-slots.ts';
import { type Candidate, offered } from '../slots/slots.ts';
import { DAY, dateOf, dayNumber, dayOf } from '../slots/wall-clock.ts';
import { type Zone, zoneOf } from '../slots/zone.ts';
import { isMonth, type Month, monthOf } from './month.ts';

/** What a visitor chose so far, by what stands in the address. */
interface Chosen {
  readonly month?: string | undefined;
  readonly date?: string | undefined;
}

/** One month of a page; days are counted since 1970-01-01, in the zone that the visitor reads times in. */
export interface FreeMonth {
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

/** Who asks, and when; `leaving` is a booking that is to move: its claim is passed over, and so is where it is now. */
interface Asking {
  readonly zone: Zone;
  readonly now: number;
  readonly leaving?: { readonly claim: string; readonly start: number };
}

/** Days that are looked at at once for the first free time, from one step to the next. */
const STEP_DAYS = [31, 92, 730] as const;

/** What a page offers in the month that a visitor chose, or in the first that has anything; only that much is worked out. */
export async function freeMonth(
  database: CommonQueryMethods,
  page: PageRow,
  chosen: Chosen,
  { zone, now, leaving }: Asking,
): Promise<FreeMonth> {
  const own = zoneOf(page.timezone);
  const latest = own.edgeOf((dayOf(own.wallAt(now)) + page.max_advance_days + 1) * DAY);
  const dayAt = (minute: number) => dayOf(zone.wallAt(minute));

  const freeIn = async (from: number, to: number): Promise<Candidate[]> => {
    const question = { from: Math.max(from, now), to: Math.min(to, latest), now };
    if (question.from >= question.to) return [];
    const { all } = await pageSlots(database, page, question, rulesOf(page), leaving?.claim);
    return offered(all).filter(({ start }) => start !== leaving?.start);
  };
  const firstFree = async (): Promise<number | undefined> => {
    let from = now;
    for (const days of STEP_DAYS) {
      const [found] = await freeIn(from, from + days * DAY);
      if (found) return dayAt(found.start);
      from += days * DAY;
    }
    return undefined;
  };

  const asked = dayIn(chosen.date);
  const named = isMonth(chosen.month) ? chosen.month : asked === undefined ? undefined : dateOf(asked).slice(0, 7);
  const sought = named === undefined ? await firstFree() : undefined;
  const month = monthOf(named ?? dateOf(sought ?? dayAt(now)).slice(0, 7));
  const by_day = Map.groupBy(await freeIn(zone.edgeOf(month.first * DAY), zone.edgeOf(month.after * DAY)), ({ start }) => dayAt(start));
  const day = asked !== undefined && month.has(asked) ? asked : by_day.keys().next().value;
  const isEmpty = day === undefined || !by_day.has(day);
  return { month, by_day, day, first: isEmpty && named !== undefined ? await firstFree() : sought, last: dayAt(latest - 1) };
}

const dayIn = (date: string | undefined): number | undefined => {
  const day = date !== undefined && /^(?:19|20|21)\d\d-\d\d-\d\d$/.test(date) ? dayNumber(date) : Number.NaN;
  return Number.isNaN(day) || dateOf(day) !== date ? undefined : day;
};
