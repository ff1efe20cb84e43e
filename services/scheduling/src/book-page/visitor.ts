import { type Caller, isTimeZone, type PageAnswer } from '@space/contracts';
import type { Ports } from '@space/runtime';
import type { PageRow } from '../booking-pages/booking-pages.queries.ts';
import type { IntakePorts } from '../bookings/intake.ts';
import { notePage } from '../page/page-frame.ts';
import type { VisitorLimit } from '../page/visitor-limit.ts';
import { pageSlots } from '../slots/page-slots.ts';
import { type Candidate, offered } from '../slots/slots.ts';
import { DAY, dayOf, wholeMinute } from '../slots/wall-clock.ts';
import { type Zone, zoneOf } from '../slots/zone.ts';
import { currentName } from './zone-names.ts';

/** What the pages of guests stand on. */
export interface GuestPorts {
  readonly ports: Ports;
  readonly intake: IntakePorts;
  readonly limit: VisitorLimit;
}

/** A visitor as the caller of what is done for them: a person, in the Space of the page. */
export const guestCaller = (space_id: string, name: string): Caller => ({
  space_id,
  key_id: '',
  actor: { kind: 'person', id: 'visitor', name },
});

/** The zone that a visitor asks for, or the page's own. */
export const zoneIn = (name: unknown, { timezone }: PageRow): Zone =>
  zoneOf(typeof name === 'string' && isTimeZone(name) ? currentName(name) : timezone);

/** The start that a page sends, in minutes since the epoch; undefined for anything else. */
export function startIn(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : wholeMinute(at);
}

/** Everything that can be booked on a page from now on; `without` is a claim that its guest is about to leave. */
export async function freeTimes({ database }: Pick<Ports, 'database'>, row: PageRow, now: number, without?: string): Promise<Candidate[]> {
  const zone = zoneOf(row.timezone);
  const to = zone.edgeOf((dayOf(zone.wallAt(now)) + row.max_advance_days + 1) * DAY);
  return offered((await pageSlots(database, row, { from: now, to, now }, undefined, without)).all);
}

/** The answer that leads to another address of the second origin. */
export const seeOther = (path: string): PageAnswer => ({
  status: 303,
  headers: { Location: path, 'Cache-Control': 'private, no-store' },
  body: '',
});

/** What a page says that takes no bookings for now; 409 to somebody who sends one. */
export const pausedPage = (status: 200 | 409, { name }: PageRow): PageAnswer =>
  notePage(status, name, 'This page does not take bookings right now. Please come back later.');

/** Says that too much was sent, and when to go on. */
export const tooOften = (seconds: number): PageAnswer =>
  notePage(429, 'That was too often', `Please wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} and send it again.`, {
    'Retry-After': String(seconds),
  });
