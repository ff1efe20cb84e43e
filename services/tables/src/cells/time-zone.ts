/** A day of 24 hours, in milliseconds. */
export const DAY_MS = 86_400_000;

/** Zones one process keeps a calendar for at most; there are about 600. */
const KEPT = 1_000;

const calendars = new Map<string, Intl.DateTimeFormat>();

/** Why a text is refused as a time zone. */
export const NO_TIME_ZONE = 'must be a time zone by its IANA name, like Europe/Paris or UTC';

/** Whether this is a name of the IANA time zone database as it is written there; offsets and abbreviations such as EST are none. */
export function isTimeZone(name: string): boolean {
  if (name === 'UTC') return true;
  if (!/^[A-Z][A-Za-z]+(?:[/_-][A-Z0-9a-z][A-Za-z0-9+_-]*)+$/.test(name) || !name.includes('/')) return false;
  try {
    calendarOf(name);
    return true;
  } catch {
    return false;
  }
}

/** What clocks in a zone show at an instant, as the milliseconds at which clocks in UTC show the same. */
export function clockAt(zone: string, instant: number): number {
  if (zone === 'UTC') return instant;
  const part: Record<string, number> = {};
  for (const { type, value } of calendarOf(zone).formatToParts(instant)) part[type] = Number(value);
  const clock = new Date(0);
  clock.setUTCFullYear(part.year!, part.month! - 1, part.day!);
  clock.setUTCHours(part.hour!, part.minute!, part.second!);
  return clock.getTime() + (((instant % 1_000) + 1_000) % 1_000);
}

/**
 * The instant at which clocks in a zone show this, given as milliseconds like those `clockAt` answers. Where they show it
 * twice it is the first time; where they skip it, it is as much later as they skip.
 */
export function instantOf(zone: string, clock: number): number {
  if (zone === 'UTC') return clock;
  const before = clock - (clockAt(zone, clock - DAY_MS) - (clock - DAY_MS));
  const after = clock - (clockAt(zone, clock + DAY_MS) - (clock + DAY_MS));
  return clockAt(zone, before) === clock || clockAt(zone, after) !== clock ? before : after;
}

function calendarOf(zone: string): Intl.DateTimeFormat {
  const known = calendars.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (calendars.size >= KEPT) calendars.delete(calendars.keys().next().value!);
  calendars.set(zone, made);
  return made;
}
