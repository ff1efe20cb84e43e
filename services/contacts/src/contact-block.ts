import type { Contact } from '@space/contracts/contacts';

/** What an event about a contact carries: its id, and the person as they are at this moment (spec, Event). */
export function aboutContact({ created_at: _created, updated_at: _updated, ...fields }: Contact) {
  return { contact_id: fields.id, contact: { ...fields, first_name: fields.name.trim().split(/\s+/)[0] ?? '' } };
}
