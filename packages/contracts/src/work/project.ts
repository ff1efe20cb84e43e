import { z } from 'zod';
import { id, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { MAX_STATUSES } from './limits.ts';
import { StatusCategory, statusName, TaskStatus } from './statuses.ts';

const projectName = nonEmptyLine(200).describe('Name of the project');
const description = z.string().max(10_000).nullable().describe('Description of the project');

/** The key of a project, the first part of the identifiers of its tasks. */
export const projectKey = z
  .string()
  .regex(/^[A-Z][A-Z0-9]{1,9}$/, 'must have 2 to 10 capital letters and digits, and begin with a letter')
  .describe('First part of the identifiers of its tasks, such as WEB of WEB-42; default made from the name');

/** The fields of a project that callers set, besides its key and its statuses. */
export const projectFields = { name: projectName, description };

/** The statuses of a new project. */
export const newStatuses = z
  .array(z.strictObject({ name: statusName, category: StatusCategory.describe('Meaning of the status') }))
  .min(1)
  .max(MAX_STATUSES)
  .describe('The statuses in order; default Backlog, To do, In progress, Done, Cancelled');

/** The statuses of a project that changes: those with an id stay. */
export const changedStatuses = z
  .array(
    z.strictObject({
      id: id('status that stays; without one it is new').optional(),
      name: statusName,
      category: StatusCategory.describe('Meaning of the status'),
    }),
  )
  .min(1)
  .max(MAX_STATUSES)
  .describe('The whole list in order; a status that has tasks and is missing here needs move_tasks');

/** A project: tasks with statuses of their own. */
export const Project = z
  .object({
    ...resource,
    name: z.string(),
    key: z.string(),
    description: z.string().nullable(),
    archived: z.boolean().describe('True for a project that lists leave out'),
    statuses: z.array(TaskStatus),
    tasks: z.object({ total: z.int(), open: z.int() }).describe('Its tasks that are not in the trash'),
    trashed_at: timestamp.nullable().describe('The time of its deletion; null unless it is in the trash'),
  })
  .meta({ id: 'Project' });

/** A project. */
export type Project = z.output<typeof Project>;

/** The values of a project before a change. */
export const ProjectValues = z.object({
  ...projectFields,
  archived: z.boolean(),
  statuses: changedStatuses,
});
