import { z } from 'zod';
import { Deleted, id } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { TaskLink } from './task.ts';
import { taskId } from './task-selection.ts';
import { taskUnblocked, taskUpdated } from './tasks.events.ts';

const kind = z.enum(['blocks', 'blocked_by', 'relates_to', 'duplicates']).describe('Relation of this task to the other one');
const otherTask = z.string().min(1).max(64).describe('Id or identifier of the other task');

/** Links between tasks. */
export const taskLinks = contract({
  name: 'task_links',
  service: 'work',
  tag: 'Task links',
  description: 'Links between tasks: blocks, relates to, duplicates. Each task answers with its links.',
  operations: {
    create: operation({
      summary: 'Link a task with another one',
      description: 'A link that closes a circle of blocking or duplicating tasks is refused with the circle. An existing link is answered.',
      scope: 'tasks:write',
      route: { method: 'POST', path: '/tasks/:id/links', status: 201 },
      tools: [{ name: 'create_task_link', family: 'tasks', action: 'create_link' }],
      input: z.strictObject({ ...taskId, kind, task_id: otherTask }),
      output: TaskLink.extend({ created: z.boolean().describe('False if the link existed before') }),
      emits: [taskUpdated],
      undo: ({ id }, { id: link_id, created }) => (created ? { tool: 'delete_task_link', arguments: { id, link_id } } : null),
      problems: ['conflict', 'limit_reached', 'unresolved_reference'],
      example: { id: 'WEB-42', kind: 'blocked_by', task_id: 'WEB-7' },
    }),
    delete: operation({
      summary: 'Delete a link of a task',
      scope: 'tasks:write',
      route: { method: 'DELETE', path: '/tasks/:id/links/:link_id', status: 200 },
      tools: [{ name: 'delete_task_link', family: 'tasks', action: 'delete_link' }],
      input: z.strictObject({ ...taskId, link_id: id('link') }),
      output: Deleted.extend({ kind: TaskLink.shape.kind, task_id: z.string().describe('The other task') }),
      emits: [taskUpdated, taskUnblocked],
      undo: ({ id }, { kind, task_id }) => ({
        tool: 'create_task_link',
        arguments: kind === 'duplicated_by' ? { id: task_id, kind: 'duplicates', task_id: id } : { id, kind, task_id },
      }),
      problems: ['conflict'],
    }),
  },
});
