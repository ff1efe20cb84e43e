import { z } from 'zod';
import { id, MAX_ID_LENGTH } from '../core/fields.ts';
import { cursor, includeTotal, limit } from '../core/page.ts';
import { day, moment } from '../core/time-fields.ts';
import { StatusCategory } from './statuses.ts';
import { Priority, taskLabel } from './task.ts';

/** The fields by which tasks are sorted. */
const sortFields = ['created_at', 'updated_at', 'due_at', 'priority', 'position', 'title'] as const;

/** The order of a list of tasks. */
const sort = z
  .enum(sortFields.flatMap((field): (typeof field | `-${typeof field}`)[] => [field, `-${field}`]))
  .default('-created_at')
  .describe('Order; - reverses it. Tasks without a due date come last by due_at');

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
  sort,
  limit,
  cursor,
  include_total: includeTotal,
};

/** The id of a task, or its identifier such as WEB-42. */
export const taskId = { id: z.string().min(1).max(MAX_ID_LENGTH).describe('Id of the task, or its identifier such as WEB-42') };
