import { weekdays } from '@space/contracts/core';
import type { Availability } from '@space/contracts/scheduling';
import { DAY_MINUTES, dayNumber, dayOf, type MinuteZone, midnightOf, minuteOf, weekdayOf } from '@space/time';

/** Hours of a day in wall clock minutes since its midnight; an end beyond 1440 lies on the next day. */
export interface Hours {
  readonly start: number;
  readonly end: number;
}

/** Availability indexed by day. */
export interface OpeningHours {
  /** By day of the week, Monday first. */
  readonly weekly: readonly (readonly Hours[])[];
  /** By days since 1970-01-01. */
  readonly overrides: ReadonlyMap<number, readonly Hours[]>;
}

/** One window of a day as instants. */
interface Opening {
  readonly start: number;
  readonly end: number;
  /** The end of the last window that continues this one without a gap. */
  through: number;
  /** The day it belongs to, as days since 1970-01-01. */
  readonly day: number;
}

/** Indexes the availability of a booking page. */
export function openingHours({ weekly, overrides }: Availability): OpeningHours {
  const byDay: Hours[][] = Array.from({ length: 7 }, () => []);
  for (const { days, ...window } of weekly) for (const day of new Set(days)) byDay[weekdays.indexOf(day)]!.push(hoursOf(window));
  return {
    weekly: byDay.map(sorted),
    overrides: new Map(overrides.map(({ date, windows }) => [dayNumber(date), sorted(windows.map(hoursOf))])),
  };
}

const hoursOf = ({ start, end }: { readonly start: string; readonly end: string }): Hours => {
  const [from, to] = [minuteOf(start), minuteOf(end)];
  return { start: from, end: to > from ? to : to + DAY_MINUTES };
};

const sorted = (hours: readonly Hours[]): Hours[] => hours.toSorted((a, b) => a.start - b.start || a.end - b.end);

/** Returns the hours of a day: those of its override, otherwise those of its day of the week. */
export const hoursOn = ({ weekly, overrides }: OpeningHours, day: number): readonly Hours[] =>
  overrides.get(day) ?? weekly[weekdayOf(day)]!;

/**
 * Returns the openings that an appointment starting in [from, to) may need, soonest first: those of the days of the range, of
 * the days before, whose hours may reach over midnight, and of the two days after, on which an appointment may end.
 */
export function openingsIn(hours: OpeningHours, zone: MinuteZone, from: number, to: number): Opening[] {
  const openings: Opening[] = [];
  const last = dayOf(zone.wallAt(to)) + 2;
  for (let day = dayOf(zone.wallAt(from)) - 2; day <= last; day++)
    for (const { start, end } of hoursOn(hours, day)) {
      const opens = zone.instantOf(midnightOf(day) + start);
      const closes = zone.instantOf(midnightOf(day) + end);
      if (closes > opens) openings.push({ start: opens, end: closes, through: closes, day });
    }
  openings.sort((a, b) => a.start - b.start || a.end - b.end);
  // An opening continues to the end of the next one, whose own continuation is known; `after` skips what that one contains.
  const after = new Uint32Array(openings.length);
  for (let at = openings.length - 1; at >= 0; at--) {
    const opening = openings[at]!;
    let next = at + 1;
    while (next < openings.length && openings[next]!.start <= opening.through) {
      opening.through = Math.max(opening.through, openings[next]!.through);
      next = after[next]!;
    }
    after[at] = next;
  }
  return openings;
}
