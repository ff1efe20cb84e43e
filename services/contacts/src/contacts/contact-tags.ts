import { type Answer, type Call, Json } from '@space/bus';
import { type Contact, type contacts, contactTagged, contactUntagged } from '@space/contracts/contacts';
import type { Writer } from '@space/event-log';
import { ensureTags, type TagRow } from '../tags/tags.queries.ts';
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
    const after = await addTags(tx, space, contact.id, added, tx.now);
    for (const tag of added) tx.emit(contactTagged, tagEventData(after.json, tag));
    return new Json(after.json);
  });

/** Removes tags from a contact and ignores tags it does not have. Emits one event for each removed tag. */
export const untagContact = (writer: Writer, call: Call<Operations['untag']>): Promise<Answer<Operations['untag']>> =>
  writer.write(call, async function untagInTransaction(tx) {
    const space = call.caller.space_id;
    const { contact, row } = await lockContact(tx, space, call.input.id, null);
    const { removed, after } = await removeTags(tx, space, contact.id, call.input.tags, tx.now);
    for (const tag of removed) tx.emit(contactUntagged, tagEventData(after!.json, tag));
    const output = { ...JSON.parse((after ?? row).json), removed_tags: removed.map((tag) => tag.name) };
    return new Json(JSON.stringify(output));
  });

const tagEventData = (json: string, tag: TagRow) => ({ ...contactEventData(JSON.parse(json) as Contact), tag_id: tag.id, tag: tag.name });
