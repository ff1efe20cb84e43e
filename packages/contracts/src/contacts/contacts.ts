import { z } from 'zod';
import { Deleted, id, jsonObject, line, nonEmptyLine, resource } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, offset, page } from '../core/page.ts';
import { contactCreated, contactDeleted, contactTagged, contactUntagged, contactUpdated } from './contacts.events.ts';

const fields = {
  name: nonEmptyLine(200).describe('Full name'),
  email: z.email('must be an email address').max(254).describe('Unique in the Space, without regard to case'),
  phone: line(64).nullable().describe('Phone number, as you write it'),
  company: line(200).nullable().describe('Company or organisation'),
  line_of_work: line(200).nullable().describe('Profession or trade'),
  location: line(200).nullable().describe('City, region or country'),
  bio: z.string().max(4_000).nullable().describe('Notes about the person'),
  custom_fields: jsonObject.describe('Fields of your own: any JSON by name; an update replaces all of them'),
};

/** A tag's name: one line, matched without regard to case. */
export const TagName = nonEmptyLine(64);

/** A person in the address book of a Space. */
export const Contact = z.object({ ...resource, ...fields, email: z.string(), tags: z.array(z.string()) }).meta({ id: 'Contact' });

/** A person in the address book of a Space. */
export type Contact = z.infer<typeof Contact>;

const { name, email, ...rest } = fields;
const optional = z.strictObject(rest).partial().shape;

/** The fields of a new contact: name and email are required. */
export const NewContact = z.strictObject({ name, email, ...optional });

const contactId = { id: id('contact') };

/** People: list, create, read, change and delete them, and tag them. */
export const contacts = contract({
  name: 'contacts',
  service: 'contacts',
  tag: 'Contacts',
  description: 'The people a Space knows. An email is unique in its Space, without regard to case.',
  operations: {
    list: operation({
      summary: 'List contacts',
      description: 'Newest first. search matches name, email and company, literally and without regard to case.',
      scope: 'contacts:read',
      route: { method: 'GET', path: '/contacts', status: 200 },
      tools: [{ name: 'list_contacts', family: 'contacts', action: 'list', everyday: true }],
      input: z.strictObject({
        limit,
        offset,
        cursor,
        include_total: includeTotal,
        search: z.string().max(200).optional().describe('Part of a name, an email or a company'),
      }),
      output: page(Contact),
      example: { limit: 2, search: 'ada' },
    }),
    create: operation({
      summary: 'Create a contact',
      description: 'A second contact with the same email is refused with 409 duplicate, which carries the id of the first.',
      scope: 'contacts:write',
      route: { method: 'POST', path: '/contacts', status: 201 },
      tools: [{ name: 'create_contact', family: 'contacts', action: 'create', everyday: true }],
      input: NewContact,
      output: Contact,
      emits: [contactCreated],
      problems: ['duplicate'],
      example: { name: 'Ada Lovelace', email: 'ada@example.com', company: 'Analytical Engines', custom_fields: { plan: 'pro' } },
    }),
    get: operation({
      summary: 'Read a contact',
      scope: 'contacts:read',
      route: { method: 'GET', path: '/contacts/:id', status: 200 },
      tools: [{ name: 'get_contact', family: 'contacts', action: 'get', everyday: true }],
      input: z.strictObject(contactId),
      output: Contact,
      versioned: true,
    }),
    update: operation({
      summary: 'Change a contact',
      description: 'Changes only the given fields. null clears a field that may be empty; custom_fields replaces the whole map.',
      scope: 'contacts:write',
      route: { method: 'PATCH', path: '/contacts/:id', status: 200 },
      tools: [{ name: 'update_contact', family: 'contacts', action: 'update', everyday: true }],
      input: z.strictObject({ ...contactId, ...z.strictObject({ name, email, ...rest }).partial().shape }),
      output: Contact,
      emits: [contactUpdated],
      problems: ['duplicate'],
      versioned: true,
      example: { id: 'con_01jd0000000000000000000000', company: 'Analytical Engines Ltd' },
    }),
    delete: operation({
      summary: 'Delete a contact',
      description: 'Permanent: its tags and its place in fixed audiences are removed with it.',
      scope: 'contacts:write',
      route: { method: 'DELETE', path: '/contacts/:id', status: 200 },
      tools: [{ name: 'delete_contact', family: 'contacts', action: 'delete' }],
      input: z.strictObject(contactId),
      output: Deleted,
      emits: [contactDeleted],
      versioned: true,
    }),
    tag: operation({
      summary: 'Tag a contact',
      description: 'Creates tags that do not exist yet, and ignores tags the contact already has.',
      scope: 'contacts:write',
      route: { method: 'POST', path: '/contacts/:id/tags', status: 200 },
      tools: [{ name: 'tag_contact', family: 'contacts', action: 'tag', everyday: true }],
      input: z.strictObject({
        ...contactId,
        tags: z.array(TagName).min(1).max(50).describe('Names of the tags to add; a new name creates the tag'),
      }),
      output: Contact,
      emits: [contactTagged],
      problems: ['limit_reached'],
      example: { id: 'con_01jd0000000000000000000000', tags: ['customer', 'vip'] },
    }),
    untag: operation({
      summary: 'Remove tags from a contact',
      description: 'Ignores tags the contact does not have.',
      scope: 'contacts:write',
      route: { method: 'DELETE', path: '/contacts/:id/tags', status: 200 },
      tools: [{ name: 'untag_contact', family: 'contacts', action: 'untag' }],
      input: z.strictObject({ ...contactId, tags: z.array(TagName).min(1).max(50).describe('Names of the tags to remove') }),
      output: Contact.extend({ removed_tags: z.array(z.string()).describe('Names of the tags that were removed') }),
      emits: [contactUntagged],
      undo: ({ id }, { removed_tags }) => (removed_tags.length > 0 ? { tool: 'tag_contact', arguments: { id, tags: removed_tags } } : null),
      example: { id: 'con_01jd0000000000000000000000', tags: ['vip'] },
    }),
  },
});
