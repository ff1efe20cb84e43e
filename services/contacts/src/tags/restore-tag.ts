import type { Answer, Call } from '@space/bus';
import { MAX_TAGS_PER_CONTACT, tagRestored, type tags } from '@space/contracts/contacts';
import type { Writer } from '@space/event-log';
import { undoableSince } from '../undo/undoable-since.ts';
import { insertDeletedTag, lockContactsOfDeleted, lockDeletedTag, returnToContacts } from './deleted-tags.queries.ts';
import { lockTag } from './tags.queries.ts';

type Operation = (typeof tags)['operations']['restore'];

/**
 * Restores a deleted tag on the contacts that had it. A tag that exists is answered as it is. Contacts are locked before the tag, in
 * the order of calls that tag contacts.
 */
export const restoreTag = (writer: Writer, call: Call<Operation>): Promise<Answer<Operation>> =>
  writer.write(call, async function restoreInTransaction(tx) {
    const { id } = call.input;
    const space = call.caller.space_id;
    const deleted = await lockDeletedTag(tx, space, id, undoableSince(Date.parse(tx.now)));
    if (!deleted) return { ...(await lockTag(tx, space, id)), missing_count: 0 };
    await lockContactsOfDeleted(tx, space, id);
    await insertDeletedTag(tx, space, id, tx.now);
    await returnToContacts(tx, space, id, MAX_TAGS_PER_CONTACT);
    const tag = await lockTag(tx, space, id);
    tx.emit(tagRestored, { tag_id: id, tag: tag.name, contact_count: tag.contact_count });
    return { ...tag, missing_count: deleted.contact_count - tag.contact_count };
  });
