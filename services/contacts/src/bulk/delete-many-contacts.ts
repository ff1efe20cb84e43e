import type { Answer, Call } from '@space/bus';
import { type contacts, MAX_SELECTED_SAMPLE } from '@space/contracts/contacts';
import { notFound } from '@space/contracts/core';
import type { Writer } from '@space/event-log';
import { createPauses } from '@space/text/csv';
import type { CommonQueryMethods } from 'slonik';
import { contactById } from '../contacts/contacts.queries.ts';
import { deleteForGood, eraseCopies, type NamedContact } from '../contacts/deleted-contacts.queries.ts';
import { lockContacts } from '../contacts/merge.queries.ts';
import { mergedProblem, removeContacts } from '../contacts/remove-contacts.ts';
import { type LockedContact, readContacts } from './bulk.queries.ts';
import { createChangeRecorder } from './change-recorder.ts';
import { contactParts } from './contact-parts.ts';
import { assertExpected, assertSelection, lockMatching, readLocked, type Selecting } from './select-contacts.ts';

type Operation = (typeof contacts)['operations']['delete_bulk'];

/**
 * Deletes contacts by their ids, or all that filters match, in one transaction. They are read and deleted in parts.
 * Copies are stored by which the change is reverted, unless the call erases. That also deletes copies of contacts that were
 * deleted before.
 */
export async function deleteManyContacts(writer: Writer, call: Call<Operation>): Promise<Answer<Operation>> {
  const { contact_ids, expected_count: expected, erase, ...filters } = call.input;
  const space = call.caller.space_id;
  assertSelection(contact_ids, filters);
  return writer.write(call, async function deleteInTransaction(tx) {
    const selecting = { verb: 'delete', expected } as const;
    const erased = erase && contact_ids ? await eraseCopies(tx, space, contact_ids) : [];
    const found = contact_ids
      ? await lockByIds(tx, space, contact_ids, erased, selecting)
      : await lockMatching(tx, space, filters, selecting);
    const recorder = erase ? null : createChangeRecorder(tx, space);
    const sample: NamedContact[] = [];
    const pause = createPauses();
    for (const part of contactParts(found)) {
      const read = await readContacts(
        tx,
        space,
        part.map(({ id }) => id),
      );
      await removeContacts(tx, read, (ids) => (recorder ? recorder.deleteRows(ids) : deleteForGood(tx, space, ids)));
      sample.push(...read.slice(0, MAX_SELECTED_SAMPLE - sample.length).map(({ id, name, email }) => ({ id, name, email })));
      await pause();
    }
    return {
      deleted: found.length + erased.length,
      deleted_contacts: [...sample, ...erased].sort((a, b) => (a.id < b.id ? -1 : 1)),
      change_id: recorder === null ? null : await recorder.finish(),
    };
  });
}

/**
 * Locks the contacts with these ids, besides those whose copies were erased. Throws `not_found` for an unknown id, and `conflict`
 * for that of a merged contact or for an unexpected number.
 */
async function lockByIds(
  tx: CommonQueryMethods,
  space: string,
  ids: readonly string[],
  erased: readonly NamedContact[],
  selecting: Selecting,
): Promise<readonly LockedContact[]> {
  assertExpected(ids.length, selecting);
  const found = new Set([...(await lockContacts(tx, space, ids)), ...erased.map(({ id }) => id)]);
  const missing = ids.find((id) => !found.has(id));
  if (missing === undefined) return readLocked(tx, space, ids);
  const survivor = await tx.maybeOne(contactById(space, missing));
  throw survivor ? mergedProblem(missing, (JSON.parse(survivor.json) as { id: string }).id) : notFound('contact', missing);
}
