import type { Answer, Call, Handler } from '@space/bus';
import { type Contact, contactCreated, type contactDirectory, contactUpdated } from '@space/contracts/contacts';
import { newId } from '@space/database';
import { createWriter, NoRowsAffected, type Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { changedFields } from '../contacts/changed-fields.ts';
import { contactBlock, contactEventData, newContact } from '../contacts/contact.ts';
import {
  type ContactFields,
  findContactByEmail,
  findContactByMergedEmail,
  insertContactIfNew,
  lockContactByEmail,
  updateContact,
} from '../contacts/contacts.queries.ts';
import { mergeCustomFields } from '../contacts/custom-fields.ts';

type Capture = (typeof contactDirectory)['operations']['capture'];

/** Attempts to find or create the contact; another caller may create or delete it between two statements. */
const MAX_ATTEMPTS = 5;

/**
 * Creates the handler that finds or creates the contact of an email, for forms and bookings on public pages. It merges the
 * given fields into an existing contact; empty values change nothing, nor do custom fields that would make it too large.
 */
export function captureHandler(ports: Ports): Handler<Capture> {
  const { database } = ports;
  const writer = createWriter('contacts', ports);

  return async function capture(call) {
    const { email, ...rest } = call.input;
    const given = withoutEmptyValues(rest);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const space = call.caller.space_id;
      const known = (await findContactByEmail(database, space, email)) ?? (await findContactByMergedEmail(database, space, email));
      const answer = known ? await merge(writer, call, known, given) : await create(writer, call, { ...given, email });
      if (answer) return answer;
    }
    throw new Error(`The contact of an email was created and deleted ${MAX_ATTEMPTS} times during one call.`);
  };
}

/** Creates the contact, or returns undefined if another caller created it first. */
async function create(writer: Writer, call: Call<Capture>, given: ContactFields & { email: string }): Promise<Answer<Capture> | undefined> {
  const id = newId('con');
  const fields = { ...given, name: given.name ?? given.email.split('@')[0]! };
  try {
    return await writer.writeOne(call, (now) => {
      const data = contactEventData(newContact(id, fields, now));
      return {
        prepare: 'contacts-capture',
        change: insertContactIfNew(call.caller.space_id, id, fields, now),
        answer: JSON.stringify(data.contact),
        emit: (event) => event(contactCreated, data),
      };
    });
  } catch (error) {
    if (error instanceof NoRowsAffected) return undefined;
    throw error;
  }
}

/** Merges the given fields into the contact, and leaves it as it was if it was deleted meanwhile. */
async function merge(writer: Writer, call: Call<Capture>, known: Contact, given: ContactFields): Promise<Answer<Capture>> {
  if (Object.keys(changedFields(known, mergedFields(known, given))).length === 0) return contactBlock(known);
  const space = call.caller.space_id;
  return writer.write(call, async function mergeInTransaction(tx) {
    const contact = await lockContactByEmail(tx, space, known.email);
    if (!contact) return contactBlock(known);
    const patch = changedFields(contact, mergedFields(contact, given));
    const changed = Object.keys(patch);
    if (changed.length === 0) return contactBlock(contact);
    const data = contactEventData(JSON.parse((await updateContact(tx, space, contact.id, patch, tx.now)).json) as Contact);
    tx.emit(contactUpdated, { ...data, changed });
    return data.contact;
  });
}

/** Removes empty and missing values, and trims texts. */
function withoutEmptyValues(fields: ContactFields): ContactFields {
  return Object.fromEntries(
    Object.entries(fields)
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const)
      .filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
}

/**
 * Returns the given fields, with the custom fields added to the contact's. If these would be too large, they stay as they are:
 * the visitor cannot mend that, and the submission has the values.
 */
function mergedFields(contact: Contact, { custom_fields, ...fields }: ContactFields): ContactFields {
  const merged = custom_fields && mergeCustomFields(contact.custom_fields, custom_fields);
  return merged ? { ...fields, custom_fields: merged } : fields;
}
