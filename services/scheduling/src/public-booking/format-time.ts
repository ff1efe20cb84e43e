import { type Html, html } from '@space/web';
import { type MinuteZone, minuteZone } from '../slots/minute-zone.ts';
import { clockOf, dayOf } from '../slots/wall-clock.ts';
import { longDate } from './month.ts';

/** What the clock of a zone shows at a moment, with the name of its time where the clock shows it twice: `01:30 GMT-5`. */
export function clockText(zone: MinuteZone, minute: number): string {
  const wall = zone.wallAt(minute);
  const first = zone.exactInstantOf(wall);
  const isTwice = first !== minute || zone.wallAt(minute + 60) === wall || zone.wallAt(minute + 30) === wall;
  return isTwice ? `${clockOf(wall)} ${offsetName(zone, minute)}` : clockOf(wall);
}

/** A span as people read it: `Monday 4 May 2026, 09:00–09:30`. A line may end before the times, and not between them. */
export function spanHtml(zone: MinuteZone, start: number, end: number): Html {
  const [from, to] = [dayOf(zone.wallAt(start)), dayOf(zone.wallAt(end))];
  return from === to
    ? html`${longDate(from)}, <span class="whole">${clockText(zone, start)}–${clockText(zone, end)}</span>`
    : html`${longDate(from)}, ${clockText(zone, start)}–${longDate(to)}, ${clockText(zone, end)}`;
}

/** A span of the wire, in a zone by its name. */
export const wireSpanHtml = (timezone: string, time: { readonly starts_at: string; readonly ends_at: string }): Html =>
  spanHtml(minuteZone(timezone), Date.parse(time.starts_at) / 60_000, Date.parse(time.ends_at) / 60_000);

/** How far the clock of a zone is ahead of UTC at a moment: `UTC+5:30`. */
export function offsetName(zone: MinuteZone, minute: number): string {
  const offset = zone.wallAt(minute) - minute;
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `UTC${offset < 0 ? '−' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`;
}
