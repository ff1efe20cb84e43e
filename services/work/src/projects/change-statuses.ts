import { isDeepStrictEqual } from 'node:util';
import { type Actor, type FieldError, invalidFields, Problem } from '@space/contracts/core';
import { MAX_TASKS_PER_CHANGE, type TaskStatus } from '@space/contracts/work';
import { newId } from '@space/database';
import type { UnblockedTask } from '../blockers/unblocked.ts';
import { type AppliedChanges, applyChanges } from '../changes/apply-changes.ts';
import type { CreatingTransaction } from '../changes/insert-rows.ts';
import type { TaskChange } from '../changes/store-changes.ts';
import type { People } from '../people/people.ts';
import { lockTaskRows } from '../rows/task-rows.queries.ts';
import { findStatus } from '../statuses/choose-status.ts';
import { lockStatuses } from '../statuses/statuses.queries.ts';
import { deleteStatuses, findTasksWithStatus, upsertStatuses } from './projects.queries.ts';

/** New statuses of a project, with the former ones and the moves of tasks whose status is removed. */
interface StatusChange {
  readonly space: string;
  readonly project: { readonly id: string; readonly key: string };
  readonly former: readonly TaskStatus[];
  readonly statuses: readonly { readonly id?: string | undefined; readonly name: string; readonly category: TaskStatus['category'] }[];
  readonly move_tasks: Readonly<Record<string, string>>;
}

/** The effect of a change of statuses. */
interface StatusEffect {
  readonly isChanged: boolean;
  /** The tasks whose status or category changed, without those in the trash. */
  readonly changes: readonly TaskChange[];
  readonly unblocked: readonly UnblockedTask[];
}

/** Replaces the statuses of a project. A removed status that has tasks needs `move_tasks`; a new category counts for the tasks of its status. */
export async function changeStatuses(
  tx: CreatingTransaction,
  actor: Actor,
  { space, project, former, statuses, move_tasks }: StatusChange,
  people: People,
): Promise<StatusEffect> {
  await lockStatuses(tx, space, project.id);
  const errors = statuses.flatMap(({ id }, at): FieldError[] =>
    id === undefined || former.some((status) => status.id === id)
      ? []
      : [
          {
            path: `statuses.${at}.id`,
            code: 'unknown_status',
            message: 'is not the id of a status of this project; leave it out for a new one',
          },
        ],
  );
  const after = statuses.map(({ id, name, category }): TaskStatus => ({ id: id ?? newId('sta'), name, category }));
  const removed = former.filter(({ id }) => !after.some((status) => status.id === id));
  const targets = new Map<string, TaskStatus>();
  for (const [from, to] of Object.entries(move_tasks)) {
    const target = findStatus(after, to);
    if (!target)
      errors.push({
        path: `move_tasks.${from}`,
        code: 'unknown_status',
        message: 'must be the id or the name of a status of the new list',
      });
    else targets.set(from, target);
  }
  if (errors.length > 0) throw invalidFields(errors);
  if (isDeepStrictEqual(former, after)) return { isChanged: false, changes: [], unblocked: [] };
  for (const status of removed)
    if (!targets.has(status.id)) {
      if ((await findTasksWithStatus(tx, space, project.id, [status.id], 1)).length > 0)
        throw new Problem(
          'attached',
          `The status ${status.name} has tasks; say in move_tasks which one they get: {"${status.id}": "<id or name>"}.`,
        );
    }
  await upsertStatuses(tx, space, project.id, after);
  const regrouped = after.filter(({ id, category }) => former.some((status) => status.id === id && status.category !== category));
  for (const status of regrouped) targets.set(status.id, status);
  const { changes, unblocked } = await moveTasks(tx, actor, space, project.id, targets, people, new Set(removed.map(({ id }) => id)));
  await deleteStatuses(
    tx,
    space,
    removed.map(({ id }) => id),
  );
  return { isChanged: true, changes: changes.filter(({ after }) => after.trashed_at === null), unblocked };
}

/** Gives the tasks of some statuses others, or another category. */
async function moveTasks(
  tx: CreatingTransaction,
  actor: Actor,
  space: string,
  project: string,
  targets: ReadonlyMap<string, TaskStatus>,
  people: People,
  removed: ReadonlySet<string>,
): Promise<Pick<AppliedChanges, 'changes' | 'unblocked'>> {
  if (targets.size === 0) return { changes: [], unblocked: [] };
  const ids = await findTasksWithStatus(tx, space, project, [...targets.keys()], MAX_TASKS_PER_CHANGE + 1);
  if (ids.length > MAX_TASKS_PER_CHANGE)
    throw new Problem('limit_reached', `One call can move ${MAX_TASKS_PER_CHANGE} tasks to another status; move some of them first.`);
  const rows = [...(await lockTaskRows(tx, space, ids)).values()].map((before) => {
    const { id, name, category } = targets.get(before.status_id)!;
    return { before, after: { ...before, status_id: id, status: name, status_category: category } };
  });
  return applyChanges(tx, actor, rows, people, removed);
}
