import type { Contact } from '@space/contracts/contacts';
import type { ContactFields } from './contacts.queries.ts';

/** Returns a contact as it is right after its creation: fields that were not given are null or empty. */
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

/** Returns the `contact` block that events and other services receive: the contact without its times, with its first name. */
export function contactBlock({ created_at: _created, updated_at: _updated, ...fields }: Contact) {
  return { ...fields, first_name: fields.name.trim().split(/\s+/)[0] ?? '' };
}

/** Returns the data that every event about a contact carries. */
export const contactEventData = (contact: Contact) => ({ contact_id: contact.id, contact: contactBlock(contact) });
