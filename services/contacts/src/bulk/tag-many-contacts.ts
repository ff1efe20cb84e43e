import type { Answer, Call } from '@space/bus';
import { type contacts, contactTagged, contactUntagged, MAX_IMPORT_TAGS, MAX_SELECTED_SAMPLE } from '@space/contracts/contacts';
import { type FieldError, invalidFields, notFound, Problem } from '@space/contracts/core';
import type { Transaction, Writer } from '@space/event-log';
import { createPauses } from '@space/text/csv';
import type { CommonQueryMethods } from 'slonik';
import { contactEventData } from '../contacts/contact.ts';
import { lockContacts } from '../contacts/merge.queries.ts';
import { ensureTags, lockTagsByName, type TagRow } from '../tags/tags.queries.ts';
import { addTagPairs, findSurvivors, type LockedContact, nameContacts, removeTagPairs, touchContacts } from './bulk.queries.ts';
import { type ChangeRecorder, createChangeRecorder } from './change-recorder.ts';
import { contactParts } from './contact-parts.ts';
import { assertExpected, assertSelection, lockMatching, readLocked, type Selecting } from './select-contacts.ts';
import { assertTagCounts } from './tag-counts.ts';

type Operation = (typeof contacts)['operations']['tag_bulk'];

type TagTransaction = Transaction<typeof contactTagged | typeof contactUntagged>;

/** The tags that a call adds to each contact, and those that it removes. */
interface TagChange {
  readonly added: readonly TagRow[];
  readonly removed: readonly TagRow[];
}

/**
 * Adds tags to contacts and removes tags from them, by their ids or all that filters match, in one transaction. They are changed in
 * parts, with the events of single calls. The change can be reverted.
 */
export async function tagManyContacts(writer: Writer, call: Call<Operation>): Promise<Answer<Operation>> {
  const { contact_ids, expected_count: expected, add_tags = [], remove_tags = [], ...filters } = call.input;
  const space = call.caller.space_id;
  assertSelection(contact_ids, filters);
  assertTagNames(add_tags, remove_tags);
  return writer.write(call, async function tagInTransaction(tx) {
    const selecting = { verb: 'change', expected } as const;
    const found = contact_ids ? await lockByIds(tx, space, contact_ids, selecting) : await lockMatching(tx, space, filters, selecting);
    assertFew(found.length, add_tags.length + remove_tags.length);
    const recorder = createChangeRecorder(tx, space);
    let updated = 0;
    if (found.length > 0) {
      const change = {
        added: add_tags.length > 0 ? await ensureTags(tx, space, add_tags, tx.now) : [],
        removed: await lockTagsByName(tx, space, remove_tags),
      };
      const pause = createPauses();
      for (const part of contactParts(found)) {
        updated += await changePart(tx, space, part, change, recorder);
        await pause();
      }
    }
    const sample = found.slice(0, MAX_SELECTED_SAMPLE).map(({ id }) => id);
    return {
      matched: found.length,
      matched_contacts: [...(await nameContacts(tx, space, sample))],
      updated,
      change_id: await recorder.finish(),
    };
  });
}

/** Changes the tags of locked contacts, records that, emits what single calls would emit, and returns how many changed. */
async function changePart(
  tx: TagTransaction,
  space: string,
  part: readonly LockedContact[],
  change: TagChange,
  recorder: ChangeRecorder,
): Promise<number> {
  const pairs = (tags: readonly TagRow[]) => part.flatMap((contact) => tags.map((tag) => ({ contact_id: contact.id, tag_id: tag.id })));
  const lost = Map.groupBy(await removeTagPairs(tx, space, pairs(change.removed)), ({ contact_id }) => contact_id);
  const got = Map.groupBy(await addTagPairs(tx, space, pairs(change.added)), ({ contact_id }) => contact_id);
  await assertTagCounts(tx, space, [...got.keys()]);
  const changed = part.filter(({ id }) => lost.has(id) || got.has(id));
  if (changed.length === 0) return 0;
  const after = await touchContacts(
    tx,
    space,
    changed.map(({ id }) => id),
    tx.now,
  );
  for (const contact of after) {
    const data = contactEventData(contact);
    for (const { id, name } of lost.get(contact.id) ?? []) tx.emit(contactUntagged, { ...data, tag_id: id, tag: name });
    for (const { id, name } of got.get(contact.id) ?? []) tx.emit(contactTagged, { ...data, tag_id: id, tag: name });
  }
  const idsOf = (tags: readonly TagRow[] = []) => tags.map(({ id }) => id);
  await recorder.add(
    changed.map(({ id, version }) => ({
      contact_id: id,
      version: version + 1,
      version_before: version,
      fields: {},
      added_tags: idsOf(got.get(id)),
      removed_tags: idsOf(lost.get(id)),
    })),
  );
  return changed.length;
}

/**
 * Locks the contacts with these ids, or into which those with these ids were merged. Throws `not_found` for an unknown id, `invalid`
 * for two ids of one contact, and `conflict` for an unexpected number.
 */
async function lockByIds(
  tx: CommonQueryMethods,
  space: string,
  ids: readonly string[],
  selecting: Selecting,
): Promise<readonly LockedContact[]> {
  assertExpected(ids.length, selecting);
  const surviving = await findSurvivors(tx, space, ids);
  const twins = surviving.flatMap((id, at): FieldError[] => {
    const first = surviving.indexOf(id);
    const message = `is the same contact as contact_ids.${first}, because contacts were merged; send each contact once`;
    return first === at ? [] : [{ path: `contact_ids.${at}`, code: 'duplicate', message }];
  });
  if (twins.length > 0) throw invalidFields(twins);
  const found = new Set(await lockContacts(tx, space, surviving));
  const missing = surviving.findIndex((id) => !found.has(id));
  if (missing >= 0) throw notFound('contact', ids[missing]!);
  return readLocked(tx, space, surviving);
}

/** Rejects a call without names of tags, or with one that it both adds and removes. */
function assertTagNames(add: readonly string[], remove: readonly string[]): void {
  if (add.length + remove.length === 0)
    throw invalidFields([{ path: 'add_tags', code: 'invalid_type', message: 'is required unless remove_tags is given' }]);
  const added = new Set(add.map((name) => name.toLowerCase()));
  const errors = remove.flatMap((name, at) =>
    added.has(name.toLowerCase())
      ? [{ path: `remove_tags.${at}`, code: 'conflict', message: 'is in add_tags too; send each tag in one of them' }]
      : [],
  );
  if (errors.length > 0) throw invalidFields(errors);
}

/** Throws `invalid` if a call changes more tags of contacts than one call may. */
function assertFew(count: number, names: number): void {
  if (count * names <= MAX_IMPORT_TAGS) return;
  throw new Problem(
    'invalid',
    `The filters match ${count} contacts and the call has ${names} names of tags; the product is at most ${MAX_IMPORT_TAGS}. Narrow the filters, or send fewer names and call again for the others.`,
    { matched: count },
  );
}
