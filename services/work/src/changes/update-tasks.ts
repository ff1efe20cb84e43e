import type { CallContext } from '@space/bus';
import { assertAll, invalidFields, notFound, Problem, unresolvedReferences } from '@space/contracts/core';
import type { taskAssigned, taskCreated, taskStatusChanged, taskUnblocked, taskUpdated } from '@space/contracts/work';
import type { Transaction } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { type Directories, findPeople, type People } from '../people/people.ts';
import { drawNumbers, drawPlaces } from '../places/lists.queries.ts';
import { assertParent, lockTrees } from '../places/parents.queries.ts';
import { type Place, resolvePlaces } from '../places/resolve-places.ts';
import { assertNotTrashed, lockTasks } from '../rows/find-task.ts';
import { nameOf, type TaskRow } from '../rows/task-row.ts';
import { findTaskIds, findTaskRows } from '../rows/task-rows.queries.ts';
import { fieldErrors } from '../rows/validate-fields.ts';
import { announceAssignees, announceStatus, announceUnblocked, announceValues } from './announce.ts';
import { type AppliedChanges, applyChanges } from './apply-changes.ts';
import { newAssignees, patchedRow, patchedValues, type TaskPatch } from './patch.ts';
import { leaveProject, numberIn } from './renumber.queries.ts';

/** A change of one task: the id or identifier that names it, the values, and the beginning of their paths in the call. */
export interface TaskUpdate {
  readonly id: string;
  readonly patch: TaskPatch;
  readonly prefix: string;
}

/** A transaction that can announce all changes of tasks. */
export type UpdatingTransaction = Transaction<
  typeof taskUpdated | typeof taskStatusChanged | typeof taskAssigned | typeof taskUnblocked | typeof taskCreated
>;

/** Looks up the people, agents and things of updates before their transaction. Throws `not_found` for a task and one problem with all other faults. */
export async function prepareUpdates(
  ports: Directories & Pick<Ports, 'database'>,
  context: CallContext,
  updates: readonly TaskUpdate[],
): Promise<People> {
  const space = context.caller.space_id;
  const ids = await findTaskIds(
    ports.database,
    space,
    updates.map(({ id }) => id),
  );
  const rows = await findTaskRows(ports.database, space, [...ids.values()]);
  const tasks = updates.map(({ id }) => {
    const row = rows.get(ids.get(id) ?? '');
    if (!row) throw notFound('task', id);
    return row;
  });
  const errors = updates.flatMap(({ patch, prefix }, at) => fieldErrors(patchedValues(tasks[at]!, patch), prefix));
  const found = findPeople(
    ports,
    context,
    tasks,
    updates.flatMap(({ patch, prefix }, at) => [
      ...newAssignees(tasks[at]!, patch).map((assignee, index) => ({
        path: `${prefix}${patch.assignees ? 'assignees' : 'add_assignees'}.${index}`,
        assignee,
      })),
      ...(patch.about ?? []).map((about, index) => ({ path: `${prefix}about.${index}`, about })),
    ]),
  );
  await assertAll([
    errors.length > 0 ? Promise.reject(invalidFields(errors)) : undefined,
    found.then(({ missing }) => {
      if (missing.length > 0) throw unresolvedReferences(missing);
    }),
  ]);
  return (await found).people;
}

/** Changes tasks in a transaction and announces what changed. Returns the locked rows in the order of the updates and the changes. */
export async function updateTasks(
  tx: UpdatingTransaction,
  context: CallContext,
  updates: readonly TaskUpdate[],
  people: People,
  lock: (rows: readonly TaskRow[]) => void = () => {},
): Promise<AppliedChanges & { readonly rows: readonly TaskRow[] }> {
  const { space_id: space, actor } = context.caller;
  if (updates.some(({ patch }) => patch.parent_id !== undefined)) await lockTrees(tx, space);
  const before = await lockTasks(
    tx,
    space,
    updates.map(({ id }) => id),
  );
  lock(before);
  for (const row of before) assertNotTrashed(row);
  // A change between the first read and the lock may have left other values, whose rules are checked again.
  const errors = updates.flatMap(({ patch, prefix }, at) => fieldErrors(patchedValues(before[at]!, patch), prefix));
  if (errors.length > 0) throw invalidFields(errors);
  const places = await resolvePlaces(
    tx,
    space,
    updates.map(({ patch, prefix }, at) => ({ ...patch, prefix, task: before[at]! })),
  );
  const rows: { before: TaskRow; after: TaskRow }[] = [];
  for (const [at, { patch }] of updates.entries()) {
    if (newAssignees(before[at]!, patch).some((one) => people.assignee(one) === undefined))
      throw new Problem('conflict', 'The assignees were changed by another call at the same time; send the change again.');
    const after = await placed(tx, before[at]!, patchedRow(before[at]!, patch, places[at]!, people), places[at]!);
    rows.push({ before: before[at]!, after });
  }
  const applied = await applyChanges(tx, actor, rows, people);
  for (const change of applied.changes) {
    announceStatus(tx, change, people);
    announceAssignees(tx, change, people);
    announceValues(tx, change, people);
  }
  announceUnblocked(tx, applied.unblocked, people);
  return { ...applied, rows: before };
}

/** Gives a task that comes into another project a number and the last place there, and checks a new parent. */
export async function placed(tx: UpdatingTransaction, before: TaskRow, after: TaskRow, place: Place): Promise<TaskRow> {
  const space = before.space_id;
  if (place.parent && place.parent.id !== before.parent_id)
    await assertParent(tx, space, { id: place.parent.id, name: nameOf(place.parent) }, { id: before.id, name: nameOf(before) });
  if (before.project_id === after.project_id) return after;
  const number = after.project_id === null ? null : await numberOf(tx, space, after.project_id, after.id);
  const [position] = await drawPlaces(tx, 1);
  if (before.project_id !== null) await leaveProject(tx, space, before.project_id, before.number!, before.id);
  return { ...after, number, position: position! };
}

/** Returns the number of a task that comes into a project: the one that it had there, or a new one. */
const numberOf = async (tx: UpdatingTransaction, space: string, project_id: string, id: string): Promise<number> =>
  (await numberIn(tx, space, project_id, id)) ?? (await drawNumbers(tx, space, [{ project_id, count: 1 }])).get(project_id)!;
