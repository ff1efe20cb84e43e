import { z } from 'zod';
import { Deleted, id, resource, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { MAX_TASK_COMMENT } from './limits.ts';
import { taskId } from './task-selection.ts';
import { taskCommentDeleted, taskCommented } from './tasks.events.ts';

const commentId = { ...taskId, comment_id: id('comment') };

const body = z
  .string()
  .min(1)
  .max(MAX_TASK_COMMENT)
  .regex(/\S/, 'must not be empty')
  .describe('Text in Markdown; [@Ada](space:contact/con_…) and [@Concierge](space:agent/agt_…) mention someone');

/** A comment on a task. */
export const TaskComment = z
  .object({
    ...resource,
    task_id: z.string(),
    body: z.string(),
    author: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
    mentioned_ids: z.array(z.string()).describe('Ids of the contacts and agents that the text mentions'),
    edited_at: timestamp.nullable(),
  })
  .meta({ id: 'TaskComment' });

/** Comments on tasks. */
export const taskComments = contract({
  name: 'task_comments',
  service: 'work',
  tag: 'Task comments',
  description: 'Comments on tasks, oldest first.',
  operations: {
    list: operation({
      summary: 'List the comments on a task',
      description: 'Oldest first, unless sort says otherwise.',
      scope: 'tasks:read',
      route: { method: 'GET', path: '/tasks/:id/comments', status: 200 },
      tools: [{ name: 'list_task_comments', family: 'tasks', action: 'list_comments' }],
      input: z.strictObject({ ...taskId, sort: sortBy(['created_at'], 'created_at'), limit, cursor, include_total: includeTotal }),
      output: page(TaskComment),
    }),
    create: operation({
      summary: 'Comment on a task',
      description: 'The author is the holder of the key: the agent for an agent key.',
      scope: 'tasks:write',
      route: { method: 'POST', path: '/tasks/:id/comments', status: 201 },
      tools: [{ name: 'create_task_comment', family: 'tasks', action: 'create_comment' }],
      input: z.strictObject({ ...taskId, body }),
      output: TaskComment,
      emits: [taskCommented],
      undo: (_input, { task_id, id: comment_id }) => ({ tool: 'delete_task_comment', arguments: { id: task_id, comment_id } }),
      problems: ['conflict', 'limit_reached'],
      example: { id: 'WEB-42', body: 'They called back.' },
    }),
    update: operation({
      summary: 'Change a comment on a task',
      description: 'Only its author can.',
      scope: 'tasks:write',
      route: { method: 'PATCH', path: '/tasks/:id/comments/:comment_id', status: 200 },
      tools: [{ name: 'update_task_comment', family: 'tasks', action: 'update_comment' }],
      input: z.strictObject({ ...commentId, body: body.optional() }),
      output: TaskComment.extend({
        before: z.object({ body: z.string() }).partial().describe('The former text; empty when it is the same'),
      }),
      emits: [taskCommented],
      undo: (_input, { task_id, id: comment_id, before }) =>
        before.body === undefined ? null : { tool: 'update_task_comment', arguments: { id: task_id, comment_id, body: before.body } },
      problems: ['forbidden', 'conflict'],
      example: { id: 'WEB-42', comment_id: 'tcm_01jd0000000000000000000000', body: 'They called back at ten.' },
    }),
    delete: operation({
      summary: 'Delete a comment on a task',
      scope: 'tasks:write',
      route: { method: 'DELETE', path: '/tasks/:id/comments/:comment_id', status: 200 },
      tools: [{ name: 'delete_task_comment', family: 'tasks', action: 'delete_comment' }],
      input: z.strictObject(commentId),
      output: Deleted,
      emits: [taskCommentDeleted],
      no_undo: 'a comment made again has another author or time',
    }),
  },
});
