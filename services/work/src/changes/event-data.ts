import { priorities, type TaskEventData } from '@space/contracts/work';
import { isoTime } from '@space/database';
import { contactIdOf, type People } from '../people/people.ts';
import { assetIdsOf, identifierOf, type TaskRow } from '../rows/task-row.ts';

/** Returns the data of every event about a task. */
export function taskEventData(task: TaskRow, people: People): TaskEventData {
  const contact_id = contactIdOf(task);
  const contact = contact_id === null ? undefined : people.contact(contact_id);
  return {
    task_id: task.id,
    task: task.title,
    identifier: identifierOf(task),
    task_version: task.version,
    project_id: task.project_id,
    project: task.project?.name ?? null,
    status_id: task.status_id,
    status: task.status,
    status_category: task.status_category,
    priority: priorities[task.priority]!,
    assignees: task.assignees.map(({ kind, id, name }) => ({ kind, id, name })),
    assignee_ids: task.assignees.map(({ id }) => id),
    labels: [...task.labels],
    due_date: task.due_date,
    due_time: task.due_time,
    timezone: task.timezone,
    due_at: task.due_at === null ? null : isoTime(Date.parse(task.due_at)),
    about: task.about,
    asset_ids: assetIdsOf(task),
    path: `/tasks/${task.id}`,
    ...(contact_id !== null && { contact_id: contact?.id ?? contact_id }),
    ...(contact && { contact }),
  };
}
