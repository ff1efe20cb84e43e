/**
 * A time zone that converts between instants and wall clock in integer minutes: an instant is minutes since the epoch, a
 * wall time is the minutes since 1970-01-01 00:00 that a clock there shows.
 */
export interface Zone {
  readonly name: string;
  /** What a clock there shows at an instant. */
  wallAt(instant: number): number;
  /** When a clock there shows a wall time: of two such moments the first (RFC 5545, 3.3.5), undefined when there is none. */
  instantOf(wall: number): number | undefined;
  /** The same for an edge of hours: where the wall time is missing, the moment at which the clock jumps over it. */
  edgeOf(wall: number): number;
}

/** Changes of a zone's offset are looked up once for these years; outside of them each conversion asks for itself. */
const FIRST = Date.UTC(2020, 0, 1);
const LAST = Date.UTC(2045, 0, 1);

/** Zones that are kept; there are about 600 names. */
const KEPT = 1_000;

const MINUTE_MS = 60_000;
const DAY = 1_440;
const zones = new Map<string, Zone>();

/** The zone of a name that `isTimeZone` admits. */
export function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  if (zones.size >= KEPT) zones.clear();
  const made = makeZone(name);
  zones.set(name, made);
  return made;
}

function makeZone(name: string): Zone {
  const { starts, offsets } = transitionsOf(name);
  const last = LAST / MINUTE_MS;

  const indexAt = (instant: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= instant) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const offsetAt = (instant: number): number =>
    instant >= starts[0]! && instant < last ? offsets[indexAt(instant)]! : offsetOutside(name, instant);

  const instantOf = (wall: number): number | undefined => {
    const before = wall - offsetAt(wall - DAY);
    const after = wall - offsetAt(wall + DAY);
    const early = Math.min(before, after);
    if (early + offsetAt(early) === wall) return early;
    const late = Math.max(before, after);
    return late + offsetAt(late) === wall ? late : undefined;
  };

  /** The first moment after which clocks there show this wall time or a later one. */
  const jumpOver = (wall: number): number => {
    let low = wall - 2 * DAY;
    let high = wall + 2 * DAY;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (middle + offsetAt(middle) >= wall) high = middle;
      else low = middle + 1;
    }
    return low;
  };

  return {
    name,
    wallAt: (instant) => instant + offsetAt(instant),
    instantOf,
    edgeOf: (wall) => instantOf(wall) ?? jumpOver(wall),
  };
}

function transitionsOf(name: string): { readonly starts: readonly number[]; readonly offsets: readonly number[] } {
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(FIRST).toZonedDateTimeISO(name);
  const starts = [FIRST / MINUTE_MS];
  const offsets = [minutesOf(at)];
  for (;;) {
    at = at.getTimeZoneTransition('next');
    if (!at || at.epochMilliseconds >= LAST) return { starts, offsets };
    starts.push(Math.floor(at.epochMilliseconds / MINUTE_MS));
    offsets.push(minutesOf(at));
  }
}

/** The furthest instants that a calendar date can have, in minutes. */
const FURTHEST = 8.64e15 / MINUTE_MS - 2 * DAY;

const offsetOutside = (name: string, instant: number): number =>
  minutesOf(Temporal.Instant.fromEpochMilliseconds(Math.max(-FURTHEST, Math.min(FURTHEST, instant)) * MINUTE_MS).toZonedDateTimeISO(name));

const minutesOf = (at: Temporal.ZonedDateTime): number => Math.round(at.offsetNanoseconds / 6e10);
