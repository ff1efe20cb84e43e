import type { Contact } from '@space/contracts/contacts';

/** Returns the `contact` block that events and other services receive: the contact without its times, with its first name. */
export function contactBlock({ created_at: _created, updated_at: _updated, ...fields }: Contact) {
  return { ...fields, first_name: fields.name.trim().split(/\s+/)[0] ?? '' };
}

/** Returns the data that every event about a contact carries. */
export const contactEventData = (contact: Contact) => ({ contact_id: contact.id, contact: contactBlock(contact) });
