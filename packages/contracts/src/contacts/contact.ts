import { z } from 'zod';
import { emailAddress, jsonObject, line, nonEmptyLine, resource } from '../core/fields.ts';

const fields = {
  name: nonEmptyLine(200).describe('Full name'),
  email: emailAddress.describe('Unique in the Space, without regard to case'),
  phone: line(64).nullable().describe('Phone number as written'),
  company: line(200).nullable().describe('Company or organisation'),
  line_of_work: line(200).nullable().describe('Profession or trade'),
  location: line(200).nullable().describe('City, region or country'),
  bio: z.string().max(4_000).nullable().describe('Notes about the person'),
  custom_fields: jsonObject.describe('Your own fields, any JSON by name; an update replaces all'),
};

/** A tag's name: one line, matched without regard to case. */
export const TagName = nonEmptyLine(64);

/** A person in the address book of a Space. */
export const Contact = z.object({ ...resource, ...fields, email: z.string(), tags: z.array(z.string()) }).meta({ id: 'Contact' });

/** A person in the address book of a Space. */
export type Contact = z.infer<typeof Contact>;

/** The names of the fields that a list of contacts returns; `id` is always returned. */
export const contactFieldNames = ['created_at', 'updated_at', ...(Object.keys(fields) as (keyof typeof fields)[]), 'tags'] as const;

/** A contact with the fields that a caller named; with all of them if it named none. */
export const ListedContact = Contact.partial().extend({ id: z.string() }).meta({ id: 'ListedContact' });

const { name, email, ...rest } = fields;
const optional = z.strictObject(rest).partial().shape;

/** The fields of a new contact: name and email are required. */
export const NewContact = z.strictObject({ name, email, ...optional });

/** The fields that an update may change. */
export const contactChanges = z.strictObject({ name, email, ...rest }).partial().shape;
