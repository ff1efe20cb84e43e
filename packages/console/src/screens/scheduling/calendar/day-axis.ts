import { MINUTE_MS, zoneOf } from '@space/time';
import { addDays, type Day, dayNumber } from '../../../dates/days.ts';
import { startOfDay } from '../times/days.ts';

/*
 * The vertical axis of days that are drawn next to each other. It has one minute for each minute of the clock. Where the clocks
 * of one day are set back, the axis has the repeated minutes twice, and on the other days that part is closed. Where the clocks
 * of a day are set forward, the minutes that they skip are closed on that day. So equal times stand at equal heights, and a day
 * has as much open space as it has time: 23, 24 or 25 hours.
 */

const DAY_MINUTES = 1_440;

/** A part of an axis, in minutes from its top. */
interface Part {
  readonly from: number;
  readonly to: number;
}

/** The axis of some days in one zone. */
export interface DayAxis {
  readonly days: readonly Day[];
  /** The length of the axis in minutes. */
  readonly length: number;
  /** The hours that the axis names, each with its place. */
  readonly labels: readonly { readonly at: number; readonly text: string }[];
  /** Returns the place of an instant of a day; an instant before or after the day has the place of its edge. */
  placeOf(instant: number, day: Day): number;
  /** Returns the first instant of a day at a place or after it. */
  instantAt(place: number, day: Day): number;
  /** Returns the parts in which a day has no time. */
  closedParts(day: Day): readonly Part[];
}

/** A change of the clocks within a day. Minutes are by the clock before it, from midnight. */
interface Change {
  readonly instant: number;
  readonly at: number;
  /** Minutes by which the clocks are set forward; negative if they are set back. */
  readonly by: number;
}

interface AxisDay {
  readonly start: number;
  readonly end: number;
  readonly midnight: number;
  readonly change: Change | undefined;
}

/** Returns the axis of days in a zone. */
export function dayAxis(days: readonly Day[], timezone: string): DayAxis {
  const zone = zoneOf(timezone);
  const found = new Map(days.map((day) => [day, axisDay(day, timezone)] as const));
  const extras = extraParts([...found.values()].flatMap(({ change }) => change ?? []));
  const length = DAY_MINUTES + extras.reduce((sum, extra) => sum + extra.length, 0);
  const extraBefore = (minute: number) => extras.reduce((sum, { at, length: extra }) => (at <= minute ? sum + extra : sum), 0);

  function placeOf(instant: number, day: Day): number {
    const { start, end, midnight, change } = found.get(day)!;
    if (instant < start) return 0;
    if (instant >= end) return length;
    const minute = (zone.wallAt(instant) - midnight) / MINUTE_MS;
    const isRepeated = change !== undefined && change.by < 0 && instant >= change.instant && minute < change.at;
    // A repeated minute stands in the extra part, whose length may be that of a longer change on another day.
    return isRepeated ? minute - change.by + extraBefore(change.at - 1) : minute + extraBefore(minute);
  }

  function instantAt(place: number, day: Day): number {
    const { start, end } = found.get(day)!;
    let low = 0;
    let high = (end - start) / MINUTE_MS;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (placeOf(start + middle * MINUTE_MS, day) >= place) high = middle;
      else low = middle + 1;
    }
    return start + low * MINUTE_MS;
  }

  function closedParts(day: Day): readonly Part[] {
    const { change } = found.get(day)!;
    const skipped =
      change && change.by > 0 ? [{ from: change.at + extraBefore(change.at), to: change.at + change.by + extraBefore(change.at) }] : [];
    const inserted = extras.flatMap(({ at, length: extra }) => {
      const from = at + extraBefore(at - 1);
      const own = change && change.by < 0 && change.at === at ? -change.by : 0;
      return own < extra ? [{ from: from + own, to: from + extra }] : [];
    });
    return [...skipped, ...inserted].toSorted((one, other) => one.from - other.from);
  }

  const hours = Array.from({ length: 24 }, (_, hour) => ({ at: hour * 60 + extraBefore(hour * 60), text: clockText(hour * 60) }));
  const again = extras.map(({ at, length: extra }) => ({ at: at + extraBefore(at - 1), text: `${clockText(at - extra)} again` }));
  return { days, length, labels: [...hours, ...again].toSorted((one, other) => one.at - other.at), placeOf, instantAt, closedParts };
}

function axisDay(day: Day, timezone: string): AxisDay {
  const midnight = dayNumber(day) * DAY_MINUTES * MINUTE_MS;
  const [start, end] = [startOfDay(day, timezone), startOfDay(addDays(day, 1), timezone)];
  return { start, end, midnight, change: findChange(midnight, end, timezone) };
}

/**
 * Returns the change of the clocks in a day. Clocks that are set forward at midnight change in the day that begins: its first minutes do not exist.
 * Clocks that are set back at midnight change in the day that ends: it has its last hour twice.
 */
function findChange(midnight: number, end: number, timezone: string): Change | undefined {
  const zone = zoneOf(timezone);
  const offsetAt = (instant: number) => zone.wallAt(instant) - instant;
  const before = midnight - offsetAt(startBefore(midnight, timezone));
  if (offsetAt(before - MINUTE_MS) === offsetAt(end - MINUTE_MS)) return undefined;
  let low = before - MINUTE_MS;
  let high = end - MINUTE_MS;
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / MINUTE_MS / 2) * MINUTE_MS;
    if (offsetAt(middle) === offsetAt(low)) low = middle;
    else high = middle;
  }
  const change = { instant: high, at: (high + offsetAt(low) - midnight) / MINUTE_MS, by: (offsetAt(high) - offsetAt(low)) / MINUTE_MS };
  return change.by < 0 && change.at <= 0 ? undefined : change;
}

/** Returns an instant that lies before a day in a zone, by less than a day. */
const startBefore = (midnight: number, timezone: string): number => zoneOf(timezone).instantOf(midnight - 60 * MINUTE_MS);

/** Returns the parts that an axis has in addition to 24 hours, one for each minute at which clocks are set back. */
function extraParts(changes: readonly Change[]): readonly { readonly at: number; readonly length: number }[] {
  const lengths = new Map<number, number>();
  for (const { at, by } of changes) if (by < 0) lengths.set(at, Math.max(lengths.get(at) ?? 0, -by));
  return [...lengths].map(([at, length]) => ({ at, length })).toSorted((one, other) => one.at - other.at);
}

function clockText(minute: number): string {
  const within = ((minute % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`;
}
