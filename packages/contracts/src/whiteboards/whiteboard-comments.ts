import { z } from 'zod';
import { Deleted, id, resource, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { MAX_DOCUMENT_COMMENT } from '../documents/limits.ts';
import { coordinate } from '../whiteboard-elements/element.ts';
import { boardActor, whiteboardId } from './whiteboard.ts';
import { whiteboardCommentDeleted, whiteboardCommented, whiteboardCommentResolved } from './whiteboard-comments.events.ts';
import { whiteboardMentioned } from './whiteboards.events.ts';

const commentId = { ...whiteboardId, comment_id: id('comment') };

const body = z
  .string()
  .min(1)
  .max(MAX_DOCUMENT_COMMENT)
  .regex(/\S/, 'must not be empty')
  .describe('Text in Markdown; [@Ada](space:contact/con_…) and [@Concierge](space:agent/agt_…) mention someone');

/** A comment on a whiteboard. */
export const WhiteboardComment = z
  .object({
    ...resource,
    whiteboard_id: z.string(),
    parent_id: z.string().nullable().describe('The first comment of its thread; null for that one'),
    body: z.string().describe('Words of others'),
    author: boardActor,
    mentioned_ids: z.array(z.string()).describe('Ids of the contacts and agents that the text mentions'),
    element_id: z.string().nullable().describe('The element that it is about; null for none, and for a reply'),
    is_element_deleted: z.boolean().describe('True if that element is no longer on the whiteboard'),
    x: z.number().nullable().describe('The place that it is about, in pixels; null for an element, the whole whiteboard, and a reply'),
    y: z.number().nullable(),
    replies_count: z.int(),
    resolved_at: timestamp.nullable().describe('The time at which its thread was resolved; null for an open one, and for a reply'),
    resolved_by: boardActor.nullable(),
    edited_at: timestamp.nullable(),
  })
  .meta({ id: 'WhiteboardComment' });

/** A comment on a whiteboard. */
export type WhiteboardComment = z.output<typeof WhiteboardComment>;

/** Comments on whiteboards. */
export const whiteboardComments = contract({
  name: 'whiteboard_comments',
  service: 'library',
  tag: 'Whiteboard comments',
  description: 'Comments on whiteboards, on their elements or places. Each thread has replies, and is resolved or open.',
  operations: {
    list: operation({
      summary: 'List the comments on a whiteboard',
      description: 'Oldest first, unless sort says otherwise, replies included.',
      scope: 'whiteboards:read',
      route: { method: 'GET', path: '/whiteboards/:id/comments', status: 200 },
      tools: [{ name: 'list_whiteboard_comments', family: 'whiteboards', action: 'list_comments' }],
      input: z.strictObject({
        ...whiteboardId,
        parent_id: id('first comment of a thread, for its replies; none for first comments only').optional(),
        element_id: id('element; only comments about it').optional(),
        resolved: z.boolean().optional().describe('true for resolved threads, false for open ones'),
        sort: sortBy(['created_at'], 'created_at'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(WhiteboardComment),
    }),
    get: operation({
      summary: 'Read a comment on a whiteboard',
      scope: 'whiteboards:read',
      route: { method: 'GET', path: '/whiteboards/:id/comments/:comment_id', status: 200 },
      tools: [{ name: 'get_whiteboard_comment', family: 'whiteboards', action: 'get_comment' }],
      input: z.strictObject(commentId),
      output: WhiteboardComment,
    }),
    create: operation({
      summary: 'Comment on a whiteboard',
      description:
        'On an element, on a place, or on the whole whiteboard. With parent_id it is a reply in the thread of that comment. The author is the holder of the key: the agent for an agent key.',
      scope: 'whiteboards:write',
      route: { method: 'POST', path: '/whiteboards/:id/comments', status: 201 },
      tools: [{ name: 'create_whiteboard_comment', family: 'whiteboards', action: 'create_comment' }],
      input: z.strictObject({
        ...whiteboardId,
        body,
        element_id: id('element that it is about').optional(),
        x: coordinate.optional().describe('The place that it is about, with y; in place of element_id'),
        y: coordinate.optional().describe('The place that it is about, with x'),
        parent_id: id('comment that it replies to').optional(),
      }),
      output: WhiteboardComment,
      emits: [whiteboardCommented, whiteboardMentioned],
      undo: (_input, { whiteboard_id, id: comment_id }) => ({
        tool: 'delete_whiteboard_comment',
        arguments: { id: whiteboard_id, comment_id },
      }),
      problems: ['conflict', 'limit_reached', 'unresolved_reference'],
      example: { id: 'wbd_01jd0000000000000000000000', body: 'Is this step needed?', element_id: 'elm_01jd0000000000000000000000' },
    }),
    update: operation({
      summary: 'Change a comment on a whiteboard',
      description: 'Only its author can.',
      scope: 'whiteboards:write',
      route: { method: 'PATCH', path: '/whiteboards/:id/comments/:comment_id', status: 200 },
      tools: [{ name: 'update_whiteboard_comment', family: 'whiteboards', action: 'update_comment' }],
      input: z.strictObject({ ...commentId, body: body.optional() }),
      output: WhiteboardComment.extend({
        before: z.object({ body: z.string() }).partial().describe('The former text; empty when it is the same'),
      }),
      emits: [whiteboardCommented, whiteboardMentioned],
      undo: (_input, { whiteboard_id, id: comment_id, before }) =>
        before.body === undefined
          ? null
          : { tool: 'update_whiteboard_comment', arguments: { id: whiteboard_id, comment_id, body: before.body } },
      problems: ['forbidden', 'conflict'],
      example: { id: 'wbd_01jd0000000000000000000000', comment_id: 'wcm_01jd0000000000000000000000', body: 'Is this step needed now?' },
    }),
    resolve: operation({
      summary: 'Resolve a thread of comments, or open it again',
      description: 'Names the first comment of the thread. Replies to a resolved thread leave it resolved.',
      scope: 'whiteboards:write',
      route: { method: 'POST', path: '/whiteboards/:id/comments/:comment_id/resolve', status: 200 },
      tools: [{ name: 'resolve_whiteboard_comment', family: 'whiteboards', action: 'resolve_comment' }],
      input: z.strictObject({ ...commentId, resolved: z.boolean().default(true).describe('false opens it again') }),
      output: WhiteboardComment.extend({ was_resolved: z.boolean().describe('True if it was resolved before this call') }),
      emits: [whiteboardCommentResolved],
      undo: ({ resolved }, { whiteboard_id, id: comment_id, was_resolved }) =>
        resolved === was_resolved
          ? null
          : { tool: 'resolve_whiteboard_comment', arguments: { id: whiteboard_id, comment_id, resolved: was_resolved } },
      problems: ['conflict'],
      example: { id: 'wbd_01jd0000000000000000000000', comment_id: 'wcm_01jd0000000000000000000000' },
    }),
    delete: operation({
      summary: 'Delete a comment on a whiteboard',
      description: 'The first comment of a thread is deleted with its replies.',
      scope: 'whiteboards:write',
      route: { method: 'DELETE', path: '/whiteboards/:id/comments/:comment_id', status: 200 },
      tools: [{ name: 'delete_whiteboard_comment', family: 'whiteboards', action: 'delete_comment' }],
      input: z.strictObject(commentId),
      output: Deleted,
      emits: [whiteboardCommentDeleted],
      no_undo: 'a comment made again has another author or time',
    }),
  },
});
