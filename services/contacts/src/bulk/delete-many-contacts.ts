import type { Answer, Call } from '@space/bus';
import { type contacts, MAX_DELETED_SAMPLE, MAX_MATCHED_CONTACTS, MAX_UPSERTED_BYTES } from '@space/contracts/contacts';
import { type InputOf, invalidFields, notFound, Problem } from '@space/contracts/core';
import { divideByBytes } from '@space/database';
import type { Writer } from '@space/event-log';
import { createPauses } from '@space/text/csv';
import type { CommonQueryMethods } from 'slonik';
import { contactById } from '../contacts/contacts.queries.ts';
import { matchContacts } from '../contacts/list-contacts.ts';
import { lockContacts } from '../contacts/merge.queries.ts';
import { mergedProblem, removeContacts } from '../contacts/remove-contacts.ts';
import { countMatching, findMatching, findMatchingOf, readContacts, type SizedContact } from './bulk.queries.ts';

type Operation = (typeof contacts)['operations']['delete_bulk'];

type Filters = Omit<InputOf<Operation>, 'contact_ids' | 'expected_count'>;

/** Deletes contacts by their ids, or all that filters match, in one transaction. They are read in parts of `MAX_UPSERTED_BYTES`. */
export async function deleteManyContacts(writer: Writer, call: Call<Operation>): Promise<Answer<Operation>> {
  const { contact_ids, expected_count, ...filters } = call.input;
  const space = call.caller.space_id;
  assertSelection(contact_ids, filters);
  return writer.write(call, async function deleteInTransaction(tx) {
    const found = contact_ids
      ? await lockByIds(tx, space, contact_ids, expected_count)
      : await lockMatching(tx, space, filters, expected_count);
    const sample: { id: string; name: string; email: string }[] = [];
    const pause = createPauses();
    for (const part of divideByBytes(found, MAX_UPSERTED_BYTES)) {
      const part_ids = part.map(({ id }) => id);
      const read = await readContacts(tx, space, part_ids);
      await removeContacts(tx, space, read);
      const shown = read.slice(0, MAX_DELETED_SAMPLE - sample.length);
      sample.push(...shown.map(({ id, name, email }) => ({ id, name, email })));
      await pause();
    }
    return { deleted: found.length, deleted_contacts: sample };
  });
}

/** Rejects a call without ids and filters, which would delete all contacts, with both, or with one id twice. */
function assertSelection(ids: readonly string[] | undefined, filters: Filters): void {
  const given = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (ids === undefined && given.length === 0)
    throw invalidFields([
      { path: 'contact_ids', code: 'invalid_type', message: 'is required unless a filter is given, such as tags or condition' },
    ]);
  if (ids === undefined) return;
  const errors = [
    ...given.map((path) => ({ path, code: 'conflict', message: 'cannot be given together with contact_ids' })),
    ...ids.flatMap((id, at) => {
      const first = ids.indexOf(id);
      const message = `is the same contact as contact_ids.${first}; send each contact once`;
      return first === at ? [] : [{ path: `contact_ids.${at}`, code: 'duplicate', message }];
    }),
  ];
  if (errors.length > 0) throw invalidFields(errors);
}

/** Locks contacts. Throws `not_found` for an unknown id, and `conflict` for that of a merged contact or for an unexpected number. */
async function lockByIds(
  tx: CommonQueryMethods,
  space: string,
  ids: readonly string[],
  expected: number | undefined,
): Promise<readonly SizedContact[]> {
  assertExpected(ids.length, expected);
  const locked = new Set(await lockContacts(tx, space, ids));
  const missing = ids.find((id) => !locked.has(id));
  if (missing === undefined) return findMatchingOf(tx, await matchContacts(tx, space, {}), ids);
  const survivor = await tx.maybeOne(contactById(space, missing));
  throw survivor ? mergedProblem(missing, (JSON.parse(survivor.json) as { id: string }).id) : notFound('contact', missing);
}

/**
 * Locks the contacts that filters match. Throws `conflict` for an unexpected number and `invalid` for more than one call deletes.
 * They are read again after the lock: a contact that another call changed meanwhile, so that it matches no more, stays.
 */
async function lockMatching(
  tx: CommonQueryMethods,
  space: string,
  filters: Filters,
  expected: number | undefined,
): Promise<readonly SizedContact[]> {
  const selection = await matchContacts(tx, space, filters);
  const found = await findMatching(tx, selection, MAX_MATCHED_CONTACTS + 1);
  if (found.length > MAX_MATCHED_CONTACTS) {
    const count = await countMatching(tx, selection);
    assertExpected(count, expected);
    throw tooMany(count);
  }
  const ids = found.map(({ id }) => id);
  await lockContacts(tx, space, ids);
  const locked = await findMatchingOf(tx, selection, ids);
  assertExpected(locked.length, expected);
  return locked;
}

function assertExpected(count: number, expected: number | undefined): void {
  if (expected !== undefined && expected !== count)
    throw new Problem(
      'conflict',
      `The call would delete ${count} contacts, not ${expected}; nothing was changed. Look at the contacts again.`,
      { matched: count },
    );
}

const tooMany = (count: number): Problem =>
  new Problem(
    'invalid',
    `The filters match ${count} contacts, and one call deletes at most ${MAX_MATCHED_CONTACTS}; narrow them and call again for the others.`,
    { matched: count },
  );
