import type { Availability } from '@space/contracts/scheduling';
import type { Busy, Claim } from './busy.ts';
import { openingHours } from './hours.ts';
import { type Candidate, candidates, offered, type SlotRules } from './slots.ts';
import { clockOf, DAY, dayNumber, isoMinute } from './wall-clock.ts';
import { zoneOf } from './zone.ts';

const everyDay = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Hours of every day, written as `09:00–17:00`. */
export const daily = (...windows: readonly string[]): Availability => ({
  weekly: windows.map((window) => ({ days: [...everyDay], ...windowOf(window) })),
  overrides: [],
});

/** One window, written as `09:00–17:00`. */
export const windowOf = (text: string): { start: string; end: string } => {
  const [start = '', end = ''] = text.split('–');
  return { start, end };
};

/** Minutes since the epoch of a time of the wire. */
export const at = (time: string): number => Date.parse(time) / 60_000;

/** What a test says of a page. */
export interface Said {
  readonly timezone?: string;
  readonly availability?: Availability;
  readonly duration?: number;
  readonly interval?: number;
  readonly buffer?: number;
  readonly notice?: number;
  readonly advance?: number;
  readonly capacity?: number;
}

/** The rules of a page that is open all day, for half an hour, unless it is said otherwise. */
export function rulesWith({
  timezone = 'UTC',
  availability = daily('00:00–24:00'),
  duration = 30,
  capacity = 1,
  ...said
}: Said): SlotRules {
  const { interval = duration, buffer = 0, notice = 0, advance = 700 } = said;
  return {
    page_id: 'bkp_1',
    zone: zoneOf(timezone),
    hours: openingHours(availability),
    duration,
    interval,
    buffer,
    notice,
    advance,
    capacity,
  };
}

/** Nothing takes up any time. */
export const free: Busy = { claims: [], events: [] };

/** A claim of one guest, written as two times of the wire. */
export const claimOf = (start: string, end: string, more: Partial<Claim> = {}): Claim => ({
  id: 'bok_1',
  booking_page_id: 'bkp_1',
  start: at(start),
  end: at(end),
  buffer: 0,
  capacity: 1,
  taken: 1,
  is_forced: false,
  ...more,
});

/** Everything that a day of the page's zone would have, as seen long before. */
export function dayOfPage(rules: SlotRules, date: string, busy: Busy = free, now?: number): Candidate[] {
  const { zone } = rules;
  const [from, to] = [zone.edgeOf(dayNumber(date) * DAY), zone.edgeOf((dayNumber(date) + 1) * DAY)];
  return candidates(rules, busy, { from, to, now: now ?? from - DAY });
}

/** What a day offers, by the clock of the page. */
export const clocks = (rules: SlotRules, date: string, busy: Busy = free, now?: number): string[] =>
  offered(dayOfPage(rules, date, busy, now)).map(({ start }) => clockOf(rules.zone.wallAt(start)));

/** What a day offers, as instants: `start/end` of the wire, without seconds. */
export const instants = (rules: SlotRules, date: string): string[] =>
  offered(dayOfPage(rules, date)).map(({ start, end }) => `${isoMinute(start).slice(0, 16)}/${isoMinute(end).slice(0, 16)}`);
