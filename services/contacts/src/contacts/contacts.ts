import { extendJson, type Handlers, Json } from '@space/bus';
import { type Contact, contactCreated, type contacts, contactUpdated } from '@space/contracts/contacts';
import { Problem } from '@space/contracts/core';
import { findExisting, newId, withUniqueViolation } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { changedFields, valuesOf } from './changed-fields.ts';
import { contactEventData, newContact } from './contact.ts';
import { tagContact, untagContact } from './contact-tags.ts';
import { contactById, findIdByEmail, insertContact, insertedContactJson, lockContact, updateContact } from './contacts.queries.ts';
import { deleteContact } from './delete-contact.ts';
import { answerDuplicates } from './duplicates.ts';
import { answerContactList } from './list-contacts.ts';
import { mergeContacts } from './merge-contacts.ts';

/** Creates the handlers of the contacts contract, without those on many contacts. */
export function contactHandlers(
  ports: Ports,
): Omit<Handlers<typeof contacts>, 'upsert' | 'export' | 'import' | 'delete_bulk' | 'tag_bulk' | 'revert_bulk'> {
  const { database } = ports;
  const writer = createWriter('contacts', ports);
  return {
    list: (call) => answerContactList(database, call),

    async create(call) {
      const id = newId('con');
      const { input, caller } = call;
      return rejectDuplicateEmail(database, caller.space_id, input.email, () =>
        writer.writeOne(call, (now) => ({
          prepare: 'contacts-create',
          change: insertContact(caller.space_id, id, input, now),
          answer: insertedContactJson,
          version: 1,
          emit: (event) => event(contactCreated, contactEventData(newContact(id, input, now))),
        })),
      );
    },

    async get({ input: { id }, caller }) {
      const row = await findExisting(database, contactById(caller.space_id, id), { noun: 'contact', id });
      return new Json(row.json, row.version);
    },

    async update(call) {
      const { id, ...fields } = call.input;
      const space = call.caller.space_id;
      return rejectDuplicateEmail(database, space, fields.email, () =>
        writer.write(call, async function updateInTransaction(tx) {
          const { contact, row } = await lockContact(tx, space, id, call.if_version);
          const patch = changedFields(contact, fields);
          const changed = Object.keys(patch);
          if (changed.length === 0) return extendJson(new Json<Contact>(row.json, row.version), { before: {} });
          const after = await updateContact(tx, space, contact.id, patch, tx.now);
          tx.emit(contactUpdated, { ...contactEventData(JSON.parse(after.json) as Contact), changed });
          return extendJson(new Json<Contact>(after.json, after.version), { before: valuesOf(contact, changed) });
        }),
      );
    },

    delete: (call) => deleteContact(writer, call),

    duplicates: (call) => answerDuplicates(database, call),

    async merge(call) {
      return rejectDuplicateEmail(database, call.caller.space_id, call.input.values.email, () => mergeContacts(writer, call));
    },

    async tag(call) {
      return tagContact(writer, call);
    },

    async untag(call) {
      return untagContact(writer, call);
    },
  };
}

/** Runs `act`. If the email belongs to another contact, throws `duplicate` with the id of that contact. */
const rejectDuplicateEmail = <T>(
  database: CommonQueryMethods,
  space: string,
  email: string | undefined,
  act: () => Promise<T>,
): Promise<T> => withUniqueViolation({ contact_email: () => duplicateEmail(database, space, email ?? '') }, act);

async function duplicateEmail(database: CommonQueryMethods, space: string, email: string): Promise<Problem> {
  const existing = await findIdByEmail(database, space, email);
  const advice = existing ? ` (${existing}); change that one with PATCH /contacts/{id}` : '';
  return new Problem('duplicate', `A contact with the email ${email} exists already${advice}.`, { existing_id: existing });
}
