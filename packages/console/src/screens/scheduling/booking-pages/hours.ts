import type { BookingPage } from './booking-page.ts';

/** The hours of a page as the contract has them. */
export type Availability = BookingPage['availability'];

/** Days of the week as the contract names them, Monday first. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** A day of the week. */
export type Weekday = (typeof weekdays)[number];

/** Hours of one day by the clock; an end that is not after the start lies on the next day. */
export interface Hours {
  readonly start: string;
  readonly end: string;
}

/** The hours of each day of the week. */
export type WeekHours = Readonly<Record<Weekday, readonly Hours[]>>;

/** Returns the hours by day. The end of a day is 00:00, as an input for times has it. */
export function hoursByDay(weekly: Availability['weekly']): WeekHours {
  const found = weekdays.map((day) => [
    day,
    weekly
      .filter(({ days }) => days.includes(day))
      .map(({ start, end }) => ({ start, end: shownEnd(end) }))
      .toSorted((one, other) => one.start.localeCompare(other.start)),
  ]);
  return Object.fromEntries(found) as WeekHours;
}

/** Returns the windows of a week: days with the same hours share one. */
export function weeklyOf(week: WeekHours): Availability['weekly'] {
  const windows = new Map<string, Weekday[]>();
  for (const day of weekdays)
    for (const { start, end } of week[day]) {
      const key = `${start}/${storedEnd(end)}`;
      const days = windows.get(key) ?? [];
      if (!days.includes(day)) days.push(day);
      windows.set(key, days);
    }
  return [...windows].map(([key, days]) => {
    const [start, end] = key.split('/') as [string, string];
    return { days, start, end };
  });
}

/** Returns an end as an input for times shows it. */
export const shownEnd = (end: string): string => (end === '24:00' ? '00:00' : end);

/** Returns an end as the contract has it. */
export const storedEnd = (end: string): string => (end === '00:00' ? '24:00' : end);

/** Returns the length of hours in minutes, over midnight too. */
export function minutesOf({ start, end }: Hours): number {
  const at = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
  const length = at(storedEnd(end)) - at(start);
  return length > 0 ? length : length + 1_440;
}

/** Returns the hours that a new window of a day begins with: after its last one, or nine to five. */
export function nextHours(hours: readonly Hours[]): Hours {
  const last = hours.at(-1);
  if (!last) return { start: '09:00', end: '17:00' };
  const hour = Math.min(22, Number(last.end.slice(0, 2)) + 1);
  const text = (value: number) => `${String(value).padStart(2, '0')}:00`;
  return { start: text(hour), end: text(hour + 1) };
}

/** Returns true if every window has a start and an end. */
export const isWhole = (hours: readonly Hours[]): boolean =>
  hours.every(({ start, end }) => start !== '' && end !== '' && (start !== end || end === '00:00'));
