import { isDeepStrictEqual } from 'node:util';
import type { CallContext } from '@space/bus';
import { type FieldError, invalidFields, notFound, Problem } from '@space/contracts/core';
import type { taskAssigned, taskCreated, taskDeleted, taskStatusChanged, taskUnblocked, taskUpdated } from '@space/contracts/work';
import type { Transaction } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { type Directories, findPeople, type People } from '../people/people.ts';
import { findPeopleOfChange, withNextTasks } from '../people/people-of-change.ts';
import { findZone } from '../people/zone.ts';
import { drawNumbers, drawPlaces, lockLists } from '../places/lists.queries.ts';
import { assertParent, lockTrees, setParent } from '../places/parents.queries.ts';
import { assertValuesAndPlaces, type Place, resolvePlaces } from '../places/resolve-places.ts';
import { lacksZone } from '../rows/due-time.ts';
import { assertNotTrashed, lockTasks } from '../rows/find-task.ts';
import { nameOf, type TaskRow } from '../rows/task-row.ts';
import { findTaskIds, findTaskRows } from '../rows/task-rows.queries.ts';
import { fieldErrors } from '../rows/validate-fields.ts';
import { findProjects } from '../statuses/statuses.queries.ts';
import { takeStatus } from '../statuses/take-status.ts';
import { announceAssignees, announceStatus, announceUnblocked, announceValues } from './announce.ts';
import { type AppliedChanges, applyChanges } from './apply-changes.ts';
import { newAssignees, patchedRow, patchedValues, type TaskPatch } from './patch.ts';
import { leaveProject, numberIn } from './renumber.queries.ts';
import { deleteUnused, lockUnusedNextTask } from './unused-next.ts';

/** A change of one task: the id or identifier that names it, the values, and the beginning of their paths in the call. */
export interface TaskUpdate {
  readonly id: string;
  readonly patch: TaskPatch;
  /** True to delete the unused next task that its completion made. */
  readonly deletesNext: boolean;
  readonly prefix: string;
}

/** A transaction that can announce all changes of tasks. */
export type UpdatingTransaction = Transaction<
  typeof taskUpdated | typeof taskStatusChanged | typeof taskAssigned | typeof taskUnblocked | typeof taskCreated | typeof taskDeleted
>;

/** Updates with what their transaction needs: the people whom they name, and the projects whose lists they may need. */
export interface PreparedUpdates {
  readonly people: People;
  /** The zone of the Space, if a due date has none. */
  readonly zone: string | null;
  /** Ids or keys. */
  readonly lists: readonly string[];
}

/** Looks up the people, agents and things of updates before their transaction. Throws `not_found` for a task and one problem with all other faults. */
export async function prepareUpdates(
  ports: Directories & Pick<Ports, 'database'>,
  context: CallContext,
  updates: readonly TaskUpdate[],
): Promise<PreparedUpdates> {
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
  const mayClose = updates.some(({ patch: { status_id, project_id } }) => status_id !== undefined || project_id !== undefined);
  const found = (mayClose ? findPeopleOfChange : findPeople)(
    ports,
    context,
    updates.some(({ deletesNext }) => deletesNext) ? await withNextTasks(ports, tasks) : tasks,
    updates.flatMap(({ patch, prefix }, at) => [
      ...newAssignees(tasks[at]!, patch).map((assignee, index) => ({
        path: `${prefix}${patch.assignees ? 'assignees' : 'add_assignees'}.${index}`,
        assignee,
      })),
      ...(patch.about ?? []).flatMap((about, index) =>
        tasks[at]!.about.some((was) => isDeepStrictEqual(was, about)) ? [] : { path: `${prefix}about.${index}`, about },
      ),
      ...(patch.asset_ids ?? []).flatMap((asset_id, index) =>
        tasks[at]!.asset_ids.includes(asset_id) ? [] : { path: `${prefix}asset_ids.${index}`, asset_id },
      ),
    ]),
  );
  await assertValuesAndPlaces(
    ports.database,
    space,
    errors,
    found,
    updates.map(({ patch, prefix }, at) => ({ ...patch, prefix, task: tasks[at]! })),
  );
  const lists = updates.flatMap(({ patch }, at) => listsOf(tasks[at]!, patch));
  const needsZone = updates.some(({ patch }, at) => lacksZone(patchedValues(tasks[at]!, patch)));
  return { people: (await found).people, zone: needsZone ? await findZone(ports, context) : null, lists };
}

/** Returns the projects whose lists an update may need: the one into which a task moves, and that of a recurring task that may be done. */
const listsOf = (task: TaskRow, { project_id, status_id, recurrence }: TaskPatch): string[] => {
  const isRecurring = status_id !== undefined && (recurrence ?? task.recurrence) !== null;
  return [project_id ?? [], isRecurring ? (project_id ?? task.project_id ?? []) : []].flat();
};

/** Changes tasks in a transaction and announces what changed. Returns the locked rows in the order of the updates and the changes. */
export async function updateTasks(
  tx: UpdatingTransaction,
  context: CallContext,
  updates: readonly TaskUpdate[],
  { people, zone, lists }: PreparedUpdates,
  check: (rows: readonly TaskRow[]) => void = () => {},
): Promise<AppliedChanges & { readonly rows: readonly TaskRow[] }> {
  const { space_id: space, actor } = context.caller;
  if (updates.some(({ patch, deletesNext }) => deletesNext || patch.parent_id !== undefined)) await lockTrees(tx, space);
  await lockProjectLists(tx, space, lists);
  const before = await lockTasks(
    tx,
    space,
    updates.map(({ id }) => id),
  );
  check(before);
  assertOnce(before, updates);
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
  const unused: TaskRow[] = [];
  for (const [at, { patch, deletesNext }] of updates.entries()) {
    if (newAssignees(before[at]!, patch).some((one) => people.assignee(one) === undefined))
      throw new Problem('conflict', 'The assignees were changed by another call at the same time; send the change again.');
    if (zone === null && lacksZone(patchedValues(before[at]!, patch)))
      throw new Problem('conflict', 'The time zone was changed by another call at the same time; send the change again.');
    const place = await taken(tx, before[at]!, places[at]!);
    const after = await placed(tx, before[at]!, patchedRow(before[at]!, patch, place, people, zone), place);
    // A next task that the same call changes is used.
    const mayDelete = deletesNext && !before.some(({ id }) => id === after.next_task_id);
    const next = mayDelete ? await lockUnusedNextTask(tx, before[at]!, after) : null;
    if (next) unused.push(next);
    rows.push({ before: before[at]!, after: next ? { ...after, next_task_id: null } : after });
  }
  const applied = await applyChanges(tx, actor, rows, people);
  for (const change of applied.changes) {
    announceStatus(tx, change, people);
    announceAssignees(tx, change, people);
    announceValues(tx, change, people);
  }
  announceUnblocked(tx, applied.unblocked, people);
  await deleteUnused(tx, context.caller, unused, people);
  return { ...applied, rows: before };
}

/** Throws `invalid` when two updates change one task, named in two ways. */
function assertOnce(rows: readonly TaskRow[], updates: readonly TaskUpdate[]): void {
  const ids = rows.map(({ id }) => id);
  const errors = updates.flatMap(({ prefix }, at): FieldError[] =>
    ids.indexOf(ids[at]!) === at ? [] : [{ path: `${prefix}id`, code: 'duplicate', message: 'names a task that another update changes' }],
  );
  if (errors.length > 0) throw invalidFields(errors);
}

/** Locks the lists of projects by their ids or keys, before the tasks. */
export async function lockProjectLists(tx: CommonQueryMethods, space: string, references: readonly string[]): Promise<void> {
  const projects = await findProjects(tx, space, [...new Set(references)]);
  await lockLists(
    tx,
    space,
    projects.map(({ id }) => id),
  );
}

/** Returns the place of a task with the status that it gets, which stays so until the transaction ends. */
export async function taken(tx: CommonQueryMethods, task: TaskRow, place: Place): Promise<Place> {
  const project = place.project?.id ?? null;
  if (place.status.id === task.status_id && project === task.project_id) return place;
  return { ...place, status: await takeStatus(tx, task.space_id, project, place.status) };
}

/** Gives a task that comes into another project a number and the last place there, and checks a new parent. */
export async function placed(tx: CommonQueryMethods, before: TaskRow, after: TaskRow, place: Place): Promise<TaskRow> {
  const space = before.space_id;
  if (place.parent && place.parent.id !== before.parent_id)
    await assertParent(tx, space, { id: place.parent.id, name: nameOf(place.parent) }, { id: before.id, name: nameOf(before) });
  if (after.parent_id !== before.parent_id) await setParent(tx, space, before.id, after.parent_id);
  if (before.project_id === after.project_id) return after;
  const number = after.project_id === null ? null : await numberOf(tx, space, after.project_id, after.id);
  const [position] = await drawPlaces(tx, 1);
  if (before.project_id !== null) await leaveProject(tx, space, before.project_id, before.number!, before.id);
  return { ...after, number, position: position! };
}

/** Returns the number of a task that comes into a project: the one that it had there, or a new one. */
const numberOf = async (tx: CommonQueryMethods, space: string, project_id: string, id: string): Promise<number> =>
  (await numberIn(tx, space, project_id, id)) ?? (await drawNumbers(tx, space, [{ project_id, count: 1 }])).get(project_id)!;
