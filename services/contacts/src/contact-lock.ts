import type { Contact } from '@space/contracts/contacts';
import { lockVersioned } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { contactById } from './contacts.queries.ts';

/**
 * Returns a contact and its row, locked until the transaction ends. Throws `not_found`, and `precondition_failed` unless
 * its version is one of `ifMatch`.
 */
export async function lockContact(tx: CommonQueryMethods, space: string, id: string, ifMatch: readonly number[] | null) {
  const row = await lockVersioned(tx, contactById(space, id), { noun: 'contact', id, ifMatch });
  return { row, contact: JSON.parse(row.json) as Contact };
}
