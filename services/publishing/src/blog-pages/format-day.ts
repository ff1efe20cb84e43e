import { DAY_MS } from '@space/time';
import type { PageLocale } from '@space/web';

/**
 * Returns the day of an ISO 8601 time (UTC) in the language of a blog: as the locale of the page writes it when both have the
 * same language, and in English for an unknown language.
 */
export function formatDay(locale: PageLocale, language: string, time: string): string {
  const at = Date.parse(time);
  if (locale.tag.split('-', 1)[0] === language.split('-', 1)[0]) return locale.date(Math.floor(at / DAY_MS));
  try {
    return new Date(at).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
  } catch {
    return new Date(at).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
  }
}
