import { contactCreated, MAX_CONFLICT_SAMPLE, MAX_FIXED_CONTACTS } from '@space/contracts/contacts';
import type { Transaction } from '@space/event-log';
import { createPauses } from '@space/text/csv';
import { contactEventData } from '../contacts/contact.ts';
import { deleteRestored, findUnrestored, insertFromCopies, lockCopies, restoreRelations } from '../contacts/deleted-contacts.queries.ts';
import { discardPlans, readContacts } from './bulk.queries.ts';
import { moveVersions } from './bulk-changes.queries.ts';
import type { ChangeRecorder } from './change-recorder.ts';
import { contactParts } from './contact-parts.ts';

/** The outcome for the contacts that a change deleted. */
export interface Restored {
  readonly restored: number;
  readonly conflicts: number;
  /** The first contacts that stay deleted, each with the contact that has its email or that its id finds. */
  readonly not_restored: readonly { readonly id: string; readonly email: string; readonly existing_id: string | null }[];
}

/**
 * Creates the contacts that a change deleted again, with their ids, tags, places in fixed audiences and former ids, and emits
 * `contact_created` for each. It emits no `contact_tagged`, as the deletion emitted no `contact_untagged`: a revert has the events
 * of the deletion in number and size, so it is within the limits of a call, too. Former values of earlier changes are valid again.
 */
export async function restoreContacts(
  tx: Transaction<typeof contactCreated>,
  space: string,
  change_id: string,
  recorder: ChangeRecorder,
): Promise<Restored> {
  const copies = await lockCopies(tx, space, change_id);
  const pause = createPauses();
  let restored = 0;
  const parts = [...contactParts(copies)];
  for (const part of parts) {
    restored += await restorePart(tx, space, change_id, part, recorder);
    if (part === parts[0]) await discardPlans(tx, copies.length);
    await pause();
  }
  const conflicts = copies.length - restored;
  const not_restored = conflicts === 0 ? [] : await findUnrestored(tx, space, change_id, MAX_CONFLICT_SAMPLE);
  return { restored, conflicts, not_restored };
}

/** Creates deleted contacts again, and returns their number. */
async function restorePart(
  tx: Transaction<typeof contactCreated>,
  space: string,
  change_id: string,
  part: Awaited<ReturnType<typeof lockCopies>>,
  recorder: ChangeRecorder,
): Promise<number> {
  const ids = await insertFromCopies(
    tx,
    space,
    change_id,
    part.map(({ id }) => id),
    tx.now,
  );
  if (ids.length === 0) return 0;
  await restoreRelations(tx, space, change_id, ids, MAX_FIXED_CONTACTS);
  for (const contact of await readContacts(tx, space, ids)) tx.emit(contactCreated, contactEventData(contact));
  await deleteRestored(tx, space, change_id, ids);
  const created = new Set(ids);
  const versions = part.filter(({ id }) => created.has(id));
  await moveVersions(
    tx,
    space,
    change_id,
    versions.map(({ id, version }) => ({ contact_id: id, from: version, to: version + 1 })),
  );
  await recorder.add(
    versions.map(({ id, version }) => ({
      contact_id: id,
      version: version + 1,
      version_before: null,
      fields: null,
      added_tags: [],
      removed_tags: [],
    })),
  );
  return ids.length;
}
