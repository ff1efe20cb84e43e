import { addDays, type Day } from '../../../dates/days.ts';
import { clockAt, dayAt, minutesOfDay } from './days.ts';

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
const long = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const short = format({ weekday: 'short', day: 'numeric', month: 'short' });
const month = format({ month: 'long', year: 'numeric' });
const weekday = format({ weekday: 'short' });

const noon = (day: Day): Date => new Date(`${day}T12:00:00Z`);

/** Returns a day as "Friday 27 November 2026". */
export const longDay = (day: Day): string => long.format(noon(day)).replace(',', '');

/** Returns a day as "Fri 27 Nov". */
export const shortDay = (day: Day): string => short.format(noon(day)).replace(',', '');

/** Returns the month of a day as "November 2026". */
export const monthName = (day: Day): string => month.format(noon(day));

/** Returns the day of the week as "Fri". */
export const weekdayName = (day: Day): string => weekday.format(noon(day));

/** Returns a note about a day on which the clocks change, or undefined for a day of 24 hours. */
export function changeNote(day: Day, timezone: string): string | undefined {
  const minutes = minutesOfDay(day, timezone);
  if (minutes === 1_440) return undefined;
  const hours = minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${hours}: the clocks change`;
}

/** Returns the time of two instants in a zone, as "09:00–10:30"; an end on another day has its day. */
export function timeRange(start: number, end: number, timezone: string): string {
  const last = dayAt(end, timezone);
  const first = dayAt(start, timezone);
  const isSameDay = last === first || (last === addDays(first, 1) && clockAt(end, timezone) === '00:00');
  return `${clockAt(start, timezone)}–${isSameDay ? '' : `${shortDay(last)} `}${clockAt(end, timezone)}`;
}
