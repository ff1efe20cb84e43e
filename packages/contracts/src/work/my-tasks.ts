import { z } from 'zod';
import { contract, operation } from '../core/operation.ts';
import { page } from '../core/page.ts';
import { Task } from './task.ts';
import { taskSelection } from './task-selection.ts';

/** The tasks of the agent that calls, over MCP only. */
export const myTasks = contract({
  name: 'my_tasks',
  service: 'work',
  tag: 'My tasks',
  description: 'The tasks of the agent that calls.',
  operations: {
    list: operation({
      summary: 'List the tasks of the agent that calls',
      description: 'Only for the key of an agent.',
      scope: 'tasks:read',
      tools: [{ name: 'list_my_tasks', family: 'tasks', action: 'list_mine' }],
      input: z.strictObject(taskSelection).omit({ assignee_id: true }),
      output: page(Task),
      problems: ['forbidden'],
    }),
  },
});
