import type { CallContext } from '@space/bus';
import { MAX_TASKS_PER_CHANGE } from '@space/contracts/work';
import type { Ports } from '@space/runtime';
import { findPeople, type People } from '../people/people.ts';
import { findTaskRows } from '../rows/task-rows.queries.ts';
import { findTasksOfProject } from './projects.queries.ts';

/**
 * Looks up the people of the tasks that a change of a project may announce, before its transaction. `staying` are the statuses whose tasks
 * stay as they are; undefined when no task changes.
 */
export async function peopleOfProject(
  ports: Pick<Ports, 'bus' | 'database'>,
  context: CallContext,
  project: string,
  staying: readonly string[] | undefined,
): Promise<People> {
  const space = context.caller.space_id;
  const ids = staying === undefined ? [] : await findTasksOfProject(ports.database, space, project, true, MAX_TASKS_PER_CHANGE);
  const rows = ids.length === 0 ? [] : [...(await findTaskRows(ports.database, space, ids)).values()];
  const changing = rows.filter(({ status_id }) => !staying?.includes(status_id));
  return (await findPeople(ports, context, changing)).people;
}
