import { assertAll, type FieldError, invalidFields, Problem, type UnresolvedReference, unresolvedReferences } from '@space/contracts/core';
import type { TaskStatus } from '@space/contracts/work';
import type { CommonQueryMethods } from 'slonik';
import { nameOf, type TaskRow } from '../rows/task-row.ts';
import { findTaskIds, findTaskRows } from '../rows/task-rows.queries.ts';
import { findStatus, firstOf } from '../statuses/choose-status.ts';
import { findProjects, findStatuses, type ProjectOfTask } from '../statuses/statuses.queries.ts';

/** The project, status and parent that a call names for a task; undefined for those that it does not name. */
export interface GivenPlace {
  /** The path of the fields in the call: '' or such as `tasks.3.`. */
  readonly prefix: string;
  readonly project_id?: string | null | undefined;
  readonly status_id?: string | undefined;
  readonly parent_id?: string | null | undefined;
  /** The task that changes; undefined for a new one. */
  readonly task?: TaskRow | undefined;
}

/** The place of a task. */
export interface Place {
  readonly project: ProjectOfTask | null;
  readonly status: TaskStatus;
  readonly parent: TaskRow | null;
}

/**
 * Returns the places that a call names, in its order. A project may be named by its key, a status by its name, and a parent by its identifier.
 * Throws `unresolved_reference` for all names that do not exist, and `conflict` for a project or parent in the trash.
 */
export async function resolvePlaces(tx: CommonQueryMethods, space: string, given: readonly GivenPlace[]): Promise<Place[]> {
  const projects = new Map<string, ProjectOfTask>();
  const named = new Set(given.flatMap(({ project_id, task }) => (project_id === undefined ? task?.project_id : project_id) ?? []));
  for (const project of await findProjects(tx, space, [...named]))
    for (const name of [project.id, project.key]) projects.set(name, project);
  const statuses = await findStatuses(tx, space, [...new Set([...projects.values()].map(({ id }) => id))]);
  const parents = new Set(given.flatMap(({ parent_id, task }) => (parent_id === undefined ? task?.parent_id : parent_id) ?? []));
  const parentIds = await findTaskIds(tx, space, [...parents]);
  const rows = await findTaskRows(tx, space, [...parentIds.values()]);

  const missing: UnresolvedReference[] = [];
  const conflicts: Problem[] = [];
  const places = given.map((one): Place | null => {
    const { prefix, task } = one;
    const project_id = one.project_id === undefined ? (task?.project_id ?? null) : one.project_id;
    const project = project_id === null ? null : (projects.get(project_id) ?? null);
    if (project_id !== null && project === null) {
      missing.push({ path: `${prefix}project_id`, noun: 'project', id: project_id });
      return null;
    }
    if (project?.is_trashed && project.id !== task?.project_id)
      conflicts.push(new Problem('conflict', `The project ${project.key} is in the trash; restore it first.`));
    const parent_id = one.parent_id === undefined ? (task?.parent_id ?? null) : one.parent_id;
    const parent = parent_id === null ? null : (rows.get(parentIds.get(parent_id) ?? '') ?? null);
    if (parent_id !== null && parent === null && one.parent_id !== undefined)
      missing.push({ path: `${prefix}parent_id`, noun: 'task', id: parent_id });
    if (parent?.trashed_at && one.parent_id !== undefined && parent.id !== task?.parent_id)
      conflicts.push(new Problem('conflict', `${nameOf(parent)} is in the trash; restore it first.`));
    const of = statuses.get(project?.id ?? '') ?? [];
    const status = statusOf(of, one, project?.id ?? null);
    if (status === null) {
      const list = of.map(({ id, name }) => `${name} (${id})`).join(', ');
      missing.push({ path: `${prefix}status_id`, noun: 'status of its project', id: one.status_id!, way_out: `its statuses are ${list}` });
      return null;
    }
    return { project, status, parent };
  });
  await assertAll([
    missing.length > 0 ? Promise.reject(unresolvedReferences(missing)) : undefined,
    conflicts[0] && Promise.reject(conflicts[0]),
  ]);
  return places as Place[];
}

/**
 * Throws for wrong values of a call and for things that it names and that are missing. It then also looks for the places that the call
 * names, so that one problem has the faults of all of them.
 */
export async function assertValuesAndPlaces(
  database: CommonQueryMethods,
  space: string,
  errors: readonly FieldError[],
  found: Promise<{ readonly missing: readonly UnresolvedReference[] }>,
  given: readonly GivenPlace[],
): Promise<void> {
  try {
    await assertAll([
      errors.length > 0 ? Promise.reject(invalidFields(errors)) : undefined,
      found.then(({ missing }) => {
        if (missing.length > 0) throw unresolvedReferences(missing);
      }),
    ]);
  } catch (problem) {
    await assertAll([Promise.reject(problem), resolvePlaces(database, space, given)]);
  }
}

/** Returns the status of a task: the named one, its own if its project has that, or one of the same category. */
function statusOf(statuses: readonly TaskStatus[], { status_id, task }: GivenPlace, project: string | null): TaskStatus | null {
  if (status_id !== undefined) return findStatus(statuses, status_id);
  if (task && task.project_id === project)
    return statuses.find(({ id }) => id === task.status_id) ?? firstOf(statuses, task.status_category);
  return firstOf(statuses, task?.status_category ?? 'todo');
}
