import { z } from 'zod';
import { id } from '../core/fields.ts';
import { operation } from '../core/operation.ts';
import { CLAIM_MINUTES } from './limits.ts';
import { assigneeRef, deleteNext, placeFields, Task, taskLabel } from './task.ts';
import { taskId } from './task-selection.ts';
import { taskAssigned, taskCreated, taskDeleted, taskStatusChanged, taskUnblocked, taskUpdated } from './tasks.events.ts';

const placeBefore = z.object({
  project_id: z.string().nullable(),
  status_id: z.string(),
  parent_id: z.string().nullable(),
  before_id: z.string().nullable().describe('The task that followed it'),
  after_id: z.string().nullable().describe('The task before it, if none followed it'),
});
const statusBefore = z.string().nullable().describe('The former status; null when it did not change');

/** Declares the next task that a change has made. */
export const nextTask = <T extends z.ZodType>(task: T) => task.nullable().describe('The new next task of a recurring one');

/** Returns the argument of an undo that also deletes the next task; nothing if none was made. */
export const deletesNext = (next: object | null) => (next === null ? {} : { delete_next: true });

/** The operations that bring a task to another status or place. */
export const taskStateOperations = {
  claim: operation({
    summary: 'Claim the next task that no one has',
    description:
      'Assigns the most urgent and then oldest open task without an assignee to the caller, and sets it in progress. No two callers get the same task. A lease that ends without a change or a comment gives it back. Answers task null when there is none.',
    scope: 'tasks:write',
    route: { method: 'POST', path: '/tasks/claim', status: 200 },
    tools: [{ name: 'claim_task', family: 'tasks', action: 'claim' }],
    input: z.strictObject({
      project_id: id('project').optional(),
      label: taskLabel.optional(),
      status_category: z.enum(['backlog', 'todo']).default('todo').describe('Category of the tasks to choose from'),
      lease_minutes: z
        .int()
        .min(CLAIM_MINUTES.min)
        .max(CLAIM_MINUTES.max)
        .default(CLAIM_MINUTES.default)
        .describe('Time until which the task must be changed'),
      assignee: assigneeRef.optional().describe('Assignee; default the agent that calls, required for other keys'),
    }),
    output: z.object({ task: Task.nullable(), status_before: statusBefore }),
    emits: [taskStatusChanged, taskAssigned],
    undo: (_input, { task, status_before }) =>
      task === null ? null : { tool: 'update_task', arguments: { id: task.id, status_id: status_before, assignees: [] } },
    problems: ['unresolved_reference'],
    example: { lease_minutes: 30, assignee: { kind: 'agent', id: 'agt_01jd0000000000000000000000' } },
  }),
  complete: operation({
    summary: 'Complete a task',
    description: 'A recurring task makes its next one. A task that open tasks block is refused unless force.',
    scope: 'tasks:write',
    route: { method: 'POST', path: '/tasks/:id/complete', status: 200 },
    tools: [{ name: 'complete_task', family: 'tasks', action: 'complete' }],
    input: z.strictObject({
      ...taskId,
      status_id: id('status of the category done; default the first').optional(),
      force: z.boolean().default(false).describe('true completes it although open tasks block it'),
    }),
    output: Task.extend({ next_task: nextTask(Task), status_before: statusBefore }),
    emits: [taskStatusChanged, taskUnblocked, taskCreated, taskAssigned],
    undo: (_input, { id, status_before, next_task }) =>
      status_before === null ? null : { tool: 'update_task', arguments: { id, status_id: status_before, ...deletesNext(next_task) } },
    problems: ['conflict', 'limit_reached', 'unresolved_reference'],
    example: { id: 'WEB-42' },
  }),
  reopen: operation({
    summary: 'Reopen a task',
    description:
      'For a done or cancelled task. delete_next moves the next task of a recurring one to the trash, if no one changed it and it has no comments, subtasks or links.',
    scope: 'tasks:write',
    route: { method: 'POST', path: '/tasks/:id/reopen', status: 200 },
    tools: [{ name: 'reopen_task', family: 'tasks', action: 'reopen' }],
    input: z.strictObject({
      ...taskId,
      status_id: id('open status; default the first of the category todo').optional(),
      delete_next: deleteNext,
    }),
    output: Task.extend({ status_before: statusBefore }),
    emits: [taskStatusChanged, taskDeleted, taskUnblocked],
    undo: (_input, { id, status_before }) =>
      status_before === null ? null : { tool: 'update_task', arguments: { id, status_id: status_before } },
    problems: ['conflict', 'limit_reached', 'unresolved_reference'],
    example: { id: 'WEB-42' },
  }),
  move: operation({
    summary: 'Move a task to another place, status, project or parent',
    description:
      'before_id or after_id name a task of the same project and status. In another project it gets a new number; its old identifier still finds it.',
    scope: 'tasks:write',
    route: { method: 'POST', path: '/tasks/:id/move', status: 200 },
    tools: [{ name: 'move_task', family: 'tasks', action: 'move' }],
    input: z.strictObject({
      ...taskId,
      project_id: placeFields.project_id.optional(),
      status_id: placeFields.status_id.optional(),
      parent_id: placeFields.parent_id.optional(),
      before_id: id('task that follows it then').optional(),
      after_id: id('task that it follows then').optional(),
      delete_next: deleteNext,
    }),
    output: Task.extend({ before: placeBefore, next_task: nextTask(Task) }),
    emits: [taskUpdated, taskStatusChanged, taskUnblocked, taskCreated, taskAssigned, taskDeleted],
    undo: (_input, { id, next_task, before: { before_id, after_id, ...before } }) => ({
      tool: 'move_task',
      arguments: {
        id,
        ...before,
        ...(before_id !== null && { before_id }),
        ...(after_id !== null && { after_id }),
        ...deletesNext(next_task),
      },
    }),
    problems: ['conflict', 'limit_reached', 'unresolved_reference'],
    example: { id: 'WEB-42', after_id: 'WEB-7' },
  }),
};
