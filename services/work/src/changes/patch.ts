import type { AssigneeRef, listChanges, TaskValues } from '@space/contracts/work';
import type { z } from 'zod';
import type { People } from '../people/people.ts';
import type { Place } from '../places/resolve-places.ts';
import { priorityNumber, type TaskRow, valuesOf } from '../rows/task-row.ts';

type ListChanges = { readonly [Name in keyof typeof listChanges]?: z.output<(typeof listChanges)[Name]> };

/** The values of a task that a call changes; undefined for those that stay. */
export type TaskPatch = { readonly [Name in keyof TaskValues]?: TaskValues[Name] | undefined } & ListChanges;

const isSame = (one: AssigneeRef) => (other: AssigneeRef) => one.kind === other.kind && one.id === other.id;

/** Returns the labels and assignees after a patch: the whole list if it is given, then without the removed and with the added ones. */
function patchedLists(task: TaskRow, patch: TaskPatch): Pick<TaskValues, 'labels' | 'assignees'> {
  const was = valuesOf(task);
  const { remove_labels = [], add_labels = [], remove_assignees = [], add_assignees = [] } = patch;
  const labels = (patch.labels ?? was.labels).filter((label) => !remove_labels.includes(label));
  const assignees = (patch.assignees ?? was.assignees).filter((one) => !remove_assignees.some(isSame(one)));
  return {
    labels: [...new Set([...labels, ...add_labels])],
    assignees: [
      ...assignees,
      ...add_assignees.filter((one, at) => !assignees.some(isSame(one)) && add_assignees.findIndex(isSame(one)) === at),
    ],
  };
}

/** Returns the values of a task after a patch. */
export function patchedValues(task: TaskRow, patch: TaskPatch): TaskValues {
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  return { ...valuesOf(task), ...given, ...patchedLists(task, patch) };
}

/** Returns the assignees that a patch adds to those that a task has. */
export const newAssignees = (task: TaskRow, patch: TaskPatch): AssigneeRef[] =>
  patchedLists(task, patch).assignees.filter((one) => !task.assignees.some(isSame(one)));

/**
 * Returns the row of a task after a patch, in a place. A new assignee gets the name that `people` knows, and a due date without a zone gets
 * `zone`.
 */
export function patchedRow(task: TaskRow, patch: TaskPatch, place: Place, people: People, zone: string | null = null): TaskRow {
  const values = patchedValues(task, patch);
  return {
    ...task,
    title: values.title,
    description: values.description,
    priority: priorityNumber(values.priority),
    assignees: values.assignees.map((one) => task.assignees.find(isSame(one)) ?? people.assignee(one)!),
    labels: values.labels,
    start_date: values.start_date,
    due_date: values.due_date,
    due_time: values.due_time,
    timezone: values.timezone ?? (values.due_date === null ? null : zone),
    estimate: values.estimate,
    recurrence: values.recurrence,
    reminders: values.reminders.map(({ minutes_before }) => minutes_before),
    about: values.about,
    asset_ids: values.asset_ids,
    custom_fields: values.custom_fields,
    project_id: place.project?.id ?? null,
    project: place.project,
    status_id: place.status.id,
    status_category: place.status.category,
    status: place.status.name,
    parent_id: place.parent?.id ?? null,
  };
}
