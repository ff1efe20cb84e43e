import { type Answer, type Call, extendJson, Json } from '@space/bus';
import { type Contact, contactMerged, type contacts, contactTagged, contactUpdated, MAX_MERGED_CONTACTS } from '@space/contracts/contacts';
import { invalidFields, Problem, unresolvedReferences } from '@space/contracts/core';
import type { Writer } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { valuesOf } from './changed-fields.ts';
import { contactBlock, contactEventData } from './contact.ts';
import { assertTagCount } from './contact-tags.ts';
import { contactById, lockContact, updateContact } from './contacts.queries.ts';
import { deleteForGood } from './deleted-contacts.queries.ts';
import { addAlias, lockContacts, moveMemberships, moveTags } from './merge.queries.ts';
import { mergeFields } from './merge-fields.ts';

type Operation = (typeof contacts)['operations']['merge'];

/**
 * Merges a contact into another one, in one transaction: values by rule, tags, places in fixed audiences. The removed contact
 * becomes an alias. So references that other services store stay valid without a change: `contactById`, `resolve` and
 * `capture` answer with the survivor.
 */
export const mergeContacts = (writer: Writer, call: Call<Operation>): Promise<Answer<Operation>> =>
  writer.write(call, async function mergeInTransaction(tx) {
    const { input } = call;
    const space = call.caller.space_id;
    const { survivor, other } = await lockBoth(tx, space, input.id, input.contact_id);
    const { patch, discarded } = mergeFields(survivor, other, input);
    const added = await moveTags(tx, space, other.id, survivor.id);
    assertTagCount(survivor.tags.length, added.length);
    const audience_count = await moveMemberships(tx, space, other.id, survivor.id);
    if ((await addAlias(tx, space, other, survivor.id, tx.now)) > MAX_MERGED_CONTACTS) throw tooManyMerged(survivor.id);
    // Before the update, which may take the email.
    await deleteForGood(tx, space, [other.id]);
    const after = await updateContact(tx, space, survivor.id, patch, tx.now);
    const changed = Object.keys(patch);
    const data = contactEventData(JSON.parse(after.json) as Contact);
    tx.emit(contactMerged, { ...data, merged_contact_id: other.id, merged_contact: contactBlock(other), changed });
    if (changed.length > 0) tx.emit(contactUpdated, { ...data, changed });
    for (const tag of added) tx.emit(contactTagged, { ...data, tag_id: tag.id, tag: tag.name });
    return extendJson(new Json<Contact>(after.json), {
      merged_contact_id: other.id,
      before: valuesOf(survivor, changed),
      discarded,
      added_tags: added.map(({ name }) => name),
      audience_count,
    });
  });

/**
 * Returns both contacts, locked. Throws `not_found` for the first, `unresolved_reference` for the second, and `conflict` if they
 * are one contact or another call merged one of them meanwhile.
 */
async function lockBoth(tx: CommonQueryMethods, space: string, id: string, contact_id: string) {
  if (id === contact_id) throw invalidFields([{ path: 'contact_id', code: 'conflict', message: 'must be another contact than id' }]);
  const read = async (one: string): Promise<Contact | null> => {
    const row = await tx.maybeOne(contactById(space, one));
    return row && (JSON.parse(row.json) as Contact);
  };
  const known = [await read(id), await read(contact_id)];
  // Two merges of the same contacts in opposite directions wait for each other in the same order.
  await lockContacts(
    tx,
    space,
    known.flatMap((one) => (one ? [one.id] : [])),
  );
  const { contact: survivor } = await lockContact(tx, space, id, null);
  const other = await read(contact_id);
  if (!other) throw unresolvedReferences([{ path: 'contact_id', noun: 'contact', id: contact_id }]);
  if (other.id === survivor.id)
    throw new Problem('conflict', `The contacts ${id} and ${contact_id} are the same contact already, ${survivor.id}.`);
  // The lock is on the contacts that the ids found before it. Another merge may have changed what they find.
  if (survivor.id !== known[0]?.id || other.id !== known[1]?.id) throw mergedMeanwhile();
  return { survivor, other };
}

const mergedMeanwhile = (): Problem =>
  new Problem('conflict', 'Another call merged one of these contacts in the same moment; read both and send the call again.');

const tooManyMerged = (id: string): Problem =>
  new Problem(
    'limit_reached',
    `At most ${MAX_MERGED_CONTACTS} contacts can be merged into one, and ${id} has as many; merge into another one.`,
  );
