import { z } from 'zod';
import { placeFields, taskFields } from './task.ts';

/** The fields of a new task, with the defaults of those that are left out. */
export const newTask = z.strictObject({
  title: taskFields.title,
  description: taskFields.description.default(null),
  project_id: placeFields.project_id.default(null),
  status_id: placeFields.status_id.optional(),
  parent_id: placeFields.parent_id.default(null),
  priority: taskFields.priority.default('none'),
  assignees: taskFields.assignees.default([]),
  labels: taskFields.labels.default([]),
  start_date: taskFields.start_date.default(null),
  due_date: taskFields.due_date.default(null),
  due_time: taskFields.due_time.default(null),
  timezone: taskFields.timezone.default(null),
  estimate: taskFields.estimate.default(null),
  recurrence: taskFields.recurrence.default(null),
  reminders: taskFields.reminders.default([]),
  about: taskFields.about.default([]),
  asset_ids: taskFields.asset_ids.default([]),
  custom_fields: taskFields.custom_fields.default({}),
});

/** A new task as its creation has it. */
export type NewTask = z.output<typeof newTask>;
