import { z } from 'zod';
import { MAX_BULK } from '../core/limits.ts';
import { operation } from '../core/operation.ts';
import { TagName } from './contact.ts';
import { revertChange } from './contact-deletion.ts';
import { contactSelection } from './contact-filters.ts';
import { contactTagged, contactUntagged } from './contacts.events.ts';
import { MAX_IMPORT_TAGS, MAX_MATCHED_CONTACTS, MAX_SELECTED_SAMPLE } from './limits.ts';

/** Names of tags in a call that changes the tags of many contacts. */
const tagNames = z.array(TagName).min(1).max(50).optional();

/** The operation that adds tags to many contacts and removes tags from them. */
export const bulkTagOperations = {
  tag_bulk: operation({
    summary: 'Tag or untag many contacts',
    description: `Up to ${MAX_BULK} by contact_ids, or up to ${MAX_MATCHED_CONTACTS} by filters, which must all hold; more are refused with their number. All or nothing, with an event for each tag that a contact gets or loses. A new name in add_tags creates the tag; unknown names in remove_tags are ignored. One call changes at most ${MAX_IMPORT_TAGS} tags: the contacts times the names. Needs add_tags or remove_tags. First call with dry_run, look at matched_contacts, and pass matched as expected_count.`,
    scope: 'contacts:write',
    max_rows: 50,
    route: { method: 'POST', path: '/contacts/bulk-tag', status: 200 },
    tools: [{ name: 'tag_contacts', family: 'contacts', action: 'tag_bulk' }],
    effects: ['destructive'],
    input: z.strictObject({
      ...contactSelection,
      add_tags: tagNames.describe('Tags to add, by name'),
      remove_tags: tagNames.describe('Tags to remove'),
      expected_count: z.int().min(0).optional().describe('The `matched` of a dry run; for another number the answer is 409'),
    }),
    output: z.object({
      matched: z.int().describe('Contacts of the ids or filters'),
      matched_contacts: z
        .array(z.object({ id: z.string(), name: z.string(), email: z.string() }))
        .describe(`The first of these contacts, oldest first, at most ${MAX_SELECTED_SAMPLE}`),
      updated: z.int().describe('Contacts that have other tags than before'),
      change_id: z.string().nullable().describe('Reverting it gives the contacts their former tags. Null if nothing changed'),
    }),
    emits: [contactTagged, contactUntagged],
    undo: revertChange,
    problems: ['not_found', 'conflict', 'limit_reached', 'unresolved_reference'],
    deadline_ms: 60_000,
    example: { tags: ['trial'], until: '2025-01-01T00:00:00Z', add_tags: ['customer'], remove_tags: ['trial'] },
  }),
} as const;
