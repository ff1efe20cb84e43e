const known = new Map<string, string | undefined>();

/** Names that are remembered, whether they are zones or not. */
const CACHE_MAX_ENTRIES = 2_000;

/** Whether this is the name of an IANA time zone, in whatever case; an offset such as +01:00 is none. */
export const isTimeZone = (name: string): boolean => canonicalZone(name) !== undefined;

/** The name of a zone as IANA writes it, `Europe/Berlin` for `europe/berlin`; any other text as it is. */
export const canonicalTimeZone = (name: string): string => canonicalZone(name) ?? name;

function canonicalZone(name: string): string | undefined {
  if (known.has(name)) return known.get(name);
  const written = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name) ? asTemporalWrites(name) : undefined;
  if (known.size >= CACHE_MAX_ENTRIES) known.clear();
  known.set(name, written);
  return written;
}

function asTemporalWrites(name: string): string | undefined {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
  } catch {
    return undefined;
  }
}
