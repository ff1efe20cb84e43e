import type { Answer, Call } from '@space/bus';
import type { contacts } from '@space/contracts/contacts';
import { newId } from '@space/database';
import type { Writer } from '@space/event-log';
import { lockContact } from './contacts.queries.ts';
import { deleteByChange, deleteForGood, eraseCopies } from './deleted-contacts.queries.ts';
import { mergedProblem, removeContacts } from './remove-contacts.ts';

type Operation = (typeof contacts)['operations']['delete'];

/**
 * Deletes a contact. A copy is stored by which the change is reverted, unless the call erases. That also deletes the copy of a
 * contact that was deleted before.
 */
export const deleteContact = (writer: Writer, call: Call<Operation>): Promise<Answer<Operation>> =>
  writer.write(call, async function deleteInTransaction(tx) {
    const { id, erase } = call.input;
    const space = call.caller.space_id;
    const change_id = erase ? null : newId('chg');
    const answer = { id, deleted: true as const, change_id };
    if (erase && (await eraseCopies(tx, space, [id])).length > 0) return answer;
    const { contact } = await lockContact(tx, space, id, call.if_version);
    if (contact.id !== id) throw mergedProblem(id, contact.id);
    await removeContacts(tx, [contact], (ids) =>
      change_id === null ? deleteForGood(tx, space, ids) : deleteByChange(tx, space, change_id, id, tx.now),
    );
    return answer;
  });
