/** Names that are cached, valid or not. */
const CACHE_MAX_ENTRIES = 2_000;

const cache = new Map<string, string | undefined>();

/** Returns true for the name of an IANA time zone, in any case; an offset such as +01:00 is not a zone. */
export const isTimeZone = (name: string): boolean => lookUp(name) !== undefined;

/** Returns the name of a zone as IANA spells it, `Europe/Berlin` for `europe/berlin`; any other text unchanged. */
export const canonicalTimeZone = (name: string): string => lookUp(name) ?? name;

function lookUp(name: string): string | undefined {
  if (name.length > 64) return undefined;
  if (cache.has(name)) return cache.get(name);
  const canonical = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name) ? spellingOfTemporal(name) : undefined;
  if (cache.size >= CACHE_MAX_ENTRIES) cache.clear();
  cache.set(name, canonical);
  return canonical;
}

function spellingOfTemporal(name: string): string | undefined {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
  } catch {
    return undefined;
  }
}
