import { z } from 'zod';
import { id, MAX_ID_LENGTH } from '../core/fields.ts';
import { includeTotal, limit } from '../core/page.ts';
import { day, moment, timeZone } from '../core/time-fields.ts';
import { sortedCursor } from '../tables/row-selection.ts';
import { StatusCategory } from './statuses.ts';
import { Priority, taskLabel } from './task.ts';
import { taskFilters, taskSort } from './task-order.ts';

/** The filters, the order and the paging of a list of tasks. */
export const taskSelection = {
  project_id: id('project, or none').optional(),
  status_id: id('status').optional(),
  status_category: z.array(StatusCategory).min(1).max(5).optional().describe('Categories of the status; default all'),
  priority: z.array(Priority).min(1).max(5).optional().describe('Urgencies'),
  assignee_id: id('contact or agent, or none').optional(),
  label: taskLabel.optional(),
  parent_id: id('task, or none for tasks that are no part of another').optional(),
  first_due_date: day.optional().describe('First day of the due date'),
  last_due_date: day.optional().describe('Last day of the due date'),
  overdue: z.boolean().optional().describe('true for open tasks past their due time'),
  blocked: z.boolean().optional().describe('true for tasks that an open task blocks'),
  about_id: z.string().min(1).max(2_000).optional().describe('Id or address of a thing that the task is about'),
  min_updated_at: moment.optional().describe('Changed at this time or later'),
  trashed: z.boolean().default(false).describe('true for tasks in the trash only'),
  search: z.string().max(200).optional().describe('Part of the title, or an identifier'),
  filters: taskFilters.optional(),
  sort: taskSort,
  timezone: timeZone.default('UTC').describe('IANA zone of the days in filters'),
  limit,
  cursor: sortedCursor,
  include_total: includeTotal,
};

/** The filters, the order and the paging of a list of tasks. */
export type TaskSelection = z.output<z.ZodObject<typeof taskSelection>>;

/** The id of a task, or its identifier such as WEB-42. */
export const taskId = { id: z.string().min(1).max(MAX_ID_LENGTH).describe('Id of the task, or its identifier such as WEB-42') };
