import { z } from 'zod';
import { Deleted, id, line, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { countedPage, cursor, includeTotal, limit, offset, page, sortBy } from '../core/page.ts';
import { restoreFields, undoByDeleting } from '../core/undo.ts';
import { Condition } from './condition.ts';
import { Contact } from './contact.ts';
import { contactOrder } from './contact-filters.ts';
import { audienceCreated, audienceDeleted, audienceUpdated } from './contacts.events.ts';
import { MAX_FIXED_CONTACTS } from './limits.ts';

const fields = {
  name: nonEmptyLine(200).describe('Unique in the Space'),
  description: line(1_000).nullable().optional().describe('Purpose of the audience'),
  condition: Condition.nullable().optional().describe('The rule of membership, evaluated on every read'),
  contact_ids: z.array(id('contact')).max(MAX_FIXED_CONTACTS).nullable().optional().describe('A fixed list instead of a condition'),
};

/** A saved, named group of contacts. */
export const Audience = z
  .object({
    ...resource,
    name: z.string(),
    description: z.string().nullable(),
    kind: z.enum(['condition', 'fixed']),
    condition: Condition.nullable(),
    contact_count: z.int().describe('Contacts in it now'),
    counted_at: timestamp,
  })
  .meta({ id: 'Audience' });

const audienceId = { id: id('audience') };

/** Saved groups of contacts: a condition that is evaluated on every read, or a fixed list. */
export const audiences = contract({
  name: 'audiences',
  service: 'contacts',
  tag: 'Audiences',
  description: 'Saved, named groups of contacts: a condition that is evaluated on every read, or a fixed list.',
  operations: {
    list: operation({
      summary: 'List audiences',
      description: 'Newest first, unless sort says otherwise.',
      scope: 'contacts:read',
      route: { method: 'GET', path: '/audiences', status: 200 },
      tools: [{ name: 'list_audiences', family: 'audiences', action: 'list' }],
      input: z.strictObject({ sort: sortBy(['created_at', 'name'], '-created_at'), limit, cursor, include_total: includeTotal }),
      output: page(Audience),
    }),
    create: operation({
      summary: 'Create an audience',
      description: 'Give either condition or contact_ids. A name that another audience has is refused with 409 duplicate.',
      scope: 'contacts:write',
      route: { method: 'POST', path: '/audiences', status: 201 },
      tools: [{ name: 'create_audience', family: 'audiences', action: 'create' }],
      input: z.strictObject(fields),
      output: Audience,
      emits: [audienceCreated],
      problems: ['duplicate', 'unresolved_reference'],
      undo: undoByDeleting('delete_audience'),
      example: {
        name: 'Customers in London',
        condition: { and: [{ tag: 'customer' }, { field: 'location', op: 'contains', value: 'London' }] },
      },
    }),
    get: operation({
      summary: 'Read an audience',
      scope: 'contacts:read',
      route: { method: 'GET', path: '/audiences/:id', status: 200 },
      tools: [{ name: 'get_audience', family: 'audiences', action: 'get' }],
      input: z.strictObject(audienceId),
      output: Audience,
      versioned: true,
    }),
    update: operation({
      summary: 'Change an audience',
      description: 'A condition replaces a fixed list, and a fixed list replaces a condition.',
      scope: 'contacts:write',
      route: { method: 'PATCH', path: '/audiences/:id', status: 200 },
      tools: [{ name: 'update_audience', family: 'audiences', action: 'update' }],
      input: z.strictObject({ ...audienceId, ...z.strictObject(fields).partial().shape }),
      output: Audience.extend({
        before: z
          .strictObject(fields)
          .partial()
          .describe('Values of the changed fields before the call; a fixed list without contacts that were deleted'),
      }),
      emits: [audienceUpdated],
      problems: ['duplicate', 'unresolved_reference'],
      undo: restoreFields('update_audience'),
      versioned: true,
    }),
    delete: operation({
      summary: 'Delete an audience',
      description: 'Its contacts stay.',
      scope: 'contacts:write',
      route: { method: 'DELETE', path: '/audiences/:id', status: 200 },
      tools: [{ name: 'delete_audience', family: 'audiences', action: 'delete' }],
      input: z.strictObject(audienceId),
      output: Deleted,
      emits: [audienceDeleted],
      no_undo: 'a deleted audience cannot be restored, and a new one has another id',
      versioned: true,
    }),
    contacts: operation({
      summary: 'List the contacts of an audience',
      description: 'Newest first, unless sort says otherwise.',
      scope: 'contacts:read',
      route: { method: 'GET', path: '/audiences/:id/contacts', status: 200 },
      tools: [{ name: 'list_audience_contacts', family: 'audiences', action: 'list_contacts' }],
      input: z.strictObject({
        ...audienceId,
        limit,
        offset,
        include_total: includeTotal,
        cursor: contactOrder.cursor,
        sort: contactOrder.sort,
      }),
      output: countedPage(Contact),
    }),
  },
});
