import { MAX_TAGS_PER_CONTACT } from '@space/contracts/contacts';
import { Problem } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { findOvertagged } from './bulk.queries.ts';

/** Throws `limit_reached` if one of the contacts has too many tags. */
export async function assertTagCounts(tx: CommonQueryMethods, space: string, ids: readonly string[]): Promise<void> {
  const overtagged = await findOvertagged(tx, space, ids, MAX_TAGS_PER_CONTACT);
  if (overtagged)
    throw new Problem(
      'limit_reached',
      `A contact can have ${MAX_TAGS_PER_CONTACT} tags, and ${overtagged.contact_id} would have ${overtagged.count}; add fewer.`,
    );
}
