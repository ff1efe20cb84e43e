import { z } from 'zod';
import { Deleted, id, resource } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { undoByDeleting } from '../core/undo.ts';
import { TagName } from './contact.ts';
import { audienceUpdated, tagDeleted, tagRestored, tagUpdated } from './contacts.events.ts';
import { MAX_RESTORED_CONTACTS, MAX_TAG_AUDIENCES, MAX_TAGS_PER_CONTACT, UNDO_DAYS } from './limits.ts';

/** A label of contacts. */
export const Tag = z
  .object({ ...resource, name: z.string(), contact_count: z.int().describe('Contacts with this tag') })
  .meta({ id: 'Tag' });

const tagId = { id: id('tag') };

const audienceCount = z.int().describe('Audiences whose condition names the tag');

/** The labels of contacts. A tag is created when it is first used. */
export const tags = contract({
  name: 'tags',
  service: 'contacts',
  tag: 'Tags',
  description: 'The labels of contacts. A tag is created when it is first added to a contact.',
  operations: {
    list: operation({
      summary: 'List tags',
      description: 'By name, unless sort says otherwise.',
      scope: 'contacts:read',
      route: { method: 'GET', path: '/tags', status: 200 },
      tools: [{ name: 'list_tags', family: 'contacts', action: 'list_tags' }],
      input: z.strictObject({ sort: sortBy(['name', 'created_at'], 'name'), limit, cursor, include_total: includeTotal }),
      output: page(Tag),
    }),
    get: operation({
      summary: 'Read a tag',
      scope: 'contacts:read',
      route: { method: 'GET', path: '/tags/:id', status: 200 },
      tools: [{ name: 'get_tag', family: 'contacts', action: 'get_tag' }],
      input: z.strictObject(tagId),
      output: Tag,
    }),
    create: operation({
      summary: 'Create a tag',
      description:
        'Tags are also created when they are added to a contact. A name that exists, in any case, is refused with 409 duplicate.',
      scope: 'contacts:write',
      route: { method: 'POST', path: '/tags', status: 201 },
      tools: [{ name: 'create_tag', family: 'contacts', action: 'create_tag' }],
      input: z.strictObject({ name: TagName.describe('Name of the tag, unique without regard to case') }),
      output: Tag,
      problems: ['duplicate'],
      undo: undoByDeleting('delete_tag'),
      example: { name: 'customer' },
    }),
    update: operation({
      summary: 'Rename a tag',
      description: `All contacts that have the tag show the new name from the same moment. Conditions of audiences that name the tag change with it, at most ${MAX_TAG_AUDIENCES}. Filters of listeners and automations follow only if they use tag_id. dry_run returns both counts.`,
      scope: 'contacts:write',
      route: { method: 'PATCH', path: '/tags/:id', status: 200 },
      tools: [{ name: 'rename_tag', family: 'contacts', action: 'rename_tag' }],
      input: z.strictObject({ ...tagId, name: TagName.describe('The new name') }),
      output: Tag.extend({ previous_name: z.string().describe('The name before the call'), audience_count: audienceCount }),
      emits: [tagUpdated, audienceUpdated],
      problems: ['duplicate', 'limit_reached'],
      undo: ({ id }, { name, previous_name }) =>
        name === previous_name ? null : { tool: 'rename_tag', arguments: { id, name: previous_name } },
      example: { id: 'tag_01jd0000000000000000000000', name: 'client' },
    }),
    delete: operation({
      summary: 'Delete a tag',
      description: `Takes the tag off all contacts in one step, with one tag_deleted event and none for each contact. Conditions of audiences that name it match no contact by it. For ${UNDO_DAYS} days it can be restored. dry_run returns both counts.`,
      scope: 'contacts:write',
      route: { method: 'DELETE', path: '/tags/:id', status: 200 },
      tools: [{ name: 'delete_tag', family: 'contacts', action: 'delete_tag' }],
      input: z.strictObject(tagId),
      output: Deleted.extend({
        contact_count: z.int().describe('Contacts that had the tag'),
        audience_count: audienceCount,
        restorable: z.boolean().describe(`False if more than ${MAX_RESTORED_CONTACTS} contacts had the tag: then it cannot be restored`),
      }),
      emits: [tagDeleted],
      undo: ({ id }, { restorable }) => (restorable ? { tool: 'restore_tag', arguments: { id } } : null),
    }),
    restore: operation({
      summary: 'Restore a deleted tag',
      description: `Within ${UNDO_DAYS} days of its deletion. The tag returns with its id to the contacts that had it and still exist, in one step with one tag_restored event. A contact that has ${MAX_TAGS_PER_CONTACT} tags by now is left out. Restoring a tag that exists changes nothing.`,
      scope: 'contacts:write',
      route: { method: 'POST', path: '/tags/:id/restore', status: 200 },
      tools: [{ name: 'restore_tag', family: 'contacts', action: 'restore_tag' }],
      input: z.strictObject(tagId),
      output: Tag.extend({ missing_count: z.int().describe('Contacts that had the tag before its deletion and did not get it again') }),
      emits: [tagRestored],
      problems: ['duplicate'],
      undo: undoByDeleting('delete_tag'),
      example: { id: 'tag_01jd0000000000000000000000' },
    }),
  },
});
