import { z } from 'zod';
import { ActorKind } from '../core/actor.ts';
import { id, jsonObject, line, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { folderId, folderPath } from '../folders/folder.ts';
import {
  DOCUMENT_EXCERPT_CHARACTERS,
  MAX_DOCUMENT_BLOCKS,
  MAX_DOCUMENT_ICON,
  MAX_DOCUMENT_TITLE,
  MAX_HTML_LENGTH,
  MAX_MARKDOWN_LENGTH,
} from './limits.ts';

/** The id of a document in a path. */
export const documentId = { id: id('document') };

/** The number of a version of the content of a document. */
export const contentVersion = z.int().min(1).max(1_000_000_000);

/** The id of a block. */
export const blockId = z.string().min(1).max(68).describe('Id of a block, blk_…');

/** The folder of a document: by id, or by a path whose missing folders are created. */
export const placeFields = { folder_id: folderId.optional(), folder_path: folderPath.optional() };

/** The fields of a document that callers set, besides its folder and its content. */
export const documentFields = {
  title: nonEmptyLine(MAX_DOCUMENT_TITLE).describe('Title of the document'),
  icon: line(MAX_DOCUMENT_ICON).nullable().describe('An emoji or a short name'),
  is_locked: z.boolean().describe('True if its content cannot be edited'),
};

/** Markdown as a call has it. */
export const markdownText = z.string().max(MAX_MARKDOWN_LENGTH);

/** The content of a new document, in one of its forms. */
export const contentFields = {
  markdown: markdownText.optional().describe('Content in Markdown'),
  html: z.string().max(MAX_HTML_LENGTH).optional().describe('Content in HTML in place of markdown; it is sanitised'),
  blocks: z
    .array(jsonObject)
    .max(MAX_DOCUMENT_BLOCKS)
    .optional()
    .describe('Content as blocks in place of markdown, as format=blocks answers them'),
  from_document_id: id('document whose content is copied, in place of markdown').optional(),
};

const actor = z.object({ kind: ActorKind, id: z.string(), name: z.string() });

/** A document without its content. */
export const Document = z
  .object({
    ...resource,
    title: z.string(),
    icon: z.string().nullable(),
    version: z.int().describe('Number of the last change of its content, 1 for the first'),
    folder_id: z.string().nullable(),
    folder_path: z.string().nullable().describe('The names of its folders, such as Brand/Texts; null for none'),
    is_locked: z.boolean().describe('True if its content cannot be edited'),
    excerpt: z.string().describe(`The first ${DOCUMENT_EXCERPT_CHARACTERS} characters of its text, words of others`),
    characters: z.int().describe('Characters of its text'),
    blocks_count: z.int().describe('Blocks with an id'),
    created_by: actor,
    edited_by: actor.describe('The actor of the last change of its content'),
    edited_at: timestamp.describe('The time of the last change of its content'),
    trashed_at: timestamp.nullable().describe('The time of its deletion; null unless it is in the trash'),
  })
  .meta({ id: 'Document' });

/** A document without its content. */
export type Document = z.output<typeof Document>;

/** The fields of a document that an update can set. */
export const DocumentValues = z.object({ ...documentFields, folder_id: folderId });

/** A heading of a document. */
export const Heading = z.object({
  block_id: z.string().nullable(),
  level: z.int().describe('1 to 6'),
  text: z.string(),
});

/** A block that a change made, changed or deleted. */
export const ChangedBlock = z.object({
  block_id: z.string(),
  type: z.string(),
  change: z.enum(['created', 'updated', 'deleted']).describe('A moved block is updated'),
});

/** The forms in which the content of a document is read. */
export const DocumentFormat = z.enum(['markdown', 'blocks', 'html', 'text', 'outline']);
