const known = new Map<string, boolean>();

/** Names that are remembered, whether they are zones or not. */
const REMEMBERED = 2_000;

/** Whether this is the name of an IANA time zone; an offset such as +01:00 is none. */
export function isTimeZone(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const is = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name) && isKnownToTemporal(name);
  if (known.size >= REMEMBERED) known.clear();
  known.set(name, is);
  return is;
}

function isKnownToTemporal(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}
