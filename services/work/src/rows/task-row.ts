import { sortedAssetIds } from '@space/contracts/assets';
import type { Actor } from '@space/contracts/core';
import { priorities, type StatusCategory, type Task, type TaskValues } from '@space/contracts/work';

/** A person or an agent to whom a task is assigned, with the name at the time of the assignment. */
export interface Assignee {
  readonly kind: 'person' | 'agent';
  readonly id: string;
  readonly name: string;
}

/** The columns of `work.task` that are written, as Postgres shows them in JSON. */
export interface TaskColumns {
  readonly space_id: string;
  readonly id: string;
  readonly project_id: string | null;
  readonly number: number | null;
  readonly title: string;
  readonly description: string | null;
  readonly status_id: string;
  readonly status_category: StatusCategory;
  /** 0 none to 4 urgent. */
  readonly priority: number;
  readonly parent_id: string | null;
  readonly start_date: string | null;
  readonly due_date: string | null;
  readonly due_time: string | null;
  readonly timezone: string | null;
  readonly due_at: string | null;
  readonly estimate: number | null;
  readonly recurrence: { readonly rrule: string; readonly after: 'due' | 'completion' } | null;
  readonly reminders: readonly number[];
  readonly about: Task['about'];
  /** The assets that it has as attachments. */
  readonly asset_ids: readonly string[];
  readonly custom_fields: Task['custom_fields'];
  readonly position: string;
  readonly assignee_count: number;
  readonly completed_at: string | null;
  readonly claim_ends_at: string | null;
  readonly next_task_id: string | null;
  readonly series_start: string | null;
  readonly occurrence: number;
  readonly created_by: Actor;
  readonly trashed_at: string | null;
  readonly trashed_with: string | null;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A task as it is stored, with the parts that its events name. */
export interface TaskRow extends TaskColumns {
  readonly assignees: readonly Assignee[];
  readonly labels: readonly string[];
  readonly project: { readonly id: string; readonly name: string; readonly key: string } | null;
  /** The name of its status. */
  readonly status: string;
}

/** Returns the identifier of a task; null without a project. */
export const identifierOf = ({ project, number }: Pick<TaskRow, 'project' | 'number'>): string | null =>
  project === null || number === null ? null : `${project.key}-${number}`;

/** Returns the ids of all assets that a task shows: its attachments, and the assets that it is about. */
export const assetIdsOf = ({ about, asset_ids }: Pick<TaskColumns, 'about' | 'asset_ids'>): string[] =>
  sortedAssetIds([...asset_ids, ...about.flatMap(({ kind, id }) => (kind === 'asset' ? id : []))]);

/** Returns the name of a task in an error: its identifier, or its id without a project. */
export const nameOf = (task: Pick<TaskRow, 'project' | 'number' | 'id'>): string => identifierOf(task) ?? task.id;

/** Returns the number of a priority. */
export const priorityNumber = (priority: TaskValues['priority']): number => priorities.indexOf(priority);

/** Returns the values of a task that callers set. */
export const valuesOf = (row: TaskRow): TaskValues => ({
  title: row.title,
  description: row.description,
  priority: priorities[row.priority]!,
  assignees: row.assignees.map(({ kind, id }) => ({ kind, id })),
  labels: [...row.labels],
  start_date: row.start_date,
  due_date: row.due_date,
  due_time: row.due_time,
  timezone: row.timezone,
  estimate: row.estimate,
  recurrence: row.recurrence,
  reminders: row.reminders.map((minutes_before) => ({ minutes_before })),
  about: row.about,
  asset_ids: [...row.asset_ids],
  custom_fields: row.custom_fields,
  project_id: row.project_id,
  status_id: row.status_id,
  parent_id: row.parent_id,
});
