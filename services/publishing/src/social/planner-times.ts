import { type Weekday, weekdays } from '@space/contracts/core';

/** A time of the week. */
export interface Slot {
  readonly weekday: Weekday;
  readonly time: string;
}

/** How far ahead a free time is looked for, in days: a planner whose times are all taken for so long is full. */
const DAYS_AHEAD = 370;

/** Whether there is a time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Now.zonedDateTimeISO(name);
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

/**
 * The first time of a planner after `now` that none of `taken` has, in milliseconds since the epoch; null when all are
 * taken. A wall-clock time that a day lacks is the moment its clocks jump to; of one that a day has twice it is the first.
 */
export function nextFreeTime(timezone: string, slots: readonly Slot[], taken: ReadonlySet<number>, now: number): number | null {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate();
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
    const day = today.add({ days: ahead });
    const times = slots
      .filter(({ weekday }) => weekdays.indexOf(weekday) + 1 === day.dayOfWeek)
      .map(({ time }) => day.toZonedDateTime({ timeZone: timezone, plainTime: time }).epochMilliseconds)
      .sort((one, other) => one - other);
    const free = times.find((time) => time > now && !taken.has(time));
    if (free !== undefined) return free;
  }
  return null;
}
