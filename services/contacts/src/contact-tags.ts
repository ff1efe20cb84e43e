import { type Answer, type Call, Json } from '@space/bus';
import { type Contact, type contacts, contactTagged, contactUntagged } from '@space/contracts/contacts';
import type { Writer } from '@space/event-log';
import { aboutContact } from './contact-block.ts';
import { lockContact } from './contact-lock.ts';
import { addTags, ensureTags, removeTags, type TagRow } from './contact-tags.queries.ts';

type Operations = (typeof contacts)['operations'];

/** Puts tags on a contact; those it has are left, one event for each new one. */
export const tagContact = (write: Writer, call: Call<Operations['tag']>): Promise<Answer<Operations['tag']>> =>
  write.write(call, async (tx) => {
    const { contact, row } = await lockContact(tx, call.caller.space_id, call.input.id, null);
    const tags = await ensureTags(tx, call.caller.space_id, call.input.tags, tx.now);
    const added = tags.filter((tag) => !contact.tags.includes(tag.name));
    if (added.length === 0) return new Json(row.json);
    const after = await addTags(tx, call.caller.space_id, contact.id, added, tx.now);
    for (const tag of added) tx.emit(contactTagged, aboutTag(after.json, tag));
    return new Json(after.json);
  });

/** Takes tags off a contact; those it does not have are ignored, one event for each that is gone. */
export const untagContact = (write: Writer, call: Call<Operations['untag']>): Promise<Answer<Operations['untag']>> =>
  write.write(call, async (tx) => {
    const { contact, row } = await lockContact(tx, call.caller.space_id, call.input.id, null);
    const { removed, after } = await removeTags(tx, call.caller.space_id, contact.id, call.input.tags, tx.now);
    const answer = (json: string): Answer<Operations['untag']> =>
      new Json(JSON.stringify({ ...JSON.parse(json), removed_tags: removed.map((tag) => tag.name) }));
    if (!after) return answer(row.json);
    for (const tag of removed) tx.emit(contactUntagged, aboutTag(after.json, tag));
    return answer(after.json);
  });

const aboutTag = (json: string, tag: TagRow) => ({ ...aboutContact(JSON.parse(json) as Contact), tag_id: tag.id, tag: tag.name });
