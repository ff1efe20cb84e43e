import { type Answer, type Call, Json } from '@space/bus';
import { type Contact, type contacts, contactTagged, contactUntagged, MAX_TAGS_PER_CONTACT } from '@space/contracts/contacts';
import { Problem } from '@space/contracts/core';
import type { Writer } from '@space/event-log';
import { ensureTags } from '../tags/tags.queries.ts';
import { contactEventData } from './contact.ts';
import { addTags, removeTags } from './contact-tags.queries.ts';
import { lockContact } from './contacts.queries.ts';

type Operations = (typeof contacts)['operations'];

/** Adds tags to a contact, and creates tags that do not exist. Emits one event for each tag that is new to the contact. */
export const tagContact = (writer: Writer, call: Call<Operations['tag']>): Promise<Answer<Operations['tag']>> =>
  writer.write(call, async function tagInTransaction(tx) {
    const space = call.caller.space_id;
    const { contact, row } = await lockContact(tx, space, call.input.id, null);
    const tags = await ensureTags(tx, space, call.input.tags, tx.now);
    const added = tags.filter((tag) => !contact.tags.includes(tag.name));
    if (added.length === 0) return new Json(row.json);
    if (contact.tags.length + added.length > MAX_TAGS_PER_CONTACT) throw tooManyTags(contact.tags.length);
    const after = await addTags(tx, space, contact.id, added, tx.now);
    const data = contactEventData(JSON.parse(after.json) as Contact);
    for (const tag of added) tx.emit(contactTagged, { ...data, tag_id: tag.id, tag: tag.name });
    return new Json(after.json);
  });

/** Removes tags from a contact and ignores tags it does not have. Emits one event for each removed tag. */
export const untagContact = (writer: Writer, call: Call<Operations['untag']>): Promise<Answer<Operations['untag']>> =>
  writer.write(call, async function untagInTransaction(tx) {
    const space = call.caller.space_id;
    const { contact, row } = await lockContact(tx, space, call.input.id, null);
    const { removed, after } = await removeTags(tx, space, contact.id, call.input.tags, tx.now);
    const changed = JSON.parse((after ?? row).json) as Contact;
    const data = contactEventData(changed);
    for (const tag of removed) tx.emit(contactUntagged, { ...data, tag_id: tag.id, tag: tag.name });
    return new Json(JSON.stringify({ ...changed, removed_tags: removed.map((tag) => tag.name) }));
  });

const tooManyTags = (has: number): Problem =>
  new Problem(
    'limit_reached',
    `A contact can have ${MAX_TAGS_PER_CONTACT} tags, and this one has ${has}; remove some first, or add fewer.`,
  );
