import { type Handlers, Json } from '@space/bus';
import { type Contact, contactCreated, contactDeleted, type contacts, contactUpdated } from '@space/contracts/contacts';
import { Problem } from '@space/contracts/core';
import { findExisting, newId, readPage, withUniqueViolation } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { changedFields } from './changed-fields.ts';
import { contactEventData, newContact } from './contact.ts';
import { tagContact, untagContact } from './contact-tags.ts';
import {
  contactById,
  deleteContact,
  findIdByEmail,
  insertContact,
  insertedContactJson,
  listContacts,
  lockContact,
  updateContact,
} from './contacts.queries.ts';

/** Creates the handlers of the contacts contract. */
export function contactHandlers(ports: Ports): Handlers<typeof contacts> {
  const { database } = ports;
  const writer = createWriter('contacts', ports);
  return {
    async list({ input, caller }) {
      return new Json(await readPage(database, listContacts(caller.space_id, input)));
    },

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
          if (changed.length === 0) return new Json(row.json, row.version);
          const after = await updateContact(tx, space, id, patch, tx.now);
          tx.emit(contactUpdated, { ...contactEventData(JSON.parse(after.json) as Contact), changed });
          return new Json(after.json, after.version);
        }),
      );
    },

    async delete(call) {
      const { id } = call.input;
      const space = call.caller.space_id;
      return writer.write(call, async function deleteInTransaction(tx) {
        const { contact } = await lockContact(tx, space, id, call.if_version);
        await deleteContact(tx, space, id);
        tx.emit(contactDeleted, contactEventData(contact));
        return { id, deleted: true as const };
      });
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
  const advice = existing ? ` (${existing}); change that one with PATCH` : '';
  return new Problem('duplicate', `A contact with the email ${email} exists already${advice}.`, { existing_id: existing });
}
