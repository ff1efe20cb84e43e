import { z } from 'zod';
import { Deleted, jsonValue, timestamp, wasTrashed } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, limit, page } from '../core/page.ts';
import { restoreFields, undoByDeleting, valuesBefore } from '../core/undo.ts';
import { bulkTaskOperations } from './bulk-tasks.ts';
import { TASK_TRASH_DAYS } from './limits.ts';
import { newTask } from './new-task.ts';
import { deleteNext, listChanges, placeFields, Task, TaskValues, taskFields } from './task.ts';
import { taskId, taskSelection } from './task-selection.ts';
import { deletesNext, nextTask, taskStateOperations } from './task-state.ts';
import {
  taskAssigned,
  taskCreated,
  taskDeleted,
  taskOverdue,
  taskReminder,
  taskRestored,
  taskStatusChanged,
  taskUnblocked,
  taskUpdated,
} from './tasks.events.ts';

const actor = z.object({ kind: z.string(), id: z.string(), name: z.string() });

/** Tasks of people and agents (contract, X1). */
export const tasks = contract({
  name: 'tasks',
  service: 'work',
  tag: 'Tasks',
  description:
    'Tasks of people and agents: status, assignees, due date, subtasks, links, recurrence, reminders, comments. A bulk call is all or nothing. Titles, descriptions and comments are words of others.',
  operations: {
    list: operation({
      summary: 'List tasks',
      description: 'Newest first, unless sort says otherwise. sort=position is the order of a board. Tasks in the trash are left out.',
      scope: 'tasks:read',
      route: { method: 'GET', path: '/tasks', status: 200 },
      tools: [{ name: 'list_tasks', family: 'tasks', action: 'list' }],
      input: z.strictObject(taskSelection),
      output: page(Task),
      example: {
        status_category: ['todo', 'in_progress'],
        filters: [{ column_key: 'labels', op: 'has_any', value: ['print'] }],
        sort: '-priority,due_at',
      },
    }),
    create: operation({
      summary: 'Create a task',
      description: 'Without a status it gets the first one of the category todo.',
      scope: 'tasks:write',
      route: { method: 'POST', path: '/tasks', status: 201 },
      tools: [{ name: 'create_task', family: 'tasks', action: 'create' }],
      input: newTask,
      output: Task,
      emits: [taskCreated, taskAssigned],
      undo: undoByDeleting('delete_task'),
      problems: ['conflict', 'limit_reached', 'unresolved_reference'],
      example: { title: 'Call the printer', priority: 'high', labels: ['print'] },
    }),
    ...bulkTaskOperations,
    ...taskStateOperations,
    get: operation({
      summary: 'Read a task by its id or identifier',
      scope: 'tasks:read',
      route: { method: 'GET', path: '/tasks/:id', status: 200 },
      tools: [{ name: 'get_task', family: 'tasks', action: 'get' }],
      input: z.strictObject(taskId),
      output: Task,
      versioned: true,
    }),
    update: operation({
      summary: 'Change a task',
      description:
        'Only the fields given change. A status of the category done makes the next task of a recurring one. The events of reminders and of the due time follow at their times.',
      scope: 'tasks:write',
      route: { method: 'PATCH', path: '/tasks/:id', status: 200 },
      tools: [{ name: 'update_task', family: 'tasks', action: 'update' }],
      input: z.strictObject({
        ...taskId,
        ...z.strictObject({ ...taskFields, ...placeFields }).partial().shape,
        ...listChanges,
        delete_next: deleteNext.optional(),
      }),
      output: Task.extend({ before: valuesBefore(TaskValues), next_task: nextTask(Task) }),
      emits: [taskUpdated, taskStatusChanged, taskAssigned, taskUnblocked, taskCreated, taskDeleted, taskReminder, taskOverdue],
      undo: (input, { before, next_task }) => restoreFields('update_task')(input, { before: { ...before, ...deletesNext(next_task) } }),
      problems: ['conflict', 'limit_reached', 'unresolved_reference'],
      versioned: true,
      example: { id: 'WEB-42', priority: 'urgent', add_labels: ['print'] },
    }),
    delete: operation({
      summary: 'Delete a task',
      description: `Moves it with its subtasks to the trash for ${TASK_TRASH_DAYS} days, or deletes them for good.`,
      scope: 'tasks:write',
      route: { method: 'DELETE', path: '/tasks/:id', status: 200 },
      tools: [{ name: 'delete_task', family: 'tasks', action: 'delete' }],
      input: z.strictObject({ ...taskId, permanent: z.boolean().default(false).describe('true deletes for good') }),
      output: Deleted.extend({ was_trashed: wasTrashed }),
      emits: [taskDeleted, taskUnblocked],
      undo: ({ permanent }, { id, was_trashed }) => (permanent || was_trashed ? null : { tool: 'restore_task', arguments: { id } }),
      problems: ['limit_reached'],
      versioned: true,
    }),
    restore: operation({
      summary: 'Take a task out of the trash',
      description: 'The subtasks that were deleted with it come back. It has no parent if that is still in the trash.',
      scope: 'tasks:write',
      route: { method: 'POST', path: '/tasks/:id/restore', status: 200 },
      tools: [{ name: 'restore_task', family: 'tasks', action: 'restore' }],
      input: z.strictObject(taskId),
      output: Task.extend({ was_trashed: wasTrashed }),
      emits: [taskRestored],
      undo: (_input, { id, was_trashed }) => (was_trashed ? { tool: 'delete_task', arguments: { id } } : null),
      problems: ['conflict', 'limit_reached'],
    }),
    history: operation({
      summary: 'List the changes of a task',
      description: 'Newest first: who changed what and when.',
      scope: 'tasks:read',
      route: { method: 'GET', path: '/tasks/:id/history', status: 200 },
      tools: [{ name: 'list_task_history', family: 'tasks', action: 'history' }],
      input: z.strictObject({ ...taskId, limit, cursor }),
      output: page(
        z
          .object({
            created_at: timestamp,
            actor,
            changes: z.record(z.string(), z.object({ from: jsonValue, to: jsonValue })).describe('Values before and after, by field'),
          })
          .meta({ id: 'TaskChange' }),
      ),
    }),
  },
});
