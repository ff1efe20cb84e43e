import type { BookingPage } from '@space/contracts/scheduling';
import { isoTime } from '@space/database';
import type { BookingPageRow } from './booking-pages.queries.ts';

/** A booking page as the wire shows it; `origin` is where visitors reach it. */
export function toBookingPage({ space_id: _, version: __, ...page }: BookingPageRow, origin: string): BookingPage {
  return { ...page, created_at: isoTime(page.created_at), updated_at: isoTime(page.updated_at), url: bookUrl(origin, page.id) };
}

/** Where people book on a page. */
const bookUrl = (origin: string, id: string): string => `${origin}/book/${id}`;
