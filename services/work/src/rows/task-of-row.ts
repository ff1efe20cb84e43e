import type { Task } from '@space/contracts/work';
import { isoTime } from '@space/database';
import { identifierOf, type TaskRow, valuesOf } from './task-row.ts';

/** The parts of a task that follow from other rows. */
export type Surroundings = Pick<Task, 'links' | 'subtasks' | 'comment_count'>;

/** The surroundings of a new task. */
export const nothingAround: Surroundings = { links: [], subtasks: { total: 0, done: 0 }, comment_count: 0 };

/** Returns a task that no open task blocks as the wire shows it. */
export function taskOfRow(row: TaskRow, around: Surroundings): Task {
  const { project_id: _, status_id: __, ...values } = valuesOf(row);
  return {
    id: row.id,
    created_at: wireTimeOf(row.created_at),
    updated_at: wireTimeOf(row.updated_at),
    identifier: identifierOf(row),
    number: row.number,
    ...values,
    project: row.project && { id: row.project.id, name: row.project.name, key: row.project.key },
    status: { id: row.status_id, name: row.status, category: row.status_category },
    assignees: row.assignees.map(({ kind, id, name }) => ({ kind, id, name })),
    due_at: row.due_at && wireTimeOf(row.due_at),
    position: row.position,
    blocked: false,
    links: around.links,
    subtasks: around.subtasks,
    comment_count: around.comment_count,
    completed_at: row.completed_at && wireTimeOf(row.completed_at),
    next_task_id: row.next_task_id,
    claim_ends_at: row.claim_ends_at && wireTimeOf(row.claim_ends_at),
    created_by: row.created_by,
    trashed_at: row.trashed_at && wireTimeOf(row.trashed_at),
  };
}

/** Returns a time, which Postgres may have written, as the wire shows it. */
const wireTimeOf = (time: string): string => (time.endsWith('Z') ? time : isoTime(Date.parse(time)));
