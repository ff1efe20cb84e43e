import { z } from 'zod';
import { id, timestamp } from '../core/fields.ts';
import { operation } from '../core/operation.ts';
import { cursor, limit, page } from '../core/page.ts';
import { Contact, contactChanges } from './contact.ts';
import { contactMerged, contactTagged, contactUpdated } from './contacts.events.ts';
import { MAX_DUPLICATE_CONTACTS, MAX_SCANNED_CONTACTS } from './limits.ts';

/** The rules by which a merge chooses the value of a field. */
export const mergeRules = ['keep', 'fill', 'take'] as const;

const rule = z.enum(mergeRules).optional();

const rules = z
  .strictObject({
    name: rule.describe('Rule of the name'),
    email: rule.describe('Rule of the email'),
    phone: rule.describe('Rule of the phone number'),
    company: rule.describe('Rule of the company'),
    line_of_work: rule.describe('Rule of the line of work'),
    location: rule.describe('Rule of the location'),
    bio: rule.describe('Rule of the notes'),
    custom_fields: rule.describe('Rule of the custom fields, for each key'),
  })
  .default({})
  .describe(
    'A rule for each field: keep leaves the value of the contact, fill (the default) takes the other value where it has none, take takes the other value if there is one',
  );

/** The ways in which two contacts can be duplicates. */
export const duplicateRules = ['email', 'phone', 'name'] as const;

/** Contacts that are probably the same person. */
export const DuplicateGroup = z
  .object({
    by: z.enum(duplicateRules),
    contact_count: z.int().describe(`Contacts in the group; it can be more than ${MAX_SCANNED_CONTACTS}, which are not counted`),
    contacts: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          email: z.string(),
          phone: z.string().nullable(),
          company: z.string().nullable(),
          created_at: timestamp,
          updated_at: timestamp,
        }),
      )
      .describe(`The first ${MAX_DUPLICATE_CONTACTS} of them, oldest first`),
  })
  .meta({ id: 'DuplicateGroup' });

/** The operations that find duplicates of contacts and merge them. */
export const mergeOperations = {
  duplicates: operation({
    summary: 'Find duplicate contacts',
    description: `Groups of contacts that are probably one person. A call compares one property, the email by default: call again with by phone and by name. by email: the same address without +suffix, and without dots at gmail.com. by phone: the same last nine digits. by name: the same words in the name, in any order, and the same company or none. A page reads at most ${MAX_SCANNED_CONTACTS} contacts, so it can have few groups or none although has_more is true.`,
    scope: 'contacts:read',
    route: { method: 'GET', path: '/contacts/duplicates', status: 200 },
    tools: [{ name: 'find_duplicate_contacts', family: 'contacts', action: 'find_duplicates' }],
    input: z.strictObject({
      by: z.enum(duplicateRules).default('email').describe('The property to compare'),
      limit,
      cursor,
    }),
    output: page(DuplicateGroup).extend({
      by: z.enum(duplicateRules).describe('The property that was compared: contacts that share another one are not in this answer'),
    }),
    example: { by: 'name' },
  }),
  merge: operation({
    summary: 'Merge a contact into another one',
    description:
      'The contact with id survives; the one with contact_id is removed. The survivor gets the tags of both and the places in fixed audiences. The id of the removed contact then finds the survivor: in reads and changes, in cells of tables, in filters of requests and views, in submissions, bookings and automations. Filters of computed columns (lookup, rollup, count) compare stored ids. Forms and bookings with its email find the survivor too. discarded has the values that did not survive.',
    scope: 'contacts:write',
    route: { method: 'POST', path: '/contacts/:id/merge', status: 200 },
    tools: [{ name: 'merge_contacts', family: 'contacts', action: 'merge' }],
    effects: ['destructive'],
    input: z.strictObject({
      id: id('contact'),
      contact_id: id('contact').describe('Id of the contact that is merged into it and removed'),
      rules,
      values: z.strictObject(contactChanges).default({}).describe('Values in place of those that the rules choose'),
    }),
    output: Contact.extend({
      merged_contact_id: z.string().describe('Id of the removed contact'),
      before: z.strictObject(contactChanges).describe('Values of the changed fields before the call'),
      discarded: z.strictObject(contactChanges).describe('Values of the removed contact that differ from those of the survivor'),
      added_tags: z.array(z.string()).describe('Names of the tags that the survivor did not have'),
      audience_count: z.int().describe('Fixed audiences in which the survivor takes the place of the removed contact'),
    }),
    emits: [contactMerged, contactUpdated, contactTagged],
    no_undo: 'the removed contact becomes part of the other one; its values are in the answer',
    problems: ['duplicate', 'conflict', 'limit_reached', 'unresolved_reference'],
    example: {
      id: 'con_01jd0000000000000000000000',
      contact_id: 'con_01jd0000000000000000000001',
      rules: { phone: 'take' },
      values: { company: 'Analytical Engines' },
    },
  }),
} as const;
