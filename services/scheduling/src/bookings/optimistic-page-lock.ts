import { Problem } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { type BookingPageRow, findSharedBookingPage } from '../booking-pages/booking-pages.queries.ts';

/** Thrown in a transaction when the page has changed or was deleted since the booking was validated. */
class StalePageError extends Error {
  constructor() {
    super('The booking page was changed or deleted.');
    this.name = 'StalePageError';
  }
}

/** Attempts to validate and write a booking while its page changes. */
const MAX_ATTEMPTS = 5;

/** Throws a 409 `conflict` when a page takes no bookings. */
export function assertPageActive({ name, status }: BookingPageRow): void {
  if (status !== 'active')
    throw new Problem(
      'conflict',
      `The booking page "${name}" is ${status === 'draft' ? 'a draft' : 'paused'}; PATCH /booking-pages/{id} {"status": "active"} opens it.`,
    );
}

/** Locks the version of a page that the booking was validated against until the transaction ends. */
export async function lockPageVersion(tx: CommonQueryMethods, { space_id, id, version }: BookingPageRow): Promise<void> {
  const locked = await findSharedBookingPage(tx, space_id, id);
  if (locked?.version !== version) throw new StalePageError();
}

/** Runs `act`, which validates and writes, again when the page changed in between. */
export async function retryOnStalePage<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof StalePageError)) throw error;
      if (attempt === MAX_ATTEMPTS) throw new Problem('conflict', 'The booking page is being changed right now; send the request again.');
    }
}
