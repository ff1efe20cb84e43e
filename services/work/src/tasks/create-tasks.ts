import type { CallContext } from '@space/bus';
import type { Actor } from '@space/contracts/core';
import { isOpenCategory, type NewTask } from '@space/contracts/work';
import { newId } from '@space/database';
import type { Ports } from '@space/runtime';
import { announceCreation } from '../changes/announce.ts';
import { type CreatingTransaction, insertRows } from '../changes/insert-rows.ts';
import { type Directories, findPeople, type People } from '../people/people.ts';
import { findZone } from '../people/zone.ts';
import { countNewTasks, drawNumbers, drawPlaces } from '../places/lists.queries.ts';
import { assertParent, lockTrees } from '../places/parents.queries.ts';
import { assertValuesAndPlaces, type Place, resolvePlaces } from '../places/resolve-places.ts';
import { dueAt, lacksZone } from '../rows/due-time.ts';
import { nameOf, priorityNumber, type TaskRow } from '../rows/task-row.ts';
import { fieldErrors } from '../rows/validate-fields.ts';
import { findProjects } from '../statuses/statuses.queries.ts';

/** New tasks with the people that they name. */
export interface PreparedTasks {
  readonly tasks: readonly NewTask[];
  readonly prefixes: readonly string[];
  readonly people: People;
}

/** Checks new tasks, looks up the people, agents and things that they name, and gives each due date a zone. Throws one problem with all faults. */
export async function prepareTasks(
  ports: Directories & Pick<Ports, 'database'>,
  context: CallContext,
  tasks: readonly NewTask[],
  prefixOf: (index: number) => string,
): Promise<PreparedTasks> {
  const prefixes = tasks.map((_, index) => prefixOf(index));
  const errors = tasks.flatMap((task, index) => fieldErrors(task, prefixes[index]));
  const found = findPeople(
    ports,
    context,
    [],
    tasks.flatMap((task, index) => [
      ...task.assignees.map((assignee, at) => ({ path: `${prefixes[index]}assignees.${at}`, assignee })),
      ...task.about.map((about, at) => ({ path: `${prefixes[index]}about.${at}`, about })),
      ...task.asset_ids.map((asset_id, at) => ({ path: `${prefixes[index]}asset_ids.${at}`, asset_id })),
    ]),
  );
  await assertValuesAndPlaces(
    ports.database,
    context.caller.space_id,
    errors,
    found,
    tasks.map((task, index) => ({ ...task, prefix: prefixes[index]! })),
  );
  const lacking = tasks.some(lacksZone) ? await findZone(ports, context) : null;
  const zoned = tasks.map((task) => (lacksZone(task) ? { ...task, timezone: lacking } : task));
  return { tasks: zoned, prefixes, people: (await found).people };
}

/** Inserts new tasks in their order, with their alarms and events. Returns their rows. */
export async function createTasks(
  tx: CreatingTransaction,
  by: { readonly space_id: string; readonly actor: Actor },
  { tasks, prefixes, people }: PreparedTasks,
): Promise<TaskRow[]> {
  const space = by.space_id;
  if (tasks.some(({ parent_id }) => parent_id !== null)) await lockTrees(tx, space);
  const lists = await listIds(tx, space, tasks);
  const numbers = await drawNumbers(
    tx,
    space,
    [...Map.groupBy(lists, (list) => list)].flatMap(([project_id, of]) => (project_id === '' ? [] : { project_id, count: of.length })),
  );
  await countNewTasks(tx, space, tasks.length);
  const positions = await drawPlaces(tx, tasks.length);
  const places = await resolvePlaces(
    tx,
    space,
    tasks.map((task, index) => ({ ...task, prefix: prefixes[index]! })),
  );
  await assertParents(tx, space, places);
  const rows = tasks.map((task, index) => {
    const number = numbers.get(lists[index]!) ?? null;
    if (number !== null) numbers.set(lists[index]!, number + 1);
    return newRow(task, { ...places[index]!, number, position: positions[index]! }, people, by, tx.now);
  });
  await insertRows(tx, rows);
  for (const row of rows) announceCreation(tx, row, people);
  return rows;
}

/** Returns the list of each new task: the id of its project, or ''. A key becomes the id. */
async function listIds(tx: CreatingTransaction, space: string, tasks: readonly NewTask[]): Promise<string[]> {
  const keys = [...new Set(tasks.flatMap(({ project_id }) => (project_id === null || project_id.startsWith('prj_') ? [] : project_id)))];
  const byKey = new Map((await findProjects(tx, space, keys)).map(({ key, id }) => [key, id]));
  return tasks.map(({ project_id }) => (project_id === null ? '' : (byKey.get(project_id) ?? project_id)));
}

async function assertParents(tx: CreatingTransaction, space: string, places: readonly Place[]): Promise<void> {
  const parents = Map.groupBy(
    places.flatMap(({ parent }) => parent ?? []),
    ({ id }) => id,
  );
  for (const [id, [parent, ...others]] of parents) await assertParent(tx, space, { id, name: nameOf(parent!) }, null, others.length + 1);
}

/** Returns the row of a new task. */
export function newRow(
  task: NewTask,
  { project, status, parent, number, position }: Place & { readonly number: number | null; readonly position: string },
  people: People,
  { space_id, actor }: { readonly space_id: string; readonly actor: Actor },
  now: string,
): TaskRow {
  return {
    space_id,
    id: newId('tsk'),
    project_id: project?.id ?? null,
    number,
    title: task.title,
    description: task.description,
    status_id: status.id,
    status_category: status.category,
    status: status.name,
    priority: priorityNumber(task.priority),
    parent_id: parent?.id ?? null,
    start_date: task.start_date,
    due_date: task.due_date,
    due_time: task.due_time,
    timezone: task.timezone,
    due_at: dueAt(task),
    estimate: task.estimate,
    recurrence: task.recurrence,
    reminders: task.reminders.map(({ minutes_before }) => minutes_before),
    about: task.about,
    asset_ids: task.asset_ids,
    custom_fields: task.custom_fields,
    position,
    assignee_count: task.assignees.length,
    assignees: task.assignees.map((assignee) => people.assignee(assignee)!),
    labels: task.labels,
    project,
    completed_at: isOpenCategory(status.category) || status.category === 'cancelled' ? null : now,
    claim_ends_at: null,
    next_task_id: null,
    series_start: task.recurrence === null ? null : task.due_date,
    occurrence: 1,
    created_by: { kind: actor.kind, id: actor.id, name: actor.name },
    trashed_at: null,
    trashed_with: null,
    version: 1,
    created_at: now,
    updated_at: now,
  };
}
