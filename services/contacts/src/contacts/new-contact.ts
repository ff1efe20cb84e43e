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
