import { isDeepStrictEqual } from 'node:util';
import { type Handlers, Json } from '@space/bus';
import { type Contact, contactCreated, contactDeleted, type contacts, contactUpdated } from '@space/contracts/contacts';
import { Problem } from '@space/contracts/core';
import { findExisting, newId, readPage, sql, withUniqueViolation } from '@space/database';
import { createWriter, type Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { aboutContact } from './contact-block.ts';
import { lockContact } from './contact-lock.ts';
import { tagContact, untagContact } from './contact-tags.ts';
import {
  type ContactFields,
  contactById,
  contactJson,
  contactList,
  deleteContact,
  findIdByEmail,
  insertContact,
  updateContact,
} from './contacts.queries.ts';

/** Answers the contacts contract. */
export function contactHandlers(ports: Ports): Handlers<typeof contacts> {
  const { database } = ports;
  const write: Writer = createWriter('contacts', ports);
  return {
    list: async ({ input, caller }) => new Json(await readPage(database, contactList(caller.space_id, input))),

    create: (call) => {
      const id = newId('con');
      const { input, caller } = call;
      return refusingDuplicates(database, caller.space_id, input.email, () =>
        write.writeOne(call, (now) => ({
          prepare: 'contacts-create',
          change: insertContact(caller.space_id, id, input, now),
          answer: contactJson(sql.fragment`change`),
          version: 1,
          emit: (event) => event(contactCreated, aboutContact(newContact(id, input, now))),
        })),
      );
    },

    get: async ({ input, caller }) => {
      const row = await findExisting(database, contactById(caller.space_id, input.id), { noun: 'contact', id: input.id });
      return new Json(row.json, row.version);
    },

    update: (call) => {
      const { id, ...fields } = call.input;
      return refusingDuplicates(database, call.caller.space_id, fields.email, () =>
        write.write(call, async (tx) => {
          const { contact, row } = await lockContact(tx, call.caller.space_id, id, call.if_version);
          const changed = changedFields(contact, fields);
          if (changed.length === 0) return new Json(row.json, row.version);
          const after = await updateContact(
            tx,
            call.caller.space_id,
            id,
            Object.fromEntries(changed.map((name) => [name, fields[name]])),
            tx.now,
          );
          tx.emit(contactUpdated, { ...aboutContact(JSON.parse(after.json) as Contact), changed });
          return new Json(after.json, after.version);
        }),
      );
    },

    delete: (call) =>
      write.write(call, async (tx) => {
        const { contact } = await lockContact(tx, call.caller.space_id, call.input.id, call.if_version);
        await deleteContact(tx, call.caller.space_id, contact.id);
        tx.emit(contactDeleted, aboutContact(contact));
        return { id: contact.id, deleted: true as const };
      }),

    tag: (call) => tagContact(write, call),
    untag: (call) => untagContact(write, call),
  };
}

const changedFields = (contact: Contact, fields: ContactFields) =>
  (Object.keys(fields) as (keyof ContactFields)[]).filter(
    (name) => fields[name] !== undefined && !isDeepStrictEqual(contact[name], fields[name]),
  );

/** A contact as it is when it has just been made. */
export const newContact = (id: string, fields: ContactFields & { name: string; email: string }, now: string): Contact => ({
  id,
  created_at: now,
  updated_at: now,
  name: fields.name,
  email: fields.email,
  phone: fields.phone ?? null,
  company: fields.company ?? null,
  line_of_work: fields.line_of_work ?? null,
  location: fields.location ?? null,
  bio: fields.bio ?? null,
  custom_fields: fields.custom_fields ?? {},
  tags: [],
});

/** Runs `act`; a duplicate email becomes the problem `duplicate` with the id of the contact that has it. */
const refusingDuplicates = <T>(database: CommonQueryMethods, space: string, email: string | undefined, act: () => Promise<T>): Promise<T> =>
  withUniqueViolation({ contact_email: () => duplicateEmail(database, space, email ?? '') }, act);

async function duplicateEmail(database: CommonQueryMethods, space: string, email: string): Promise<Problem> {
  const existing = await findIdByEmail(database, space, email);
  const advice = existing ? ` (${existing}); change that one with PATCH` : '';
  return new Problem('duplicate', `A contact with the email ${email} exists already${advice}.`, { existing_id: existing });
}
