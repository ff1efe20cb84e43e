import { filters, requestedSort } from '../tables/filters.ts';

/** The fields that filters of tasks name, besides `custom_fields.` and a key. */
export const taskFilterFields = [
  'id',
  'number',
  'title',
  'description',
  'project_id',
  'status_id',
  'status_category',
  'priority',
  'assignees',
  'labels',
  'parent_id',
  'start_date',
  'due_date',
  'due_time',
  'timezone',
  'due_at',
  'estimate',
  'recurrence',
  'reminders',
  'about',
  'asset_ids',
  'position',
  'blocked',
  'completed_at',
  'next_task_id',
  'claim_ends_at',
  'created_by',
  'created_at',
  'updated_at',
  'trashed_at',
] as const;

/** A field that filters of tasks name. */
export type TaskFilterField = (typeof taskFilterFields)[number];

/** The fields by which tasks are sorted, besides `custom_fields.` and a key. */
export const taskSortFields = [
  'created_at',
  'updated_at',
  'due_at',
  'due_date',
  'due_time',
  'start_date',
  'completed_at',
  'claim_ends_at',
  'trashed_at',
  'priority',
  'status_id',
  'status_category',
  'position',
  'title',
  'number',
  'estimate',
  'project_id',
  'created_by',
  'id',
] as const;

/** A field by which tasks are sorted. */
export type TaskSortField = (typeof taskSortFields)[number];

/** The beginning of the name of a custom field in filters and in an order. */
export const CUSTOM_FIELD_PREFIX = 'custom_fields.';

/** Conditions on the fields of tasks, in the grammar of filters of rows. */
export const taskFilters = filters.describe(
  'JSON: a list of {column_key, op, value} as filters of rows, and of {"and": […]} and {"or": […]}; column_key is a field of a task, such as due_date, labels or custom_fields.size',
);

/** The order of a list of tasks: a list of fields, or the short form. */
export const taskSort = requestedSort
  .default([{ column_key: 'created_at', direction: 'desc' }])
  .describe(
    'Order, default -created_at: fields such as -priority,due_at, - reverses one; or JSON: a list of {column_key, direction}. Empty values come first in asc and last in desc, but tasks without due_at are the latest',
  );
