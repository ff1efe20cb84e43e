import type { CallContext } from '@space/bus';
import { MAX_TASKS_PER_CHANGE, type TaskStatus } from '@space/contracts/work';
import type { Ports } from '@space/runtime';
import type { People } from '../people/people.ts';
import { findPeopleOfChange } from '../people/people-of-change.ts';
import { findTaskRows } from '../rows/task-rows.queries.ts';
import { findPeopleOfDeletion } from '../trash/people-of-deletion.ts';
import { findTasksOfProject } from './projects.queries.ts';

type PeoplePorts = Pick<Ports, 'bus' | 'database'>;

/**
 * Looks up the people of the tasks that new statuses of a project may change, before the transaction. `statuses` are the new ones; undefined
 * when no task changes.
 */
export async function peopleOfStatuses(
  ports: PeoplePorts,
  context: CallContext,
  project: string,
  statuses: readonly { readonly id?: string | undefined; readonly category: TaskStatus['category'] }[] | undefined,
): Promise<People> {
  const space = context.caller.space_id;
  const ids = statuses === undefined ? [] : await findTasksOfProject(ports.database, space, project, true, MAX_TASKS_PER_CHANGE);
  const rows = [...(await findTaskRows(ports.database, space, ids)).values()];
  const changing = rows.filter(
    ({ status_id, status_category }) => !statuses?.some(({ id, category }) => id === status_id && category === status_category),
  );
  return (await findPeopleOfChange(ports, context, changing)).people;
}

/** Looks up the people of the tasks that are deleted with a project, before the transaction. */
export async function peopleOfDeletedProject(
  ports: PeoplePorts,
  context: CallContext,
  project: string,
  permanent: boolean,
): Promise<People> {
  const ids = await findTasksOfProject(ports.database, context.caller.space_id, project, permanent, MAX_TASKS_PER_CHANGE);
  return findPeopleOfDeletion(ports, context, ids, permanent);
}
