const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Returns a time relative to now, such as "5 minutes ago" or "in 3 days"; below a minute "just now" or "in a moment". */
export function relativeTime(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1_000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? [];
  if (!unit || !size) return seconds > 0 ? 'in a moment' : 'just now';
  return relative.format(Math.trunc(seconds / size), unit);
}

/** Returns a whole date and time in a zone, with the name of the zone. */
export const absoluteTime = (at: Date, timezone?: string | null): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long', ...(timezone && { timeZone: timezone }) }).format(at);
