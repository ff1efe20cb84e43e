import { z } from 'zod';
import { nonEmptyLine } from '../core/fields.ts';

/** The categories of statuses, in the order of the work; their names and their order within a project are free. */
export const statusCategories = ['backlog', 'todo', 'in_progress', 'done', 'cancelled'] as const;

/** The category of a status. */
export type StatusCategory = (typeof statusCategories)[number];

/** The category of a status. */
export const StatusCategory = z.enum(statusCategories);

/** Returns true for a category of tasks that are still to be done. */
export const isOpenCategory = (category: StatusCategory): boolean => category !== 'done' && category !== 'cancelled';

/** The open categories. */
export const openCategories = statusCategories.filter(isOpenCategory);

/** A status of a project. */
export const TaskStatus = z.object({ id: z.string(), name: z.string(), category: StatusCategory }).meta({ id: 'TaskStatus' });

/** A status of a project. */
export type TaskStatus = z.output<typeof TaskStatus>;

/** The name of a status. */
export const statusName = nonEmptyLine(100).describe('Name of the status');

/** The statuses of a new project. */
export const defaultStatuses: readonly Omit<TaskStatus, 'id'>[] = [
  { name: 'Backlog', category: 'backlog' },
  { name: 'To do', category: 'todo' },
  { name: 'In progress', category: 'in_progress' },
  { name: 'Done', category: 'done' },
  { name: 'Cancelled', category: 'cancelled' },
];

/** The statuses of tasks without a project; their ids are the same in every Space. */
export const statusesWithoutProject: readonly TaskStatus[] = defaultStatuses.map((status, index) => ({
  id: `sta_${String(index + 1).padStart(26, '0')}`,
  ...status,
}));
