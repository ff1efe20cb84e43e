import { DAY_MS } from './units.ts';

/**
 * A time zone that converts between instants and wall clock times. Both are milliseconds: an instant since the epoch, a
 * wall clock time as the instant at which a clock in UTC shows the same.
 *
 * One rule holds everywhere, `compatible` of RFC 5545 and Temporal: a wall clock time that occurs twice is the first of
 * the two, and one that the clocks skip is as much later as they skip (02:30 becomes 03:30).
 */
export interface Zone {
  readonly name: string;
  /** Returns the wall clock time at an instant. */
  wallAt(instant: number): number;
  /** Returns the instant of a wall clock time by the rule `compatible`. */
  instantOf(wall: number): number;
  /** Returns the first instant of a wall clock time, or undefined when the clocks skip it. */
  exactInstantOf(wall: number): number | undefined;
}

/** The offsets of a zone are looked up once for these years; outside of them each conversion asks Temporal. */
const TABLE_START = Date.UTC(1970, 0, 1);
const TABLE_END = Date.UTC(2045, 0, 1);

/** Zones that are cached; there are about 600 names. */
const CACHE_MAX_ENTRIES = 1_000;

/** The furthest instants that Temporal has, less two days for the offset. */
const MAX_INSTANT = 8.64e15 - 2 * DAY_MS;

const zones = new Map<string, Zone>();

/** Returns the zone of a name that `isTimeZone` accepts; throws RangeError for any other name. */
export function zoneOf(name: string): Zone {
  const cached = zones.get(name);
  if (cached) return cached;
  if (zones.size >= CACHE_MAX_ENTRIES) zones.clear();
  const zone = createZone(name);
  zones.set(name, zone);
  return zone;
}

function createZone(name: string): Zone {
  const { starts, offsets } = offsetTable(name);

  function offsetAt(instant: number): number {
    if (instant < TABLE_START || instant >= TABLE_END) return offsetByTemporal(name, instant);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= instant) low = middle;
      else high = middle - 1;
    }
    return offsets[low]!;
  }

  function exactInstantOf(wall: number): number | undefined {
    const before = wall - offsetAt(wall - DAY_MS);
    const after = wall - offsetAt(wall + DAY_MS);
    const first = Math.min(before, after);
    if (first + offsetAt(first) === wall) return first;
    const second = Math.max(before, after);
    return second + offsetAt(second) === wall ? second : undefined;
  }

  return {
    name,
    wallAt: (instant) => instant + offsetAt(instant),
    exactInstantOf,
    // In a gap the offset before it holds, so the result is later by the length of the gap.
    instantOf: (wall) => exactInstantOf(wall) ?? wall - offsetAt(wall - DAY_MS),
  };
}

function offsetTable(name: string): { readonly starts: readonly number[]; readonly offsets: readonly number[] } {
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(TABLE_START).toZonedDateTimeISO(name);
  const starts = [TABLE_START];
  const offsets = [at.offsetNanoseconds / 1e6];
  for (;;) {
    at = at.getTimeZoneTransition('next');
    if (!at || at.epochMilliseconds >= TABLE_END) return { starts, offsets };
    starts.push(at.epochMilliseconds);
    offsets.push(at.offsetNanoseconds / 1e6);
  }
}

const offsetByTemporal = (name: string, instant: number): number =>
  Temporal.Instant.fromEpochMilliseconds(Math.trunc(Math.max(-MAX_INSTANT, Math.min(MAX_INSTANT, instant)))).toZonedDateTimeISO(name)
    .offsetNanoseconds / 1e6;
