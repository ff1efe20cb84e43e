/** The end of the days for which a feed states the offsets of zones, in years from now: programs need rules for the occurrences to come. */
const YEARS = 5;

/**
 * Returns the VTIMEZONE of a zone (RFC 5545, 3.6.5): one part for each change of its clocks, from a year before the first occurrence that
 * needs it to some years from now. Programs read the offset of a time from the last part that begins before it.
 */
export function zoneLines(name: string, first: number, now: number): string[] {
  const start = at(first, name).subtract({ years: 1 });
  const end = at(now, name).add({ years: YEARS });
  const parts = [partLines('STANDARD', start.offset, start)];
  for (let change = start.getTimeZoneTransition('next'); change && before(change, end); change = change.getTimeZoneTransition('next')) {
    const previous = change.subtract({ nanoseconds: 1 });
    parts.push(partLines(isAhead(change, previous) ? 'DAYLIGHT' : 'STANDARD', previous.offset, change));
  }
  return ['BEGIN:VTIMEZONE', `TZID:${name}`, ...parts.flat(), 'END:VTIMEZONE'];
}

const at = (milliseconds: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(zone);

const before = (a: Temporal.ZonedDateTime, b: Temporal.ZonedDateTime): boolean => Temporal.ZonedDateTime.compare(a, b) < 0;

const isAhead = (a: Temporal.ZonedDateTime, b: Temporal.ZonedDateTime): boolean => a.offsetNanoseconds > b.offsetNanoseconds;

/** A part begins at the time that the clocks showed before they changed. */
function partLines(kind: 'STANDARD' | 'DAYLIGHT', from: string, change: Temporal.ZonedDateTime): string[] {
  const began = change.toInstant().toZonedDateTimeISO(from).toPlainDateTime();
  return [
    `BEGIN:${kind}`,
    `DTSTART:${localTime(began)}`,
    `TZOFFSETFROM:${offset(from)}`,
    `TZOFFSETTO:${offset(change.offset)}`,
    `END:${kind}`,
  ];
}

/** Returns a time without a zone as `20260504T090000`. */
export const localTime = (time: Temporal.PlainDateTime): string => time.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');

/** Returns `+01:00` as `+0100`; offsets of the nineteenth century have seconds. */
const offset = (text: string): string => text.replaceAll(':', '').slice(0, 7);
