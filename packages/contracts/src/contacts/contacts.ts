import { z } from 'zod';
import { Deleted, id } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { countedPage, includeTotal, limit, offset } from '../core/page.ts';
import { restoreFields, undoByDeleting } from '../core/undo.ts';
import { Contact, contactChanges, ListedContact, NewContact, TagName } from './contact.ts';
import { deletion, revertChange } from './contact-deletion.ts';
import { contactFilters, contactOrder } from './contact-filters.ts';
import { mergeOperations } from './contact-merge.ts';
import { contactCreated, contactDeleted, contactTagged, contactUntagged, contactUpdated } from './contacts.events.ts';
import { bulkOperations } from './contacts-bulk.ts';

const contactId = { id: id('contact') };

/** People: list, create, read, change and delete them, and tag them. */
export const contacts = contract({
  name: 'contacts',
  service: 'contacts',
  tag: 'Contacts',
  description: 'The people a Space knows. An email is unique, without regard to case.',
  operations: {
    list: operation({
      summary: 'List contacts',
      description:
        'Newest first by default. All filters given must hold. search, email and sort ignore case. id is always returned. A cursor belongs to its sort.',
      scope: 'contacts:read',
      route: { method: 'GET', path: '/contacts', status: 200 },
      tools: [{ name: 'list_contacts', family: 'contacts', action: 'list', everyday: true }],
      input: z.strictObject({
        limit,
        offset,
        include_total: includeTotal,
        ...contactFilters,
        ...contactOrder,
      }),
      output: countedPage(ListedContact),
      problems: ['not_found'],
      example: { limit: 2, search: 'ada', sort: 'name', fields: ['name', 'email'] },
    }),
    ...mergeOperations,
    ...bulkOperations,
    create: operation({
      summary: 'Create a contact',
      description: 'A second contact with the same email is refused with 409 duplicate, which carries the id of the first.',
      scope: 'contacts:write',
      route: { method: 'POST', path: '/contacts', status: 201 },
      tools: [{ name: 'create_contact', family: 'contacts', action: 'create', everyday: true }],
      input: NewContact,
      elsewhere: { tags: 'add tags by POST /contacts/{id}/tags, or with the contact by POST /contacts/upsert' },
      output: Contact,
      emits: [contactCreated],
      problems: ['duplicate'],
      undo: undoByDeleting('delete_contact'),
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
      input: z.strictObject({ ...contactId, ...contactChanges }),
      elsewhere: { tags: 'add tags by POST /contacts/{id}/tags, and remove them by DELETE /contacts/{id}/tags' },
      output: Contact.extend({ before: z.strictObject(contactChanges).describe('Values of the changed fields before the call') }),
      emits: [contactUpdated],
      problems: ['duplicate'],
      undo: restoreFields('update_contact'),
      versioned: true,
      example: { id: 'con_01jd0000000000000000000000', company: 'Analytical Engines Ltd' },
    }),
    delete: operation({
      summary: 'Delete a contact',
      description: `Its tags and its places in fixed audiences are removed with it. The id of a contact that was merged into it is refused. ${deletion.description}`,
      scope: 'contacts:write',
      route: { method: 'DELETE', path: '/contacts/:id', status: 200 },
      tools: [{ name: 'delete_contact', family: 'contacts', action: 'delete' }],
      input: z.strictObject({ ...contactId, ...deletion.input }),
      output: Deleted.extend(deletion.output),
      emits: [contactDeleted],
      undo: revertChange,
      problems: ['conflict'],
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
      output: Contact.extend({ added_tags: z.array(z.string()).describe('Names of the tags that the contact did not have') }),
      emits: [contactTagged],
      problems: ['limit_reached'],
      undo: ({ id }, { added_tags }) => (added_tags.length > 0 ? { tool: 'untag_contact', arguments: { id, tags: added_tags } } : null),
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
