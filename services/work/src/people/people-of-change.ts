import type { CallContext } from '@space/bus';
import { MAX_TASKS_PER_CHANGE } from '@space/contracts/work';
import type { Ports } from '@space/runtime';
import { findFreedWithout } from '../blockers/links.queries.ts';
import type { TaskRow } from '../rows/task-row.ts';
import { findTaskRows } from '../rows/task-rows.queries.ts';
import { type Directories, findPeople } from './people.ts';

type PeoplePorts = Directories & Pick<Ports, 'database'>;

/** Returns tasks together with the next ones of those that recur: a change that opens a task again may delete its next one. */
export async function withNextTasks({ database }: Pick<Ports, 'database'>, tasks: readonly TaskRow[]): Promise<readonly TaskRow[]> {
  const ids = tasks.flatMap(({ next_task_id }) => next_task_id ?? []);
  return ids.length === 0 ? tasks : [...tasks, ...(await findTaskRows(database, tasks[0]!.space_id, ids)).values()];
}

/** Looks up the people of tasks that a change may close, and of the tasks that it may unblock, before its transaction. */
export async function findPeopleOfChange(
  ports: PeoplePorts,
  context: CallContext,
  tasks: readonly TaskRow[],
  named: Parameters<typeof findPeople>[3] = [],
): ReturnType<typeof findPeople> {
  const space = context.caller.space_id;
  const ids = tasks.map(({ id }) => id);
  const freed = ids.length === 0 ? [] : await findFreedWithout(ports.database, space, ids, MAX_TASKS_PER_CHANGE);
  return findPeople(ports, context, [...tasks, ...(await findTaskRows(ports.database, space, freed)).values()], named);
}
