import type { BookingPage } from '@space/contracts/scheduling';
import { isoTime } from '@space/database';
import type { BookingPageRow } from './booking-pages.queries.ts';

/** Returns a booking page as the wire shows it; `origin` is the public origin. */
export function toBookingPage({ space_id: _, version: __, ...page }: BookingPageRow, origin: string): BookingPage {
  return { ...page, created_at: isoTime(page.created_at), updated_at: isoTime(page.updated_at), url: bookUrl(origin, page.id) };
}

/** Returns the public address of a page. */
const bookUrl = (origin: string, id: string): string => `${origin}/book/${id}`;
