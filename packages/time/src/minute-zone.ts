import { MINUTE_MS } from './units.ts';
import { dateOf, midnightOf } from './wall-clock.ts';
import { zoneOf } from './zone.ts';

/**
 * A time zone in whole minutes: an instant is minutes since the epoch, a wall clock time the minutes since 1970-01-01 00:00
 * that a clock there shows. It follows the rule `compatible`: a time that occurs twice is the first of the
 * two, and one that the clocks skip is as much later as they skip. Offsets are rounded to whole minutes.
 */
export interface MinuteZone {
  readonly name: string;
  /** Returns the wall clock time at an instant. */
  wallAt(instant: number): number;
  /** Returns the instant of a wall clock time. */
  instantOf(wall: number): number;
  /** Returns the first instant of a wall clock time, or undefined when the clocks skip it. */
  exactInstantOf(wall: number): number | undefined;
  /** Returns the first instant of a day, which is counted since 1970-01-01. */
  startOfDay(day: number): number;
}

/** Returns the zone of a name that `isTimeZone` accepts. */
export function minuteZone(name: string): MinuteZone {
  const zone = zoneOf(name);

  /** Returns the minutes by which one time, in milliseconds, is ahead of another. */
  function offset(wall: number, instant: number): number {
    return Math.round((wall - instant) / MINUTE_MS);
  }

  function exactInstantOf(wall: number): number | undefined {
    const instant = zone.exactInstantOf(wall * MINUTE_MS);
    return instant === undefined ? undefined : wall - offset(wall * MINUTE_MS, instant);
  }

  return {
    name: zone.name,
    wallAt(instant) {
      return instant + offset(zone.wallAt(instant * MINUTE_MS), instant * MINUTE_MS);
    },
    instantOf(wall) {
      return wall - offset(wall * MINUTE_MS, zone.instantOf(wall * MINUTE_MS));
    },
    exactInstantOf,
    startOfDay(day) {
      return exactInstantOf(midnightOf(day)) ?? startWithoutMidnight(zone.name, day);
    },
  };
}

/** Returns the first instant of a day whose midnight the clocks skip. */
const startWithoutMidnight = (name: string, day: number): number =>
  Math.floor(Temporal.PlainDate.from(dateOf(day)).toZonedDateTime(name).epochMilliseconds / MINUTE_MS);
