import { z } from 'zod';
import { importFaults } from '../core/csv-import.ts';
import { id } from '../core/fields.ts';
import { MAX_BULK, MAX_EXPORT_ROWS, MAX_IMPORT_LINES } from '../core/limits.ts';
import { operation } from '../core/operation.ts';
import { contactChanges, contactFieldNames, NewContact, TagName } from './contact.ts';
import { deletion, revertChange } from './contact-deletion.ts';
import { contactFilters, contactOrder, contactSelection } from './contact-filters.ts';
import { contactCreated, contactDeleted, contactTagged, contactUntagged, contactUpdated } from './contacts.events.ts';
import { bulkTagOperations } from './contacts-bulk-tags.ts';
import { MAX_CHANGE_BYTES, MAX_CONFLICT_SAMPLE, MAX_MATCHED_CONTACTS, MAX_SELECTED_SAMPLE, UNDO_DAYS } from './limits.ts';

const SAMPLE = { name: 'Ada Lovelace', email: 'ada@example.com' };

const tags = z.array(TagName).max(50).optional().describe('Names of tags to add; a new name creates the tag');

const BulkContact = z.strictObject({ ...contactChanges, email: NewContact.shape.email, tags });

const MERGING =
  'A contact is found by its email, or by that of a contact that was merged into it. Fields that are given replace the stored ones, custom fields key by key, and tags are added. A new contact without a name gets the part of its email before the @.';

const changeId = {
  change_id: z
    .string()
    .nullable()
    .describe(
      `Reverting it undoes the call. Null if nothing changed, or if the values before have more than ${MAX_CHANGE_BYTES} bytes together`,
    ),
};

/** The operations on many contacts: in one call, and as CSV. */
export const bulkOperations = {
  upsert: operation({
    summary: 'Create or change contacts by email',
    description: `Up to ${MAX_BULK} contacts, all or nothing. ${MERGING}`,
    scope: 'contacts:write',
    max_rows: 2 * MAX_BULK,
    route: { method: 'POST', path: '/contacts/upsert', status: 200 },
    tools: [{ name: 'upsert_contacts', family: 'contacts', action: 'upsert' }],
    effects: ['destructive'],
    input: z.strictObject({ contacts: z.array(BulkContact).min(1).max(MAX_BULK).describe('The contacts; each email once') }),
    output: z.object({
      results: z.array(z.object({ index: z.int(), outcome: z.enum(['created', 'updated', 'unchanged']), id: z.string() })),
      created: z.int(),
      updated: z.int(),
      unchanged: z.int(),
      ...changeId,
    }),
    emits: [contactCreated, contactUpdated, contactTagged],
    undo: revertChange,
    problems: ['conflict', 'limit_reached'],
    example: { contacts: [{ ...SAMPLE, tags: ['customer'] }] },
  }),
  export: operation({
    summary: 'Export contacts as CSV',
    description: `Up to ${MAX_EXPORT_ROWS} contacts a page, the header on the first, with the filters and orders of the list. Over REST with Accept: text/csv all pages come as one download. custom_fields is a JSON object. Cells that a spreadsheet would run as a formula begin with an apostrophe. An import accepts the export.`,
    scope: 'contacts:read',
    route: { method: 'GET', path: '/contacts/export', status: 200 },
    tools: [{ name: 'export_contacts', family: 'contacts', action: 'export' }],
    input: z.strictObject({
      limit: z.int().min(1).max(MAX_EXPORT_ROWS).optional().describe(`Contacts of a page; default ${MAX_EXPORT_ROWS}`),
      ...contactFilters,
      ...contactOrder,
    }),
    output: z.object({ csv: z.string(), has_more: z.boolean(), next_cursor: z.string().nullable() }),
    download: { media_type: 'text/csv', field: 'csv' },
    problems: ['not_found'],
    deadline_ms: 30_000,
  }),
  import: operation({
    summary: 'Import contacts from CSV',
    description: `Up to ${MAX_IMPORT_LINES} lines; the first is the header: ${contactFieldNames.slice(2).join(', ')}, or custom_fields.<key>. ${MERGING} An empty cell changes nothing. all_or_nothing stores nothing when a line is wrong; per_line stores the others. Either way errors names each fault once, with the number of its lines and the first of them.`,
    scope: 'contacts:write',
    max_rows: 2 * MAX_IMPORT_LINES,
    route: { method: 'POST', path: '/contacts/import', status: 200 },
    upload: { media_type: 'text/csv', field: 'csv' },
    tools: [{ name: 'import_contacts', family: 'contacts', action: 'import' }],
    effects: ['destructive'],
    input: z.strictObject({
      csv: z.string().min(1).max(1_000_000).describe('The CSV text, header first'),
      mode: z
        .enum(['all_or_nothing', 'per_line'])
        .default('all_or_nothing')
        .describe('per_line stores valid lines although others are wrong'),
      existing: z.enum(['update', 'skip']).default('update').describe('skip leaves contacts that exist unchanged'),
      columns: z
        .record(z.string().max(200), z.string().max(142))
        .optional()
        .describe('Fields by header, for other headers: a field, or custom_fields.<key>'),
    }),
    output: z.object({
      created: z.int(),
      updated: z.int(),
      unchanged: z.int(),
      failed: z.int().describe('Lines that are wrong'),
      errors: importFaults,
      ignored_columns: z.array(z.string()).describe('Headers that name no field'),
      ...changeId,
    }),
    emits: [contactCreated, contactUpdated, contactTagged],
    undo: revertChange,
    problems: ['conflict', 'limit_reached'],
    deadline_ms: 60_000,
    example: { csv: 'name,email,tags,custom_fields.plan\r\nAda Lovelace,ada@example.com,"customer, vip",pro\r\n' },
  }),
  delete_bulk: operation({
    summary: 'Delete many contacts',
    description: `Up to ${MAX_BULK} by contact_ids, or up to ${MAX_MATCHED_CONTACTS} by filters, which must all hold; more are refused with their number. All or nothing, with all effects of deleting each contact, and an event for each. ${deletion.description} First call with dry_run, look at deleted_contacts, and pass deleted as expected_count.`,
    scope: 'contacts:write',
    allowed_when_full: true,
    route: { method: 'POST', path: '/contacts/bulk-delete', status: 200 },
    tools: [{ name: 'delete_contacts', family: 'contacts', action: 'delete_bulk' }],
    effects: ['destructive'],
    input: z.strictObject({
      ...contactSelection,
      expected_count: z.int().min(0).optional().describe('The `deleted` of a dry run; for another number the answer is 409'),
      ...deletion.input,
    }),
    output: z.object({
      deleted: z.int().describe('Contacts that are gone'),
      deleted_contacts: z
        .array(z.object({ id: z.string(), name: z.string(), email: z.string() }))
        .describe(`The first of these contacts, oldest first, at most ${MAX_SELECTED_SAMPLE}`),
      ...deletion.output,
    }),
    emits: [contactDeleted],
    undo: revertChange,
    problems: ['not_found', 'conflict', 'unresolved_reference'],
    deadline_ms: 60_000,
    example: { tags: ['trial'], until: '2025-01-01T00:00:00Z' },
  }),
  ...bulkTagOperations,
  revert_bulk: operation({
    summary: 'Revert a change of many contacts',
    description: `Within ${UNDO_DAYS} days. Deletes the contacts that the call created, gives the others the fields and tags that they had before it, and creates deleted ones again with their ids, tags and places in fixed audiences. A contact that was changed since stays as it is, and one whose email another contact has by now stays deleted: conflicts counts both. Tags that the call created stay. Send its change_id; the change_id of the answer undoes the revert. Reverting again tries only those that are left.`,
    scope: 'contacts:write',
    max_rows: MAX_IMPORT_LINES,
    route: { method: 'POST', path: '/contacts/bulk-revert', status: 200 },
    tools: [{ name: 'revert_contacts', family: 'contacts', action: 'revert_bulk' }],
    effects: ['destructive'],
    input: z.strictObject({ change_id: id('change, from the answer of the upsert, import, tagging, deletion or revert') }),
    output: z.object({
      reverted: z.int().describe('Contacts that are as they were before'),
      deleted: z.int().describe('Contacts that the change had created'),
      restored: z.int().describe('Contacts that the change had deleted'),
      conflicts: z.int().describe('Contacts that stay as they are, because they were changed since or cannot be restored'),
      conflict_ids: z.array(z.string()).describe(`Ids of the first of these, at most ${MAX_CONFLICT_SAMPLE}`),
      not_restored: z
        .array(z.object({ id: z.string(), email: z.string(), existing_id: z.string().nullable() }))
        .describe(
          `The first contacts that stay deleted; existing_id is the contact that has the email, or that the id finds since a merge`,
        ),
      missing: z.int().describe('Contacts that were deleted or merged into others since'),
      change_id: z.string().nullable().describe('Reverting it undoes this revert. Null if nothing changed, or if the values are too large'),
    }),
    emits: [contactDeleted, contactUpdated, contactUntagged, contactTagged, contactCreated],
    undo: revertChange,
    problems: ['limit_reached', 'unresolved_reference'],
    deadline_ms: 60_000,
    example: { change_id: 'chg_01jd0000000000000000000000' },
  }),
} as const;
