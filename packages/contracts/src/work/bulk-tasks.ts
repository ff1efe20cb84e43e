import { z } from 'zod';
import { distinctIds } from '../core/fields.ts';
import { MAX_BULK } from '../core/limits.ts';
import { operation } from '../core/operation.ts';
import { valuesBefore } from '../core/undo.ts';
import { newTask } from './new-task.ts';
import { deleteNext, listChanges, placeFields, Task, TaskValues, taskFields } from './task.ts';
import { taskId } from './task-selection.ts';
import { taskAssigned, taskCreated, taskDeleted, taskRestored, taskStatusChanged, taskUnblocked, taskUpdated } from './tasks.events.ts';

const taskIds = distinctIds(taskId.id, MAX_BULK, 'Ids or identifiers of the tasks');

const withIds = (tasks: readonly { readonly id: string }[]) => tasks.map(({ id }) => id);

/** The operations that change several tasks: all of them or none. */
export const bulkTaskOperations = {
  create_bulk: operation({
    summary: 'Create up to 100 tasks',
    description: 'All or nothing.',
    scope: 'tasks:write',
    max_rows: MAX_BULK,
    route: { method: 'POST', path: '/tasks/bulk', status: 201 },
    tools: [{ name: 'create_tasks', family: 'tasks', action: 'create_bulk' }],
    answers_many: true,
    input: z.strictObject({ tasks: z.array(newTask).min(1).max(MAX_BULK).describe('The new tasks') }),
    output: z.object({ data: z.array(Task) }),
    emits: [taskCreated, taskAssigned],
    undo: (_input, { data }) => ({ tool: 'delete_tasks', arguments: { ids: withIds(data) } }),
    problems: ['conflict', 'limit_reached', 'unresolved_reference'],
    example: { tasks: [{ title: 'Write the text' }, { title: 'Choose the pictures' }] },
  }),
  update_bulk: operation({
    summary: 'Change up to 100 tasks',
    description: 'Each with its own fields. All or nothing.',
    scope: 'tasks:write',
    route: { method: 'PATCH', path: '/tasks/bulk', status: 200 },
    tools: [{ name: 'update_tasks', family: 'tasks', action: 'update_bulk' }],
    answers_many: true,
    input: z.strictObject({
      updates: z
        .array(
          z.strictObject({
            ...taskId,
            ...z.strictObject({ ...taskFields, ...placeFields }).partial().shape,
            ...listChanges,
            delete_next: deleteNext.optional(),
          }),
        )
        .min(1)
        .max(MAX_BULK)
        .refine((updates) => new Set(withIds(updates)).size === updates.length, 'must not have a task twice')
        .describe('The changes, one for each task'),
    }),
    output: z.object({
      data: z.array(Task),
      before: z
        .array(z.object({ id: z.string(), ...valuesBefore(TaskValues).shape }))
        .describe('The former values of the changed fields, for each task that changed'),
      next_task_ids: z.array(z.string()).describe('The new next tasks of recurring ones'),
    }),
    emits: [taskUpdated, taskStatusChanged, taskAssigned, taskUnblocked, taskCreated, taskDeleted],
    undo(_input, { data, before, next_task_ids }) {
      if (before.length === 0) return null;
      const recurred = new Set(data.flatMap(({ id, next_task_id: next }) => (next !== null && next_task_ids.includes(next) ? [id] : [])));
      const updates = before.map((values) => ({ ...values, ...(recurred.has(values.id) && { delete_next: true }) }));
      return { tool: 'update_tasks', arguments: { updates } };
    },
    problems: ['not_found', 'conflict', 'limit_reached', 'unresolved_reference'],
    example: { updates: [{ id: 'WEB-42', priority: 'high' }] },
  }),
  delete_bulk: operation({
    summary: 'Delete up to 100 tasks',
    description: 'Moves them with their subtasks to the trash, or deletes them for good. All or nothing.',
    scope: 'tasks:write',
    allowed_when_full: true,
    route: { method: 'POST', path: '/tasks/bulk-delete', status: 200 },
    tools: [{ name: 'delete_tasks', family: 'tasks', action: 'delete_bulk' }],
    effects: ['destructive'],
    input: z.strictObject({ ids: taskIds, permanent: z.boolean().default(false).describe('true deletes for good') }),
    output: z.object({
      ids: z.array(z.string()),
      deleted_ids: z.array(z.string()).describe('Those of the named tasks that were not in the trash before'),
      deleted: z.int().describe('Deleted tasks, with their subtasks'),
    }),
    emits: [taskDeleted, taskUnblocked],
    undo: ({ permanent }, { deleted_ids: ids }) => (permanent || ids.length === 0 ? null : { tool: 'restore_tasks', arguments: { ids } }),
    problems: ['not_found', 'limit_reached'],
  }),
  restore_bulk: operation({
    summary: 'Take up to 100 tasks out of the trash',
    description: 'With the subtasks that were deleted with them. All or nothing.',
    scope: 'tasks:write',
    route: { method: 'POST', path: '/tasks/bulk-restore', status: 200 },
    tools: [{ name: 'restore_tasks', family: 'tasks', action: 'restore_bulk' }],
    input: z.strictObject({ ids: taskIds }),
    output: z.object({
      ids: z.array(z.string()),
      restored_ids: z.array(z.string()).describe('Those of the named tasks that were in the trash before'),
      restored: z.int().describe('Restored tasks, with their subtasks'),
    }),
    emits: [taskRestored],
    undo: (_input, { restored_ids: ids }) => (ids.length === 0 ? null : { tool: 'delete_tasks', arguments: { ids } }),
    problems: ['not_found', 'conflict', 'limit_reached'],
  }),
};
