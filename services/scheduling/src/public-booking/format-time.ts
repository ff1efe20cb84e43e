import { dayOf, type MinuteZone, midnightOf, minuteIn, minuteZone } from '@space/time';
import { type Html, html, type PageLocale } from '@space/web';

/** Returns the clock time of an instant, with its UTC offset when the clock shows the time twice: `01:30 UTC−5`. */
export function clockText(locale: PageLocale, zone: MinuteZone, minute: number): string {
  const wall = zone.wallAt(minute);
  const first = zone.exactInstantOf(wall);
  const isTwice = first !== minute || zone.wallAt(minute + 60) === wall || zone.wallAt(minute + 30) === wall;
  const clock = locale.clock(wall - midnightOf(dayOf(wall)));
  return isTwice ? `${clock} ${offsetName(zone, minute)}` : clock;
}

/** Returns a span as text: `Monday 4 May 2026, 09:00–09:30`. A line may break before the times but not within them. */
export function spanHtml(locale: PageLocale, zone: MinuteZone, start: number, end: number): Html {
  const [from, to] = [dayOf(zone.wallAt(start)), dayOf(zone.wallAt(end))];
  const [begin, finish] = [clockText(locale, zone, start), clockText(locale, zone, end)];
  return from === to
    ? html`${locale.longDate(from)}, <span class="whole">${begin}–${finish}</span>`
    : html`${locale.longDate(from)}, ${begin}–${locale.longDate(to)}, ${finish}`;
}

/** Returns a span of the wire as text, in a zone by name. */
export const wireSpanHtml = (locale: PageLocale, timezone: string, time: { readonly starts_at: string; readonly ends_at: string }): Html =>
  spanHtml(locale, minuteZone(timezone), minuteIn(time.starts_at), minuteIn(time.ends_at));

/** Returns the UTC offset of a zone at an instant: `UTC+5:30`. */
export function offsetName(zone: MinuteZone, minute: number): string {
  const offset = zone.wallAt(minute) - minute;
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `UTC${offset < 0 ? '−' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`;
}
