import { MAX_BULK_CHANGES, MAX_CHANGE_BYTES } from '@space/contracts/contacts';
import { newId } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { deleteWithCopies } from '../contacts/deleted-contacts.queries.ts';
import {
  type ContactChange,
  type ContactChangeRow,
  deleteChange,
  deleteOldChanges,
  insertChange,
  insertChangedContacts,
} from './bulk-changes.queries.ts';

/** Stores what a change of many contacts does, so that it can be reverted. */
export interface ChangeRecorder {
  add(changes: readonly ContactChange[]): Promise<void>;
  /** Deletes the rows of contacts and stores copies of them. */
  deleteRows(ids: readonly string[]): Promise<void>;
  /** Returns the id of the change. Null if nothing changed, or if the former values are too large: then nothing is stored. */
  finish(): Promise<string | null>;
}

/**
 * Creates the recorder of a change in a transaction. Former values are written part by part and do not stay in memory. Copies of
 * deleted contacts are not bounded here: their events are.
 */
export function createChangeRecorder(tx: CommonQueryMethods & { readonly now: string }, space: string): ChangeRecorder {
  const id = newId('chg');
  let count = 0;
  let bytes = 0;
  const isTooLarge = () => bytes > MAX_CHANGE_BYTES;
  async function countContacts(more: number): Promise<void> {
    if (count === 0) await insertChange(tx, space, id, tx.now);
    count += more;
  }
  return {
    async add(changes) {
      if (changes.length === 0 || isTooLarge()) return;
      await countContacts(changes.length);
      const rows = changes.map(toRow);
      for (const { fields } of rows) bytes += fields === null ? 0 : Buffer.byteLength(fields);
      await (isTooLarge() ? deleteChange(tx, space, id) : insertChangedContacts(tx, space, id, rows));
    },
    async deleteRows(ids) {
      await countContacts(ids.length);
      await deleteWithCopies(tx, space, id, ids);
    },
    async finish() {
      if (count === 0 || isTooLarge()) return null;
      await deleteOldChanges(tx, space, MAX_BULK_CHANGES);
      return id;
    },
  };
}

const toRow = ({ contact_id, version, version_before, fields, added_tags, removed_tags }: ContactChange): ContactChangeRow => ({
  contact_id,
  version,
  version_before,
  fields: fields && JSON.stringify(fields),
  added_tags: JSON.stringify(added_tags),
  removed_tags: JSON.stringify(removed_tags),
});
