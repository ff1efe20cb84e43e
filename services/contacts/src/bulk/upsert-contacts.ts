import { type Contact, contactCreated, contactTagged, contactUpdated, MAX_MERGED_FIELDS_BYTES } from '@space/contracts/contacts';
import { Problem } from '@space/contracts/core';
import { newId, withUniqueViolation } from '@space/database';
import type { Transaction } from '@space/event-log';
import { createPauses } from '@space/text/csv';
import { changedFields, valuesOf } from '../contacts/changed-fields.ts';
import { contactEventData, newContact } from '../contacts/contact.ts';
import type { ContactFields } from '../contacts/contacts.queries.ts';
import { mergeCustomFields } from '../contacts/custom-fields.ts';
import { ensureTags, type TagRow } from '../tags/tags.queries.ts';
import { addTagPairs, discardPlans, insertContacts, lockByEmails, readContacts, updateContacts } from './bulk.queries.ts';
import type { ChangeRecorder } from './change-recorder.ts';
import { contactParts } from './contact-parts.ts';
import { assertTagCounts } from './tag-counts.ts';

/** A contact to create or change: its email, the fields to set and the names of tags to add. */
export interface ContactEntry {
  readonly email: string;
  readonly fields: ContactFields;
  readonly tags: readonly string[];
}

/** The outcome of an entry. */
export interface Upserted {
  readonly id: string;
  readonly outcome: 'created' | 'updated' | 'unchanged';
}

type UpsertTransaction = Transaction<typeof contactCreated | typeof contactUpdated | typeof contactTagged>;

/**
 * Creates or changes the contact of each entry, and returns the outcomes in the order of the entries, which find different
 * contacts (`findTwins`). It emits what single calls would emit. Contacts that exist are read and changed in parts. With
 * `skipExisting` they stay as they are. The recorder gets the changes, by which they can be reverted.
 */
export function upsertContacts(
  tx: UpsertTransaction,
  space: string,
  entries: readonly ContactEntry[],
  { recorder, skipExisting = false }: { readonly recorder: ChangeRecorder; readonly skipExisting?: boolean },
): Promise<readonly Upserted[]> {
  return withUniqueViolation({ contact_email: createdMeanwhile }, async function upsertAll() {
    const known = await lockByEmails(
      tx,
      space,
      entries.map(({ email }) => email),
    );
    if (new Set(known.map(({ id }) => id)).size < known.length) throw createdMeanwhile();
    const outcomes = new Map<number, Upserted>();
    const created = createMissing(entries, new Set(known.map(({ position }) => position)), tx.now);
    if (created.size > 0) await insertContacts(tx, space, [...created.values()], tx.now);
    await discardPlans(tx, entries.length);
    await recorder.add(
      [...created.values()].map(({ id }) => ({
        contact_id: id,
        version: 1,
        version_before: null,
        fields: null,
        added_tags: [],
        removed_tags: [],
      })),
    );
    const idOf = new Map([
      ...[...created].map(([at, { id }]) => [at, id] as const),
      ...known.map(({ position, id }) => [position, id] as const),
    ]);
    const tagged = skipExisting ? new Set(created.keys()) : new Set(idOf.keys());
    const added = await addTags(tx, space, entries, idOf, tagged);
    const pause = createPauses();
    for (const [at, { id }] of created) outcomes.set(at, { id, outcome: 'created' });
    for (const contact of await readContacts(
      tx,
      space,
      [...created.values()].map(({ id }) => id),
    )) {
      tx.emit(contactCreated, contactEventData(contact));
      emitTags(tx, contact, added.get(contact.id) ?? []);
      await pause();
    }
    for (const part of contactParts(known)) {
      for (const { position, id } of part) outcomes.set(position, { id, outcome: 'unchanged' });
      if (skipExisting) continue;
      for (const { position, id } of await updatePart(tx, space, entries, part, { added, recorder }))
        outcomes.set(position, { id, outcome: 'updated' });
      await pause();
    }
    return entries.map((_entry, at) => outcomes.get(at)!);
  });
}

type Known = Awaited<ReturnType<typeof lockByEmails>>[number];

/** Returns the new contacts of entries without one, by the place of their entry. */
function createMissing(entries: readonly ContactEntry[], known: ReadonlySet<number>, now: string): ReadonlyMap<number, Contact> {
  return new Map(
    entries.flatMap(({ email, fields }, at) =>
      known.has(at) ? [] : [[at, newContact(newId('con'), { ...fields, email, name: fields.name ?? email.split('@')[0]! }, now)] as const],
    ),
  );
}

/** Adds the tags of entries to their contacts, and returns those that each did not have. Throws `limit_reached`. */
async function addTags(
  tx: UpsertTransaction,
  space: string,
  entries: readonly ContactEntry[],
  idOf: ReadonlyMap<number, string>,
  tagged: ReadonlySet<number>,
): Promise<ReadonlyMap<string, readonly TagRow[]>> {
  const wanted = entries.flatMap(({ tags }, at) => (tagged.has(at) ? tags.map((name) => ({ contact_id: idOf.get(at)!, name })) : []));
  if (wanted.length === 0) return new Map();
  const names = wanted.map(({ name }) => name);
  const tags = new Map((await ensureTags(tx, space, names, tx.now)).map((tag) => [tag.name.toLowerCase(), tag.id]));
  const added = await addTagPairs(
    tx,
    space,
    wanted.flatMap(({ contact_id, name }) => {
      const tag_id = tags.get(name.toLowerCase());
      return tag_id === undefined ? [] : [{ contact_id, tag_id }];
    }),
  );
  const byContact = Map.groupBy(added, ({ contact_id }) => contact_id);
  await assertTagCounts(tx, space, [...byContact.keys()]);
  return byContact;
}

/** Changes contacts that exist, emits their events, and returns those that changed. */
async function updatePart(
  tx: UpsertTransaction,
  space: string,
  entries: readonly ContactEntry[],
  part: readonly Known[],
  { added, recorder }: { readonly added: ReadonlyMap<string, readonly TagRow[]>; readonly recorder: ChangeRecorder },
): Promise<readonly Known[]> {
  const placeOf = new Map(part.map((known) => [known.id, known]));
  const before = await readContacts(tx, space, [...placeOf.keys()]);
  const changes = before.flatMap((contact) => {
    const { fields } = entries[placeOf.get(contact.id)!.position]!;
    const patch = changedFields(contact, withCustomFields(contact, fields));
    const changed = Object.keys(patch);
    return changed.length > 0 || added.has(contact.id)
      ? [{ contact: { ...contact, ...patch } as Contact, changed, fields: valuesOf(contact, changed) }]
      : [];
  });
  if (changes.length === 0) return [];
  const changedOf = new Map(changes.map(({ contact, changed }) => [contact.id, changed]));
  const after = await updateContacts(
    tx,
    space,
    changes.map(({ contact }) => contact),
    tx.now,
  );
  for (const contact of after) {
    const changed = changedOf.get(contact.id)!;
    if (changed.length > 0) tx.emit(contactUpdated, { ...contactEventData(contact), changed });
    emitTags(tx, contact, added.get(contact.id) ?? []);
  }
  await recorder.add(
    changes.map(({ contact: { id }, fields }) => ({
      contact_id: id,
      version: placeOf.get(id)!.version + 1,
      version_before: placeOf.get(id)!.version,
      fields,
      added_tags: (added.get(id) ?? []).map((tag) => tag.id),
      removed_tags: [],
    })),
  );
  return after.map(({ id }) => placeOf.get(id)!);
}

/** Returns the given fields, with the custom fields added to the contact's. Throws `limit_reached`. */
function withCustomFields(contact: Contact, given: ContactFields): ContactFields {
  if (!given.custom_fields) return given;
  const custom_fields = mergeCustomFields(contact.custom_fields, given.custom_fields);
  if (!custom_fields) throw fieldsTooLarge(contact);
  return { ...given, custom_fields };
}

function emitTags(tx: UpsertTransaction, contact: Contact, tags: readonly TagRow[]): void {
  for (const { id, name } of tags) tx.emit(contactTagged, { ...contactEventData(contact), tag_id: id, tag: name });
}

const createdMeanwhile = (): Problem =>
  new Problem('conflict', 'Another call created or merged a contact with one of these emails in the same moment; send the call again.');

const fieldsTooLarge = ({ id, email }: Contact): Problem =>
  new Problem(
    'limit_reached',
    `The custom fields of ${email} (${id}) would have more than ${MAX_MERGED_FIELDS_BYTES} bytes together; replace them with PATCH /contacts/{id}.`,
  );
