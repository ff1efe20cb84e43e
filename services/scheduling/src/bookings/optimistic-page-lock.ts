import { notFound, Problem } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { type BookingPageRow, findBookingPage } from '../booking-pages/booking-pages.queries.ts';

/** Thrown inside a transaction when its page was changed after the booking was validated: it has to be validated once more. */
class StalePageError extends Error {
  constructor() {
    super('The booking page was changed.');
    this.name = 'PageChanged';
  }
}

/** How often a booking is validated whose page changes under it. */
const MAX_ATTEMPTS = 5;

/** Refuses to book on a page, or to move a booking on it, that takes none. */
export function assertPageActive({ name, status }: BookingPageRow): void {
  if (status !== 'active')
    throw new Problem(
      'conflict',
      `The booking page "${name}" is ${status === 'draft' ? 'a draft' : 'paused'}; PATCH status active opens it.`,
    );
}

/** Keeps a page as it was validated until the transaction ends: nobody pauses, changes or deletes it meanwhile. */
export async function lockPageVersion(tx: CommonQueryMethods, { space_id, id, version }: BookingPageRow): Promise<void> {
  const held = await findBookingPage(tx, space_id, id, 'share');
  if (!held) throw notFound('booking page', id);
  if (held.version !== version) throw new StalePageError();
}

/** Judges and writes; when the page changed in between, from the beginning. */
export async function retryOnStalePage<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof StalePageError)) throw error;
      if (tries === MAX_ATTEMPTS) throw new Problem('conflict', 'The booking page is being changed right now; send it again.');
    }
}
