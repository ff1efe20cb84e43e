import { type Weekday, weekdays } from '@space/contracts/core';

/** Minutes of a day. */
export const DAY_MINUTES = 1_440;

const MINUTE_MS = 60_000;

/** Whole minutes since the epoch of a moment in milliseconds, rounded up: nothing sooner than the moment itself. */
export const minuteAfter = (milliseconds: number): number => Math.ceil(milliseconds / MINUTE_MS);

/** Minutes since the epoch of a moment that is on a whole minute; undefined for any other. */
export function wholeMinute(milliseconds: number): number | undefined {
  const minute = milliseconds / MINUTE_MS;
  return Number.isInteger(minute) ? minute : undefined;
}

/** A moment, in minutes since the epoch, as the wire shows it. */
export const isoMinute = (minute: number): string => new Date(minute * MINUTE_MS).toISOString();

/** The days since 1970-01-01 of `YYYY-MM-DD`. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

/** `YYYY-MM-DD` of days since 1970-01-01. */
export const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** The day that a wall time is on, as days since 1970-01-01. */
export const dayOf = (wall: number): number => Math.floor(wall / DAY_MINUTES);

/** `HH:MM` of a wall time. */
export const clockOf = (wall: number): string => {
  const minute = wall - dayOf(wall) * DAY_MINUTES;
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
};

/** Minutes since midnight of `HH:MM`; 24:00 is 1440. */
export const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** The day of the week of a day, Monday 0 to Sunday 6. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** Where a day of the week stands, Monday 0 to Sunday 6. */
export const weekdayNumber = (name: Weekday): number => weekdays.indexOf(name);

/** A moment in milliseconds that Postgres can keep: one that a caller made up is moved into the years from 1 to 9999. */
export const clampToTimestamp = (milliseconds: number): number =>
  Math.min(Math.max(milliseconds, -62_135_596_800_000), 253_402_300_799_000);
