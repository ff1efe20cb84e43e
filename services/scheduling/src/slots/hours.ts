import type { Availability } from '@space/contracts/scheduling';
import { DAY_MINUTES, dayNumber, dayOf, minuteOf, weekdayNumber, weekdayOf } from './wall-clock.ts';
import type { Zone } from './zone.ts';

/** Hours of a day by wall clock, in minutes since its midnight; an end beyond 1440 lies on the next day. */
export interface Hours {
  readonly start: number;
  readonly end: number;
}

/** Availability, ready to be asked for days. */
export interface OpeningHours {
  /** By day of the week, Monday first. */
  readonly weekly: readonly (readonly Hours[])[];
  /** By days since 1970-01-01. */
  readonly overrides: ReadonlyMap<number, readonly Hours[]>;
}

/** One stretch of opening time as instants, and until when it goes on over windows that touch it. */
interface Opening {
  readonly start: number;
  readonly end: number;
  /** The end of the last window that continues this one without a gap. */
  through: number;
  /** The day it belongs to, as days since 1970-01-01. */
  readonly day: number;
}

/** Reads availability once. */
export function openingHours({ weekly, overrides }: Availability): OpeningHours {
  const byDay: Hours[][] = Array.from({ length: 7 }, () => []);
  for (const { days, ...window } of weekly) for (const day of new Set(days)) byDay[weekdayNumber(day)]!.push(hoursOf(window));
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

/** The hours of a day: those of its override, or of its day of the week. */
export const hoursOn = ({ weekly, overrides }: OpeningHours, day: number): readonly Hours[] =>
  overrides.get(day) ?? weekly[weekdayOf(day)]!;

/**
 * The openings that any appointment starting in [from, to) may need, soonest first: those of the days of the range, of the
 * day before, whose hours may reach over midnight, and of the two days after, on which an appointment may end.
 */
export function openingsIn(hours: OpeningHours, zone: Zone, from: number, to: number): Opening[] {
  const openings: Opening[] = [];
  const last = dayOf(zone.wallAt(to)) + 2;
  for (let day = dayOf(zone.wallAt(from)) - 2; day <= last; day++)
    for (const { start, end } of hoursOn(hours, day)) {
      const opens = zone.edgeOf(day * DAY_MINUTES + start);
      const closes = zone.edgeOf(day * DAY_MINUTES + end);
      if (closes > opens) openings.push({ start: opens, end: closes, through: closes, day });
    }
  openings.sort((a, b) => a.start - b.start || a.end - b.end);
  for (let at = openings.length - 1; at >= 0; at--) {
    const opening = openings[at]!;
    for (let next = at + 1; next < openings.length && openings[next]!.start <= opening.through; next++)
      opening.through = Math.max(opening.through, openings[next]!.through);
  }
  return openings;
}
