import { z } from 'zod';
import { blockId, markdownText } from './document.ts';
import { MAX_DOCUMENT_EDITS, MAX_EDIT_TEXT } from './limits.ts';

const markdown = markdownText.describe('Markdown');

const place = {
  after: blockId.optional().describe('Id of the block before the place; or send before'),
  before: blockId.optional().describe('Id of the block after the place; or send after'),
};

const hasOnePlace = ({ after, before }: { readonly after?: string | undefined; readonly before?: string | undefined }): boolean =>
  (after === undefined) !== (before === undefined);
const onePlace = { error: 'must be given, or before in its place; one of the two', path: ['after'] };

/** One edit of a document. */
export const DocumentEdit = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('append'), markdown }).describe('Adds blocks at the end'),
  z.strictObject({ op: z.literal('prepend'), markdown }).describe('Adds blocks at the start'),
  z
    .strictObject({ op: z.literal('insert'), ...place, markdown })
    .refine(hasOnePlace, onePlace)
    .describe('Adds blocks after or before a block'),
  z.strictObject({ op: z.literal('replace'), block_id: blockId, markdown }).describe('Replaces a block; the first new block has its id'),
  z.strictObject({ op: z.literal('delete'), block_id: blockId }).describe('Deletes a block with all that is in it'),
  z
    .strictObject({ op: z.literal('move'), block_id: blockId, ...place })
    .refine(hasOnePlace, onePlace)
    .describe('Moves a block'),
  z
    .strictObject({
      op: z.literal('replace_text'),
      find: z.string().min(1).max(MAX_EDIT_TEXT).describe('Text without marks, with its case'),
      replace: z.string().max(MAX_EDIT_TEXT).describe('The text in its place'),
      block_id: blockId.optional().describe('Only in this block'),
      all: z.boolean().default(false).describe('true for all places; without it the text must occur exactly once'),
    })
    .describe('Replaces text'),
  z
    .strictObject({
      op: z.literal('set_checked'),
      block_id: blockId,
      checked: z.boolean().nullable().describe('null makes a task a plain item'),
    })
    .describe('Checks or unchecks a list item'),
  z.strictObject({ op: z.literal('replace_all'), markdown }).describe('Replaces the whole document; needs base_version'),
]);

/** One edit of a document. */
export type DocumentEdit = z.output<typeof DocumentEdit>;

/** The edits of one call, applied in their order. */
export const documentEdits = z.array(DocumentEdit).min(1).max(MAX_DOCUMENT_EDITS).describe('Edits, applied in their order, all or none');
