import { DAY_MS, MINUTE_MS } from './units.ts';

/** Minutes of a day of 24 hours. */
export const DAY_MINUTES = 1_440;

/** Returns the whole minutes since the epoch of a time in milliseconds, rounded up: never sooner than the time itself. */
export const minuteAfter = (milliseconds: number): number => Math.ceil(milliseconds / MINUTE_MS);

/** Returns the minutes since the epoch of a time that is on a whole minute; undefined for any other. */
export function wholeMinute(milliseconds: number): number | undefined {
  const minute = milliseconds / MINUTE_MS;
  return Number.isInteger(minute) ? minute : undefined;
}

/** Returns a time in minutes since the epoch as the wire shows it. */
export const isoMinute = (minute: number): string => new Date(minute * MINUTE_MS).toISOString();

/** Returns the minutes since the epoch of a time of the wire. */
export const minuteIn = (time: string): number => Date.parse(time) / MINUTE_MS;

/** Returns the days since 1970-01-01 of `YYYY-MM-DD`. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** Returns `YYYY-MM-DD` of days since 1970-01-01. */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Returns the day of a wall clock time, as days since 1970-01-01. */
export const dayOf = (wall: number): number => Math.floor(wall / DAY_MINUTES);

/** Returns the wall clock time at which a day begins. */
export const midnightOf = (day: number): number => day * DAY_MINUTES;

/** Returns `HH:MM` of a wall clock time. */
export const clockOf = (wall: number): string => {
  const minute = wall - midnightOf(dayOf(wall));
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
};

/** Returns the minutes since midnight of `HH:MM`; 24:00 is 1440. */
export const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Returns the day of the week of a day, Monday 0 to Sunday 6. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** Limits a time in milliseconds to the years from 1 to 9999, which a timestamp of Postgres can hold. */
export const clampToTimestamp = (milliseconds: number): number =>
  Math.min(Math.max(milliseconds, -62_135_596_800_000), 253_402_300_799_000);
