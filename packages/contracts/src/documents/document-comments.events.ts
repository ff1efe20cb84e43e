import { z } from 'zod';
import { eventType } from '../core/event.ts';
import { aboutDocument, ofMentions, sampleDocument } from './documents.events.ts';

const aboutComment = {
  ...aboutDocument,
  comment_id: z.string(),
  parent_id: z.string().nullable().describe('The first comment of its thread; null for that one'),
  body: z.string().describe('Words of others'),
  block_id: z.string().nullable().describe('The block that the thread is about'),
  quote: z.string().nullable().describe('The text that the thread is about'),
  mentioned_ids: z.array(z.string()).describe('Ids of the contacts and agents that the comment mentions'),
};

const sample = {
  ...sampleDocument,
  comment_id: 'dcm_01jd0000000000000000000000',
  parent_id: null,
  body: 'Is May right? [@Ada](space:contact/con_01jd0000000000000000000000)',
  block_id: 'blk_01jd0000000000000000000000',
  quote: 'in May',
  mentioned_ids: ['con_01jd0000000000000000000000'],
};

/** A comment on a document was written, or its text changed. */
export const documentCommented = eventType({
  type: 'document_commented',
  label: 'Comment on a document',
  data: z.object({ ...aboutComment, edited: z.boolean().describe('True if the text of a comment changed') }),
  sample: { ...sample, edited: false },
  ...ofMentions,
});

/** A thread of comments was resolved, or opened again. */
export const documentCommentResolved = eventType({
  type: 'document_comment_resolved',
  label: 'Comment on a document resolved',
  data: z.object({ ...aboutComment, resolved: z.boolean().describe('False if it was opened again') }),
  sample: { ...sample, resolved: true },
  ...ofMentions,
});

/** A comment on a document was deleted, the first one of a thread with its replies. */
export const documentCommentDeleted = eventType({
  type: 'document_comment_deleted',
  label: 'Comment on a document deleted',
  data: z.object({ ...aboutComment, deleted_replies: z.int().describe('Replies that were deleted with it') }),
  sample: { ...sample, deleted_replies: 0 },
  ...ofMentions,
});
