import { z } from 'zod';
import { id } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, limit, page, sortBy } from '../core/page.ts';

/** A label with the number of its tasks. */
export const TaskLabel = z.object({ label: z.string(), open: z.int(), done: z.int() }).meta({ id: 'TaskLabel' });

/** The labels of tasks. */
export const taskLabels = contract({
  name: 'task_labels',
  service: 'work',
  tag: 'Task labels',
  description: 'The labels that tasks have.',
  operations: {
    list: operation({
      summary: 'List the labels of tasks',
      description: 'With the number of open and of done tasks; tasks in the trash do not count. By name, unless sort says otherwise.',
      scope: 'tasks:read',
      route: { method: 'GET', path: '/task-labels', status: 200 },
      tools: [{ name: 'list_task_labels', family: 'tasks', action: 'list_labels' }],
      input: z.strictObject({ project_id: id('project').optional(), sort: sortBy(['label'], 'label'), limit, cursor }),
      output: page(TaskLabel),
    }),
  },
});
