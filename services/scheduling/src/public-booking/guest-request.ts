import type { Caller, PageAnswer } from '@space/contracts/core';
import type { Ports } from '@space/runtime';
import { canonicalTimeZone, isTimeZone } from '@space/time';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import type { BookingPorts } from '../bookings/prepare-guest.ts';
import { messagePage } from '../public-pages/layout.ts';
import type { VisitorLimit } from '../public-pages/visitor-limit.ts';
import { wholeMinute } from '../slots/wall-clock.ts';
import { type Zone, zoneOf } from '../slots/zone.ts';
import { currentZoneName } from './zone-names.ts';

/** What the pages of guests stand on. */
export interface PublicBookingPorts {
  readonly ports: Ports;
  readonly booking_ports: BookingPorts;
  /** What visitors send. */
  readonly limit: VisitorLimit;
  /** What they open. */
  readonly reads: VisitorLimit;
}

/** A visitor as the caller of what is done for them: a person, in the Space of the page. */
export const guestCaller = (space_id: string, name: string): Caller => ({
  space_id,
  key_id: '',
  actor: { kind: 'person', id: 'visitor', name },
});

/** The zone that a visitor asks for, or the page's own. */
export const requestedZone = (name: unknown, { timezone }: BookingPageRow): Zone =>
  zoneOf(typeof name === 'string' && isTimeZone(name) ? currentZoneName(canonicalTimeZone(name)) : timezone);

/** The start that a page sends, from 1900 to 2199, in minutes since the epoch; undefined for anything else. */
export function parseStart(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^(?:19|20|21)\d\d-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : wholeMinute(at);
}

/** The answer that leads to another address of the second origin. */
export const seeOther = (path: string): PageAnswer => ({
  status: 303,
  headers: { Location: path, 'Cache-Control': 'private, no-store' },
  body: '',
});

/** What a page says that takes no bookings for now; 409 to somebody who sends one. */
export const pausedPage = (status: 200 | 409, { name }: BookingPageRow): PageAnswer =>
  messagePage(status, name, 'This page does not take bookings right now. Please come back later.');
