import { type Answer, type Call, extendJson, Json } from '@space/bus';
import { type Contact, type contacts, contactTagged, contactUntagged, MAX_TAGS_PER_CONTACT } from '@space/contracts/contacts';
import { Problem } from '@space/contracts/core';
import type { Writer } from '@space/event-log';
import { ensureTags } from '../tags/tags.queries.ts';
import { contactEventData } from './contact.ts';
import { addTags, removeTags } from './contact-tags.queries.ts';
import { lockContact, updateContact } from './contacts.queries.ts';

type Operations = (typeof contacts)['operations'];

/** Adds tags to a contact, and creates tags that do not exist. Emits one event for each tag that is new to the contact. */
export const tagContact = (writer: Writer, call: Call<Operations['tag']>): Promise<Answer<Operations['tag']>> =>
  writer.write(call, async function tagInTransaction(tx) {
    const space = call.caller.space_id;
    const { contact, row } = await lockContact(tx, space, call.input.id, null);
    const added = await addTags(tx, space, contact.id, await ensureTags(tx, space, call.input.tags, tx.now));
    if (added.length === 0) return extendJson(new Json<Contact>(row.json), { added_tags: [] });
    assertTagCount(contact.tags.length, added.length);
    const after = await updateContact(tx, space, contact.id, {}, tx.now);
    const data = contactEventData(JSON.parse(after.json) as Contact);
    for (const tag of added) tx.emit(contactTagged, { ...data, tag_id: tag.id, tag: tag.name });
    return extendJson(new Json<Contact>(after.json), { added_tags: added.map(({ name }) => name) });
  });

/** Removes tags from a contact and ignores tags it does not have. Emits one event for each removed tag. */
export const untagContact = (writer: Writer, call: Call<Operations['untag']>): Promise<Answer<Operations['untag']>> =>
  writer.write(call, async function untagInTransaction(tx) {
    const space = call.caller.space_id;
    const { contact, row } = await lockContact(tx, space, call.input.id, null);
    const removed = await removeTags(tx, space, contact.id, call.input.tags);
    if (removed.length === 0) return extendJson(new Json<Contact>(row.json), { removed_tags: [] });
    const after = await updateContact(tx, space, contact.id, {}, tx.now);
    const data = contactEventData(JSON.parse(after.json) as Contact);
    for (const tag of removed) tx.emit(contactUntagged, { ...data, tag_id: tag.id, tag: tag.name });
    return extendJson(new Json<Contact>(after.json), { removed_tags: removed.map(({ name }) => name) });
  });

/** Throws `limit_reached` if a contact with `has` tags would have too many with `more`. */
export function assertTagCount(has: number, more: number): void {
  if (has + more <= MAX_TAGS_PER_CONTACT) return;
  throw new Problem(
    'limit_reached',
    `A contact can have ${MAX_TAGS_PER_CONTACT} tags, and this one has ${has}; remove some first, or add fewer.`,
  );
}
