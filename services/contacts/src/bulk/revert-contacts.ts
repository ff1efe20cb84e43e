import type { Answer, Call } from '@space/bus';
import {
  type Contact,
  type contactCreated,
  type contactDeleted,
  type contacts,
  contactTagged,
  contactUntagged,
  contactUpdated,
  MAX_CONFLICT_SAMPLE,
} from '@space/contracts/contacts';
import { unresolvedReferences } from '@space/contracts/core';
import type { Transaction, Writer } from '@space/event-log';
import { createPauses } from '@space/text/csv';
import { changedFields, valuesOf } from '../contacts/changed-fields.ts';
import { contactEventData } from '../contacts/contact.ts';
import { removeContacts } from '../contacts/remove-contacts.ts';
import { lockTags } from '../tags/tags.queries.ts';
import { undoableSince } from '../undo/undoable-since.ts';
import { addTagPairs, discardPlans, readContacts, removeTagPairs, updateContacts } from './bulk.queries.ts';
import {
  type ChangedContact,
  type ContactChange,
  deleteReverted,
  lockChange,
  lockChangedContacts,
  moveVersions,
  readChanges,
} from './bulk-changes.queries.ts';
import { type ChangeRecorder, createChangeRecorder } from './change-recorder.ts';
import { contactParts } from './contact-parts.ts';
import { restoreContacts } from './restore-contacts.ts';
import { assertTagCounts } from './tag-counts.ts';

type Operation = (typeof contacts)['operations']['revert_bulk'];

type RevertTransaction = Transaction<
  typeof contactCreated | typeof contactDeleted | typeof contactUpdated | typeof contactUntagged | typeof contactTagged
>;

/**
 * Reverts a change of contacts in one transaction. A contact is reverted only in the version that the change gave it, so no
 * later change is lost. Values of reverted contacts are deleted, so a second call finds only those that are left. The revert is
 * a change itself that can be reverted.
 */
export const revertContacts = (writer: Writer, call: Call<Operation>): Promise<Answer<Operation>> =>
  writer.write(call, async function revertInTransaction(tx) {
    const { change_id } = call.input;
    const space = call.caller.space_id;
    const contact_count = await lockChange(tx, space, change_id, undoableSince(Date.parse(tx.now)));
    if (contact_count === null) throw unresolvedReferences([{ path: 'change_id', noun: 'change', id: change_id }]);
    const found = await lockChangedContacts(tx, space, change_id);
    await discardPlans(tx, found.length);
    const same = found.filter(({ version, current_version }) => version === current_version);
    const conflicts = found.filter(({ version, current_version }) => version !== current_version);
    const created = same.filter(({ is_created }) => is_created);
    const changed = same.filter(({ is_created }) => !is_created);
    const recorder = createChangeRecorder(tx, space);
    const pause = createPauses();
    for (const part of contactParts(created)) {
      await deletePart(tx, space, part, recorder);
      await pause();
    }
    const copies = await restoreContacts(tx, space, change_id, recorder);
    for (const part of contactParts(changed)) {
      await revertPart(tx, space, change_id, part, recorder);
      await pause();
    }
    await deleteReverted(
      tx,
      space,
      change_id,
      same.map(({ contact_id }) => contact_id),
    );
    return {
      reverted: changed.length,
      deleted: created.length,
      restored: copies.restored,
      conflicts: conflicts.length + copies.conflicts,
      conflict_ids: [...conflicts.map(({ contact_id }) => contact_id), ...copies.not_restored.map(({ id }) => id)].slice(
        0,
        MAX_CONFLICT_SAMPLE,
      ),
      not_restored: [...copies.not_restored],
      missing: contact_count - found.length - copies.restored - copies.conflicts,
      change_id: await recorder.finish(),
    };
  });

/** Deletes contacts that the change created. */
async function deletePart(tx: RevertTransaction, space: string, part: readonly ChangedContact[], recorder: ChangeRecorder): Promise<void> {
  const ids = part.map(({ contact_id }) => contact_id);
  await removeContacts(tx, await readContacts(tx, space, ids), recorder.deleteRows);
}

/** Gives contacts their former fields and tags, records that, and emits what single calls would emit. */
async function revertPart(
  tx: RevertTransaction,
  space: string,
  change_id: string,
  part: readonly ChangedContact[],
  recorder: ChangeRecorder,
): Promise<void> {
  const ids = part.map(({ contact_id }) => contact_id);
  const versionOf = new Map(part.map(({ contact_id, version }) => [contact_id, version]));
  const stored = new Map((await readChanges(tx, space, change_id, ids)).map((change) => [change.contact_id, change]));
  const contacts = await readContacts(tx, space, ids);
  const { removed, added } = await revertTags(tx, space, [...stored.values()]);
  const patches = contacts.flatMap((contact) => {
    const patch = changedFields(contact, stored.get(contact.id)!.fields ?? {});
    const isChanged = Object.keys(patch).length > 0 || removed.has(contact.id) || added.has(contact.id);
    return isChanged ? [{ contact, patch }] : [];
  });
  const after = await updateContacts(
    tx,
    space,
    patches.map(({ contact, patch }) => ({ ...contact, ...patch }) as Contact),
    tx.now,
  );
  const patchOf = new Map(patches.map((one) => [one.contact.id, one]));
  for (const contact of after) {
    const data = contactEventData(contact);
    const changed = Object.keys(patchOf.get(contact.id)!.patch);
    if (changed.length > 0) tx.emit(contactUpdated, { ...data, changed });
    for (const tag of removed.get(contact.id) ?? []) tx.emit(contactUntagged, { ...data, tag_id: tag.id, tag: tag.name });
    for (const tag of added.get(contact.id) ?? []) tx.emit(contactTagged, { ...data, tag_id: tag.id, tag: tag.name });
  }
  await recorder.add(
    patches.map(({ contact, patch }) => ({
      contact_id: contact.id,
      version: versionOf.get(contact.id)! + 1,
      version_before: versionOf.get(contact.id)!,
      fields: valuesOf(contact, Object.keys(patch)),
      added_tags: (added.get(contact.id) ?? []).map(({ id }) => id),
      removed_tags: (removed.get(contact.id) ?? []).map(({ id }) => id),
    })),
  );
  const steps = part.map(({ contact_id, version, version_before }) => ({
    contact_id,
    from: version_before!,
    to: patchOf.has(contact_id) ? version + 1 : version,
  }));
  await moveVersions(tx, space, change_id, steps);
}

/** Removes the tags that the change added and adds those that it removed and that exist. Throws `limit_reached`. */
async function revertTags(tx: RevertTransaction, space: string, changes: readonly ContactChange[]) {
  const pairs = (tags: 'added_tags' | 'removed_tags') =>
    changes.flatMap((change) => change[tags].map((tag_id) => ({ contact_id: change.contact_id, tag_id })));
  const lost = pairs('removed_tags');
  const existing = new Set(
    await lockTags(
      tx,
      space,
      lost.map(({ tag_id }) => tag_id),
    ),
  );
  const removed = Map.groupBy(await removeTagPairs(tx, space, pairs('added_tags')), ({ contact_id }) => contact_id);
  const added = Map.groupBy(
    await addTagPairs(
      tx,
      space,
      lost.filter(({ tag_id }) => existing.has(tag_id)),
    ),
    ({ contact_id }) => contact_id,
  );
  await assertTagCounts(tx, space, [...added.keys()]);
  return { removed, added };
}
