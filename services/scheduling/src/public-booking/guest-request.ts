import type { Caller, PageAnswer } from '@space/contracts/core';
import type { Ports } from '@space/runtime';
import { canonicalTimeZone, isTimeZone, type MinuteZone, minuteZone, wholeMinute } from '@space/time';
import type { PageContext, PageContexts, VisitorLimiter } from '@space/web';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import type { BookingPorts } from '../bookings/prepare-guest.ts';
import { messagePage } from '../public-pages/layout.ts';
import { currentZoneName } from './zone-names.ts';

/** The ports and rate limits of the public booking pages. */
export interface PublicBookingPorts {
  readonly contexts: PageContexts;
  readonly ports: Ports;
  readonly booking_ports: BookingPorts;
  /** Limits writes, per page or booking. */
  readonly limiter: VisitorLimiter;
  /** Limits reads, per page, and of guest links. */
  readonly readLimiter: VisitorLimiter;
}

/** Starts that are computed for one point of a visitor who reads. */
const STARTS_PER_POINT = 5_000;

/** Returns the points that a read costs in addition to its first one, by the number of starts that it computed. */
export const pointsForStarts = (computed: number): number => Math.floor(computed / STARTS_PER_POINT);

/** The points of a search in all bookable days for other times. */
export const SEARCH_POINTS = 5;

/** Returns a visitor as a caller: a person, in the Space of the page. */
export const guestCaller = (space_id: string, name: string): Caller => ({
  space_id,
  key_id: '',
  actor: { kind: 'person', id: 'visitor', name },
});

/** Returns the zone that a visitor requests by name; the zone of the page when the name is missing or unknown. */
export const requestedZone = (name: unknown, { timezone }: BookingPageRow): MinuteZone =>
  minuteZone(typeof name === 'string' && isTimeZone(name) ? currentZoneName(canonicalTimeZone(name)) : timezone);

/** Returns the start in a form field, from 1900 to 2199, in minutes since the epoch; undefined for any other text. */
export function parseStart(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^(?:19|20|21)\d\d-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : wholeMinute(at);
}

/** Returns a redirect to a path of the public origin. */
export const seeOther = (path: string): PageAnswer => ({
  status: 303,
  headers: { Location: path, 'Cache-Control': 'private, no-store' },
  body: '',
});

/** Returns the page of a booking page that is not active: 200 to a visitor who opens it, 409 to one who sends it. */
export const pausedPage = (context: PageContext, status: 200 | 409, { name }: BookingPageRow): PageAnswer =>
  messagePage(context, status, name, context.locale.labels.booking_paused);
