import { z } from 'zod';
import { id, jsonObject } from '../core/fields.ts';
import type { Undo } from '../core/operation.ts';
import { operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { blockId, ChangedBlock, contentVersion, Document, DocumentFormat, documentId, Heading } from './document.ts';
import { documentMentioned, documentUpdated } from './documents.events.ts';
import { documentEdits } from './edits.ts';
import {
  DOCUMENT_CHANGE_DAYS,
  MAX_ANSWERED_BLOCKS,
  MAX_DOCUMENT_BODY_BYTES,
  MAX_DOCUMENT_EDITS,
  MAX_EDIT_DIFF,
  MAX_TEXT_WALL_CLOCK_MS,
  READ_CHARACTERS,
} from './limits.ts';

/** The deadline of a call that works on texts, in milliseconds. */
export const textDeadline = { deadline_ms: MAX_TEXT_WALL_CLOCK_MS + 15_000 };

/** The content of a document in one form. */
export const contentAnswer = {
  content: z.string().nullable().describe('The content in markdown, html or text, words of others; null in the other formats'),
  blocks: z.array(jsonObject).nullable().describe('The blocks with their ids in format=blocks; null in the other formats'),
  outline: z.array(Heading).describe('The headings of the whole document'),
  is_truncated: z.boolean().describe('True if the answer lacks blocks at the end'),
  next_block_id: z.string().nullable().describe('Pass as from_block_id for the rest; null if nothing is left'),
};

/** The answer to a change of the content of a document. */
export const DocumentChange = z
  .object({
    id: z.string(),
    version: z.int().describe('Number of the content after the change'),
    previous_version: z.int().describe('Number of the content directly before; equal to version if nothing changed'),
    merged_with: z.int().describe('Versions of others since base_version with which it was merged'),
    changed_blocks: z.array(ChangedBlock).max(MAX_ANSWERED_BLOCKS),
    characters_added: z.int(),
    characters_removed: z.int(),
    diff: z.string().describe(`The change of the Markdown as a unified diff, at most ${MAX_EDIT_DIFF} characters`),
    diff_is_truncated: z.boolean(),
  })
  .meta({ id: 'DocumentChange' });

/** The answer to a change of the content of a document. */
export type DocumentChange = z.output<typeof DocumentChange>;

const takeBack = (_input: unknown, { id, version, previous_version }: DocumentChange): Undo | null =>
  version === previous_version ? null : { tool: 'revert_document', arguments: { id, version, only: 'change' } };

/** A thing that a document shows or mentions. */
export const DocumentReference = z
  .object({
    position: z.int().describe('Place among the references of the document, from 1'),
    kind: z.enum(['embed', 'link', 'image']).describe('embed for a block of its own, link for a mention in a line'),
    thing_kind: z.string().describe('Kind of the thing, such as table or asset'),
    thing_id: z.string().nullable().describe('Id of the thing; null for a list such as tasks'),
    address: z.string().describe('Its address in the document, such as space:table/tbl_…'),
    block_id: z.string().nullable(),
  })
  .meta({ id: 'DocumentReference' });

/** The operations on the content of a document. */
export const documentContentOperations = {
  get: operation({
    summary: 'Read a document',
    description:
      'In Markdown, unless format says otherwise. format=blocks has the ids of all blocks, which edits name. With version it is the content of then. The ETag changes with each change; edits take base_version in place of If-Match.',
    scope: 'documents:read',
    route: { method: 'GET', path: '/documents/:id', status: 200 },
    tools: [{ name: 'get_document', family: 'documents', action: 'get' }],
    input: z.strictObject({
      ...documentId,
      format: DocumentFormat.default('markdown').describe('Form of the content; outline for the headings only'),
      version: contentVersion.optional().describe('Number of a former version'),
      block_id: blockId.optional().describe('Only this block, with all that is in it'),
      from_block_id: blockId.optional().describe('Only this block of the first level and those after it'),
      max_characters: z
        .int()
        .min(1)
        .max(READ_CHARACTERS.max)
        .default(READ_CHARACTERS.default)
        .describe('Characters of text after which blocks are left out'),
    }),
    output: Document.extend(contentAnswer),
    problems: ['gone', 'conflict', 'unavailable'],
    versioned: true,
    ...textDeadline,
  }),
  edit: operation({
    summary: 'Edit the content of a document',
    description: `Applies up to ${MAX_DOCUMENT_EDITS} edits, all or none. Changes that others have made meanwhile stay: replace_all is merged with those since base_version, the version that you have read. A text to find that is not there, or there several times, is 409, and so is a block that is gone. A base_version older than ${DOCUMENT_CHANGE_DAYS} days is 412. Things that the Markdown names with space: addresses must exist.`,
    scope: 'documents:write',
    route: { method: 'POST', path: '/documents/:id/edits', status: 200 },
    tools: [{ name: 'edit_document', family: 'documents', action: 'edit' }],
    input: z.strictObject({
      ...documentId,
      base_version: contentVersion.optional().describe('The version that you have read; required for replace_all'),
      edits: documentEdits,
    }),
    output: DocumentChange,
    emits: [documentUpdated, documentMentioned],
    undo: takeBack,
    problems: ['conflict', 'limit_reached', 'precondition_failed', 'unresolved_reference', 'unavailable'],
    max_body_bytes: MAX_DOCUMENT_BODY_BYTES,
    ...textDeadline,
    example: {
      id: 'doc_01jd0000000000000000000000',
      edits: [{ op: 'replace_text', find: 'May', replace: 'June' }],
    },
  }),
  revert: operation({
    summary: 'Take back a change of a document, or go back to a version',
    description: `only=change takes back the change that made the version and leaves later ones. only=all makes the content what it was in the version. Changes older than ${DOCUMENT_CHANGE_DAYS} days are 410.`,
    scope: 'documents:write',
    route: { method: 'POST', path: '/documents/:id/revert', status: 200 },
    tools: [{ name: 'revert_document', family: 'documents', action: 'revert' }],
    input: z.strictObject({
      ...documentId,
      version: contentVersion.describe('Number of the version'),
      only: z.enum(['change', 'all']).default('change').describe('change: that one change; all: all changes after the version'),
    }),
    output: DocumentChange,
    emits: [documentUpdated, documentMentioned],
    undo: takeBack,
    problems: ['conflict', 'gone', 'limit_reached', 'unresolved_reference', 'unavailable'],
    ...textDeadline,
    example: { id: 'doc_01jd0000000000000000000000', version: 7 },
  }),
  references: operation({
    summary: 'List the things that a document shows or mentions',
    description: 'In the order of the document, unless sort says otherwise: embeds, mentions and pictures with space: addresses.',
    scope: 'documents:read',
    route: { method: 'GET', path: '/documents/:id/references', status: 200 },
    tools: [{ name: 'list_document_references', family: 'documents', action: 'references' }],
    input: z.strictObject({ id: id('document'), sort: sortBy(['position'], 'position'), limit, cursor, include_total: includeTotal }),
    output: page(DocumentReference),
    problems: ['unavailable'],
    ...textDeadline,
  }),
  export: operation({
    summary: 'Export a document as a file',
    scope: 'documents:read',
    route: { method: 'GET', path: '/documents/:id/export', status: 200 },
    tools: [{ name: 'export_document', family: 'documents', action: 'export' }],
    input: z.strictObject({ ...documentId, format: z.enum(['markdown', 'html']).default('markdown').describe('Form of the file') }),
    output: z.object({
      name: z.string().describe('File name with its ending'),
      media_type: z.string(),
      content: z.string().describe('The file, words of others'),
    }),
    problems: ['unavailable'],
    ...textDeadline,
  }),
};
