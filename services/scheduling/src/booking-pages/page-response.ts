import type { BookingPage, BookingPageSummary } from '@space/contracts/scheduling';
import { isoTime } from '@space/database';
import type { z } from 'zod';
import { embedHtml } from '../embed/embed-html.ts';
import type { BookingPageRow } from './booking-pages.queries.ts';

/** Returns a booking page as a list shows it; `origin` is the public origin. */
export function toBookingPageSummary(
  { space_id: _, version: __, ...page }: BookingPageRow,
  origin: string,
): z.output<typeof BookingPageSummary> {
  return { ...page, created_at: isoTime(page.created_at), updated_at: isoTime(page.updated_at), url: bookUrl(origin, page.id) };
}

/** Returns a booking page as the answers about one of them show it; `origin` is the public origin. */
export const toBookingPage = (page: BookingPageRow, origin: string): BookingPage => ({
  ...toBookingPageSummary(page, origin),
  ...embedHtml(bookUrl(origin, page.id), page.name),
});

/** Returns the public address of a page. */
/** Returns the public address of a booking page. */
export const bookUrl = (origin: string, id: string): string => `${origin}/book/${id}`;
