import { type Contact, contactDeleted } from '@space/contracts/contacts';
import { Problem } from '@space/contracts/core';
import type { Transaction } from '@space/event-log';
import { contactEventData } from './contact.ts';

/** Deletes the rows of contacts: for good, or with copies by which a revert restores them. */
type DeleteRows = (ids: readonly string[]) => Promise<unknown>;

/** Deletes locked contacts, with their tags, places in fixed audiences and former ids, and emits an event for each. */
export async function removeContacts(
  tx: Transaction<typeof contactDeleted>,
  contacts: readonly Contact[],
  deleteRows: DeleteRows,
): Promise<void> {
  for (const contact of contacts) tx.emit(contactDeleted, contactEventData(contact));
  await deleteRows(contacts.map(({ id }) => id));
}

/** Returns the error of a deletion by the id of a contact that was merged into another one. */
export const mergedProblem = (id: string, survivor: string): Problem =>
  new Problem('conflict', `The contact ${id} was merged into ${survivor}; to delete the person, delete ${survivor}.`);
