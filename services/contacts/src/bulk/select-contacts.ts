import { type Condition, MAX_MATCHED_CONTACTS } from '@space/contracts/contacts';
import { invalidFields, Problem } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { matchContacts } from '../contacts/list-contacts.ts';
import type { ContactFilters } from '../contacts/list-contacts-sql.ts';
import { lockContacts } from '../contacts/merge.queries.ts';
import { countMatching, discardPlans, findMatching, findMatchingOf, type LockedContact } from './bulk.queries.ts';

/** The filters by which a call selects contacts. */
type Filters = Omit<ContactFilters, 'tag_ids'> & {
  readonly tags?: readonly string[] | undefined;
  readonly audience_id?: string | undefined;
  readonly condition?: Condition | undefined;
};

/** A call that selects contacts: what it does with them, and their number if the caller expects one. */
export interface Selecting {
  readonly verb: 'delete' | 'change';
  readonly expected: number | undefined;
}

/** Rejects a call without ids and filters, which would select all contacts, with both, or with one id twice. */
export function assertSelection(ids: readonly string[] | undefined, filters: Filters): void {
  const given = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (ids === undefined && given.length === 0)
    throw invalidFields([
      { path: 'contact_ids', code: 'invalid_type', message: 'is required unless a filter is given, such as tags or condition' },
    ]);
  if (ids === undefined) return;
  const errors = [
    ...given.map((path) => ({ path, code: 'conflict', message: 'cannot be given together with contact_ids' })),
    ...ids.flatMap((id, at) => {
      const first = ids.indexOf(id);
      const message = `is the same contact as contact_ids.${first}; send each contact once`;
      return first === at ? [] : [{ path: `contact_ids.${at}`, code: 'duplicate', message }];
    }),
  ];
  if (errors.length > 0) throw invalidFields(errors);
}

/**
 * Locks the contacts that filters match. Throws `conflict` for an unexpected number and `invalid` for more than one call selects.
 * They are read again after the lock: a contact that another call changed meanwhile, so that it matches no more, is left out.
 */
export async function lockMatching(
  tx: CommonQueryMethods,
  space: string,
  filters: Filters,
  selecting: Selecting,
): Promise<readonly LockedContact[]> {
  const selection = await matchContacts(tx, space, filters);
  const found = await findMatching(tx, selection, MAX_MATCHED_CONTACTS + 1);
  if (found.length > MAX_MATCHED_CONTACTS) {
    const count = await countMatching(tx, selection);
    assertExpected(count, selecting);
    throw tooMany(count, selecting);
  }
  await lockContacts(tx, space, found);
  const locked = await findMatchingOf(tx, selection, found);
  assertExpected(locked.length, selecting);
  await discardPlans(tx, locked.length);
  return locked;
}

/** Returns locked contacts by their ids. */
export const readLocked = async (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  findMatchingOf(tx, await matchContacts(tx, space, {}), ids);

/** Throws `conflict` if the caller expects another number of contacts. */
export function assertExpected(count: number, { verb, expected }: Selecting): void {
  if (expected !== undefined && expected !== count)
    throw new Problem(
      'conflict',
      `The call would ${verb} ${count} contacts, not ${expected}; nothing was changed. Look at the contacts again.`,
      { matched: count },
    );
}

const tooMany = (count: number, { verb }: Selecting): Problem =>
  new Problem(
    'invalid',
    `The filters match ${count} contacts, and one call ${verb}s at most ${MAX_MATCHED_CONTACTS}; narrow them and call again for the others.`,
    { matched: count },
  );
