import { isDeepStrictEqual } from 'node:util';
import type { Call, Handler } from '@space/bus';
import { type Contact, contactCreated, type contactDirectory, contactUpdated } from '@space/contracts/contacts';
import { newId } from '@space/database';
import { createWriter, NoRowsAffected } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { aboutContact } from './contact-block.ts';
import { type ContactFields, findContactByEmail, insertUnlessKnown, updateContact } from './contacts.queries.ts';
import { newContact } from './contacts.ts';

type Capture = (typeof contactDirectory)['operations']['capture'];

/** Between two looks somebody may make, change or delete the contact of an email: so often is looked again. */
const TRIES = 5;

/**
 * Finds or makes the contact of an email, for what people send through public pages. A new one is one statement that does
 * nothing when the email is known by then; over a known one is laid what was given, and what is empty changes nothing.
 */
export function captureHandler(ports: Ports): Handler<Capture> {
  const { database } = ports;
  const write = createWriter('contacts', ports);

  const create = async (call: Call<Capture>, given: ContactFields & { email: string }): Promise<Contact | undefined> => {
    const id = newId('con');
    const fields = { ...given, name: given.name ?? given.email.split('@')[0]! };
    let made: Contact | undefined;
    try {
      await write.writeOne(call, (now) => {
        made = newContact(id, fields, now);
        return {
          prepare: 'contacts-capture',
          change: insertUnlessKnown(call.caller.space_id, id, fields, now),
          answer: JSON.stringify(aboutContact(made).contact),
          emit: (event) => event(contactCreated, aboutContact(made!)),
        };
      });
      return made;
    } catch (error) {
      if (error instanceof NoRowsAffected) return undefined;
      throw error;
    }
  };

  return async (call) => {
    const { email, ...rest } = call.input;
    const space = call.caller.space_id;
    const given = filled(rest);
    for (let tried = 1; tried <= TRIES; tried++) {
      const known = await findContactByEmail(database, space, email);
      if (!known) {
        const made = await create(call, { ...given, email });
        if (made) return aboutContact(made).contact;
        continue;
      }
      if (Object.keys(changes(known, given)).length === 0) return aboutContact(known).contact;
      const after = await write.write(call, async (tx) => {
        const contact = await findContactByEmail(tx, space, email, true);
        if (!contact) return aboutContact(known).contact;
        const different = changes(contact, given);
        const changed = Object.keys(different);
        if (changed.length === 0) return aboutContact(contact).contact;
        const changedContact = JSON.parse((await updateContact(tx, space, contact.id, different, tx.now)).json) as Contact;
        tx.emit(contactUpdated, { ...aboutContact(changedContact), changed });
        return aboutContact(changedContact).contact;
      });
      return after;
    }
    throw new Error('The contact of an email changed again and again.');
  };
}

/** What says something: an empty text, nothing and an empty map say nothing. */
function filled(fields: ContactFields): ContactFields {
  return Object.fromEntries(
    Object.entries(fields)
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const)
      .filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
}

/** What given fields change in a contact; custom fields are added to those that are there. */
function changes(contact: Contact, given: ContactFields): ContactFields {
  const wanted = given.custom_fields ? { ...given, custom_fields: { ...contact.custom_fields, ...given.custom_fields } } : given;
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(contact[name as keyof Contact], value)),
  ) as ContactFields;
}
