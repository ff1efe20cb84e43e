import { type Weekday, weekdays } from '@space/contracts/core';
import { DAY_MS, MINUTE_MS, zoneOf } from '@space/time';

/** A time of the week. */
export interface Slot {
  readonly weekday: Weekday;
  /** HH:MM. */
  readonly time: string;
}

/** The times of a planner and of the posts that it has scheduled. */
export interface PlannerTimes {
  readonly timezone: string;
  readonly slots: readonly Slot[];
  /** ISO 8601. */
  readonly taken: readonly string[];
}

/** Days that are searched for a free time; a planner without one in them is full. */
const DAYS_AHEAD = 370;

/**
 * Returns the first time of a planner after `now` that is not in `taken`, in milliseconds since the epoch; null when all
 * are taken. A wall clock time that the clocks skip is as much later as they skip; one that occurs twice is the first.
 */
export function nextPlannerTime({ timezone, slots, taken }: PlannerTimes, now: number): number | null {
  const zone = zoneOf(timezone);
  const takenTimes = new Set(taken.map((time) => Date.parse(time)));
  const today = Math.floor(zone.wallAt(now) / DAY_MS) * DAY_MS;
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
    const day = today + ahead * DAY_MS;
    const weekday = weekdays[(new Date(day).getUTCDay() + 6) % 7];
    const times = slots
      .filter((slot) => slot.weekday === weekday)
      .map((slot) => zone.instantOf(day + minutesOf(slot.time) * MINUTE_MS))
      .sort((one, other) => one - other);
    const free = times.find((time) => time > now && !takenTimes.has(time));
    if (free !== undefined) return free;
  }
  return null;
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return hours! * 60 + minutes!;
}
