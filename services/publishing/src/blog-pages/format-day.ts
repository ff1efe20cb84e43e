/** Returns the day of an ISO 8601 time (UTC) as it is written in a language; in English for an unknown language. */
export function formatDay(language: string, time: string): string {
  const at = new Date(time);
  try {
    return at.toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
  } catch {
    return at.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
  }
}
