import { z } from 'zod';
import { ActorKind } from '../core/actor.ts';
import { Deleted, id, resource, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { blockId, documentId } from './document.ts';
import { documentCommentDeleted, documentCommented, documentCommentResolved } from './document-comments.events.ts';
import { textDeadline } from './document-content.ts';
import { documentMentioned } from './documents.events.ts';
import { MAX_COMMENT_QUOTE, MAX_DOCUMENT_COMMENT } from './limits.ts';

const commentId = { ...documentId, comment_id: id('comment') };
const actor = z.object({ kind: ActorKind, id: z.string(), name: z.string() });

const body = z
  .string()
  .min(1)
  .max(MAX_DOCUMENT_COMMENT)
  .regex(/\S/, 'must not be empty')
  .describe('Text in Markdown; [@Ada](space:contact/con_…) and [@Concierge](space:agent/agt_…) mention someone');

/** The part of the place of a comment that is left in its document. */
export const CommentAnchor = z.enum(['text', 'block', 'gone']);

/** The part of the place of a comment that is left in its document. */
export type CommentAnchor = z.output<typeof CommentAnchor>;

/** A comment on a document. */
export const DocumentComment = z
  .object({
    ...resource,
    document_id: z.string(),
    parent_id: z.string().nullable().describe('The first comment of its thread; null for that one'),
    body: z.string().describe('Words of others'),
    author: actor,
    mentioned_ids: z.array(z.string()).describe('Ids of the contacts and agents that the text mentions'),
    quote: z.string().nullable().describe('The text of the document that it is about, as it was then; null for none'),
    block_id: z.string().nullable().describe('The block that it is about; null for the whole document, and for a reply'),
    anchor: CommentAnchor.nullable().describe(
      'text: the quoted text is there, perhaps changed; block: only its block is; gone: the block was deleted; null for the whole document, and for a reply',
    ),
    replies_count: z.int(),
    resolved_at: timestamp.nullable().describe('The time at which its thread was resolved; null for an open one, and for a reply'),
    resolved_by: actor.nullable(),
    edited_at: timestamp.nullable(),
  })
  .meta({ id: 'DocumentComment' });

/** A comment on a document. */
export type DocumentComment = z.output<typeof DocumentComment>;

/** Comments on documents. */
export const documentComments = contract({
  name: 'document_comments',
  service: 'library',
  tag: 'Document comments',
  description: 'Comments on documents, on a text in them or on a block. Each thread has replies, and is resolved or open.',
  operations: {
    list: operation({
      summary: 'List the comments on a document',
      description: 'Oldest first, unless sort says otherwise, replies included.',
      scope: 'documents:read',
      route: { method: 'GET', path: '/documents/:id/comments', status: 200 },
      tools: [{ name: 'list_document_comments', family: 'documents', action: 'list_comments' }],
      input: z.strictObject({
        ...documentId,
        parent_id: id('first comment of a thread, for its replies; none for first comments only').optional(),
        block_id: blockId.optional().describe('Only comments that were written about this block'),
        resolved: z.boolean().optional().describe('true for resolved threads, false for open ones'),
        sort: sortBy(['created_at'], 'created_at'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(DocumentComment),
      problems: ['unavailable'],
      ...textDeadline,
    }),
    get: operation({
      summary: 'Read a comment on a document',
      scope: 'documents:read',
      route: { method: 'GET', path: '/documents/:id/comments/:comment_id', status: 200 },
      tools: [{ name: 'get_document_comment', family: 'documents', action: 'get_comment' }],
      input: z.strictObject(commentId),
      output: DocumentComment,
      problems: ['unavailable'],
      ...textDeadline,
    }),
    create: operation({
      summary: 'Comment on a document',
      description:
        'On the text quote, on a block, or on the whole document. A quote that is not there, or there several times, is 409; a block_id then says which one. With parent_id it is a reply in the thread of that comment. The author is the holder of the key: the agent for an agent key.',
      scope: 'documents:write',
      route: { method: 'POST', path: '/documents/:id/comments', status: 201 },
      tools: [{ name: 'create_document_comment', family: 'documents', action: 'create_comment' }],
      input: z.strictObject({
        ...documentId,
        body,
        quote: z
          .string()
          .min(1)
          .max(MAX_COMMENT_QUOTE)
          .optional()
          .describe('Text within one block, without marks and with its case, that the comment is about'),
        block_id: blockId.optional().describe('The block that it is about, or that has the quote'),
        parent_id: id('comment that it replies to').optional(),
      }),
      output: DocumentComment,
      emits: [documentCommented, documentMentioned],
      undo: (_input, { document_id, id: comment_id }) => ({ tool: 'delete_document_comment', arguments: { id: document_id, comment_id } }),
      problems: ['conflict', 'limit_reached', 'unresolved_reference', 'unavailable'],
      ...textDeadline,
      example: { id: 'doc_01jd0000000000000000000000', body: 'Is May right?', quote: 'in May' },
    }),
    update: operation({
      summary: 'Change a comment on a document',
      description: 'Only its author can.',
      scope: 'documents:write',
      route: { method: 'PATCH', path: '/documents/:id/comments/:comment_id', status: 200 },
      tools: [{ name: 'update_document_comment', family: 'documents', action: 'update_comment' }],
      input: z.strictObject({ ...commentId, body: body.optional() }),
      output: DocumentComment.extend({
        before: z.object({ body: z.string() }).partial().describe('The former text; empty when it is the same'),
      }),
      emits: [documentCommented, documentMentioned],
      undo: (_input, { document_id, id: comment_id, before }) =>
        before.body === undefined
          ? null
          : { tool: 'update_document_comment', arguments: { id: document_id, comment_id, body: before.body } },
      problems: ['forbidden', 'conflict', 'unavailable'],
      ...textDeadline,
      example: { id: 'doc_01jd0000000000000000000000', comment_id: 'dcm_01jd0000000000000000000000', body: 'Is June right?' },
    }),
    resolve: operation({
      summary: 'Resolve a thread of comments, or open it again',
      description: 'Names the first comment of the thread. Replies to a resolved thread leave it resolved.',
      scope: 'documents:write',
      route: { method: 'POST', path: '/documents/:id/comments/:comment_id/resolve', status: 200 },
      tools: [{ name: 'resolve_document_comment', family: 'documents', action: 'resolve_comment' }],
      input: z.strictObject({ ...commentId, resolved: z.boolean().default(true).describe('false opens it again') }),
      output: DocumentComment.extend({ was_resolved: z.boolean().describe('True if it was resolved before this call') }),
      emits: [documentCommentResolved],
      undo: ({ resolved }, { document_id, id: comment_id, was_resolved }) =>
        resolved === was_resolved
          ? null
          : { tool: 'resolve_document_comment', arguments: { id: document_id, comment_id, resolved: was_resolved } },
      problems: ['conflict', 'unavailable'],
      ...textDeadline,
      example: { id: 'doc_01jd0000000000000000000000', comment_id: 'dcm_01jd0000000000000000000000' },
    }),
    delete: operation({
      summary: 'Delete a comment on a document',
      description: 'The first comment of a thread is deleted with its replies.',
      scope: 'documents:write',
      route: { method: 'DELETE', path: '/documents/:id/comments/:comment_id', status: 200 },
      tools: [{ name: 'delete_document_comment', family: 'documents', action: 'delete_comment' }],
      input: z.strictObject(commentId),
      output: Deleted,
      emits: [documentCommentDeleted],
      no_undo: 'a comment made again has another author or time',
    }),
  },
});
