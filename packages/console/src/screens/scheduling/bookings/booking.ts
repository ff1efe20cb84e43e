import { type SpaceClient, spaceClient } from '../../../api/space-client.ts';
import { oneOf, text, type ValuesOf } from '../../../routing/search-params.ts';

/** A booking as the API answers it. */
export type Booking = Awaited<ReturnType<SpaceClient['bookings']['get']>>;

/** The filter of a list of bookings. */
export type BookingFilter = NonNullable<Parameters<SpaceClient['bookings']['list']>[0]>;

/** The periods that a filter offers. */
const periods = ['upcoming', 'past', 'all'] as const;

/** The labels of the periods. */
export const periodChoices = [
  ['upcoming', 'Upcoming'],
  ['past', 'Past'],
  ['all', 'All times'],
] as const;

/** The labels of the states. */
export const statusChoices = [
  ['', 'Every state'],
  ['confirmed', 'Confirmed'],
  ['cancelled', 'Cancelled'],
] as const;

/** The parameters of the list of bookings in its address. */
export const bookingParams = {
  when: oneOf(periods),
  status: oneOf(['confirmed', 'cancelled']),
  page: text,
  search: text,
};

/** Returns the filter of the list for the parameters of its address. `now` is an instant, ISO 8601. */
export function bookingFilter({ when = 'all', status, page, search }: ValuesOf<typeof bookingParams>, now: string): BookingFilter {
  return {
    ...(when === 'upcoming' && { upcoming_only: true }),
    ...(when === 'past' && { to: now }),
    ...(status && { status }),
    ...(page && { booking_page_id: page }),
    ...(search && { search }),
  };
}

/** Returns the key of the reads of bookings in the cache. */
export const bookingsKey = (space_id: string) => ['space', space_id, 'bookings'] as const;

/** Returns the contracts whose reads a change of a booking makes stale. */
export const staleAfterBooking = (space_id: string) =>
  (['bookings', 'booking_pages', 'calendar'] as const).map((contract) => ['space', space_id, contract]);

/** Returns the answers of a guest, which are a submission of the form of the page; undefined without a form. */
export async function readAnswers(space_id: string, booking: Booking, signal: AbortSignal) {
  const { form_submission_id, booking_page_id } = booking;
  if (form_submission_id === null) return null;
  const client = spaceClient(space_id);
  const { form_id } = await client.booking_pages.get({ id: booking_page_id }, { signal });
  return form_id === null ? null : client.form_submissions.get({ id: form_id, submission_id: form_submission_id }, { signal });
}
