import { notFound, Problem } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { findPage, type PageRow } from '../booking-pages/booking-pages.queries.ts';

/** Thrown inside a transaction when its page was changed after the booking was judged: it has to be judged once more. */
class PageChanged extends Error {
  constructor() {
    super('The booking page was changed.');
    this.name = 'PageChanged';
  }
}

/** How often a booking is judged whose page changes under it. */
const TRIES = 5;

/** Refuses to book on a page, or to move a booking on it, that takes none. */
export function mustBeOpen({ name, status }: PageRow): void {
  if (status !== 'active')
    throw new Problem(
      'conflict',
      `The booking page "${name}" is ${status === 'draft' ? 'a draft' : 'paused'}; PATCH status active opens it.`,
    );
}

/** Keeps a page as it was judged until the transaction ends: nobody pauses, changes or deletes it meanwhile. */
export async function holdPage(tx: CommonQueryMethods, { space_id, id, version }: PageRow): Promise<void> {
  const held = await findPage(tx, space_id, id, 'share');
  if (!held) throw notFound('booking page', id);
  if (held.version !== version) throw new PageChanged();
}

/** Judges and writes; when the page changed in between, from the beginning. */
export async function onSteadyPage<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof PageChanged)) throw error;
      if (tries === TRIES) throw new Problem('conflict', 'The booking page is being changed right now; send it again.');
    }
}
