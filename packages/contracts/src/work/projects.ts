import { z } from 'zod';
import { Deleted, id, wasTrashed } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { restoreFields, undoByDeleting, valuesBefore } from '../core/undo.ts';
import { MAX_TASKS_PER_CHANGE, TASK_TRASH_DAYS } from './limits.ts';
import { changedStatuses, newStatuses, Project, ProjectValues, projectFields, projectKey } from './project.ts';
import { projectCreated, projectDeleted, projectUpdated } from './projects.events.ts';
import type { TaskStatus } from './statuses.ts';
import { taskAssigned, taskCreated, taskDeleted, taskRestored, taskStatusChanged, taskUnblocked } from './tasks.events.ts';

const projectId = { id: id('project') };

/**
 * Returns the arguments that restore statuses. A status that was removed comes back as a new one. The tasks of an added status get the
 * removed one whose tasks came to it, or else the first one of its category.
 */
function formerStatuses(former: readonly TaskStatus[], now: readonly TaskStatus[], moves: Readonly<Record<string, string>> = {}) {
  const isIn = (list: readonly TaskStatus[], { id }: TaskStatus) => list.some((one) => one.id === id);
  const added = now.filter((status) => !isIn(former, status));
  const targetOf = ({ name, category }: TaskStatus): TaskStatus =>
    former.find(({ id }) => moves[id]?.toLowerCase() === name.toLowerCase()) ??
    former.find((one) => one.category === category) ??
    former[0]!;
  const statuses = former.map((status) => (isIn(now, status) ? status : { name: status.name, category: status.category }));
  return added.length === 0 ? { statuses } : { statuses, move_tasks: Object.fromEntries(added.map((one) => [one.id, targetOf(one).name])) };
}

/** Projects: tasks with statuses of their own (contract, X1). */
export const projects = contract({
  name: 'projects',
  service: 'work',
  tag: 'Projects',
  description: 'Projects with statuses of their own, and the key that begins the identifiers of their tasks.',
  operations: {
    list: operation({
      summary: 'List projects',
      description: 'By name, unless sort says otherwise.',
      scope: 'tasks:read',
      route: { method: 'GET', path: '/projects', status: 200 },
      tools: [{ name: 'list_projects', family: 'projects', action: 'list' }],
      input: z.strictObject({
        archived: z.boolean().default(false).describe('true for the archived ones only'),
        trashed: z.boolean().default(false).describe('true for those in the trash only'),
        search: z.string().max(200).optional().describe('Part of the name or the key'),
        sort: sortBy(['name', 'created_at', 'updated_at'], 'name'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Project),
    }),
    create: operation({
      summary: 'Create a project',
      description: 'Without a key one is made from the name.',
      scope: 'tasks:write',
      route: { method: 'POST', path: '/projects', status: 201 },
      tools: [{ name: 'create_project', family: 'projects', action: 'create' }],
      input: z.strictObject({
        name: projectFields.name,
        key: projectKey.optional(),
        description: projectFields.description.default(null),
        statuses: newStatuses.optional(),
      }),
      output: Project,
      emits: [projectCreated],
      undo: undoByDeleting('delete_project'),
      problems: ['duplicate', 'limit_reached'],
      example: { name: 'Website', key: 'WEB' },
    }),
    get: operation({
      summary: 'Read a project',
      scope: 'tasks:read',
      route: { method: 'GET', path: '/projects/:id', status: 200 },
      tools: [{ name: 'get_project', family: 'projects', action: 'get' }],
      input: z.strictObject(projectId),
      output: Project,
      versioned: true,
    }),
    update: operation({
      summary: 'Change a project',
      description: `Only the fields given change. move_tasks says for each removed status that has tasks which one they get, at most ${MAX_TASKS_PER_CHANGE} tasks.`,
      scope: 'tasks:write',
      route: { method: 'PATCH', path: '/projects/:id', status: 200 },
      tools: [{ name: 'update_project', family: 'projects', action: 'update' }],
      input: z.strictObject({
        ...projectId,
        ...z.strictObject(projectFields).partial().shape,
        archived: z.boolean().optional().describe('true hides it from lists'),
        statuses: changedStatuses.optional(),
        move_tasks: z
          .record(z.string().max(64), id('status'))
          .optional()
          .describe('Ids of removed statuses, each with the id or the name of the status that its tasks get'),
      }),
      output: Project.extend({ before: valuesBefore(ProjectValues) }),
      emits: [projectUpdated, taskStatusChanged, taskUnblocked, taskCreated, taskAssigned],
      undo: ({ id, move_tasks }, { statuses, before }) =>
        restoreFields('update_project')(
          { id },
          { before: { ...before, ...(before.statuses && formerStatuses(before.statuses as TaskStatus[], statuses, move_tasks)) } },
        ),
      problems: ['conflict', 'attached', 'limit_reached'],
      versioned: true,
      example: { id: 'prj_01jd0000000000000000000000', archived: true },
    }),
    delete: operation({
      summary: 'Delete a project',
      description: `Moves it to the trash for ${TASK_TRASH_DAYS} days, or deletes it for good. A project with tasks needs delete_tasks, and then at most ${MAX_TASKS_PER_CHANGE} tasks go with it.`,
      scope: 'tasks:write',
      route: { method: 'DELETE', path: '/projects/:id', status: 200 },
      tools: [{ name: 'delete_project', family: 'projects', action: 'delete' }],
      input: z.strictObject({
        ...projectId,
        delete_tasks: z.boolean().default(false).describe('true deletes its tasks with it'),
        permanent: z.boolean().default(false).describe('true deletes for good'),
      }),
      output: Deleted.extend({ was_trashed: wasTrashed }),
      emits: [projectDeleted, taskDeleted, taskUnblocked],
      undo: ({ id, permanent }, { was_trashed }) => (permanent || was_trashed ? null : { tool: 'restore_project', arguments: { id } }),
      problems: ['attached', 'limit_reached'],
      versioned: true,
    }),
    restore: operation({
      summary: 'Take a project out of the trash',
      description: 'The tasks that were deleted with it come back.',
      scope: 'tasks:write',
      route: { method: 'POST', path: '/projects/:id/restore', status: 200 },
      tools: [{ name: 'restore_project', family: 'projects', action: 'restore' }],
      input: z.strictObject(projectId),
      output: Project.extend({ was_trashed: wasTrashed }),
      emits: [projectUpdated, taskRestored],
      undo: ({ id }, { was_trashed }) => (was_trashed ? { tool: 'delete_project', arguments: { id, delete_tasks: true } } : null),
      problems: ['conflict', 'limit_reached'],
    }),
  },
});
