import type { CallContext } from '@space/bus';
import { MAX_TASKS_PER_CHANGE } from '@space/contracts/work';
import type { Ports } from '@space/runtime';
import { findTrashedWith, findTreesAndFreed } from '../changes/trash.queries.ts';
import { findPeople, type People } from '../people/people.ts';
import { findTaskRows } from '../rows/task-rows.queries.ts';

type PeoplePorts = Pick<Ports, 'bus' | 'database'>;

/** Looks up the people of tasks that are deleted with all tasks below them, and of those that this unblocks, before the transaction. */
export async function findPeopleOfDeletion(
  ports: PeoplePorts,
  context: CallContext,
  ids: readonly string[],
  permanent: boolean,
): Promise<People> {
  const space = context.caller.space_id;
  const all = ids.length === 0 ? [] : await findTreesAndFreed(ports.database, space, ids, permanent, MAX_TASKS_PER_CHANGE);
  return (await findPeople(ports, context, (await findTaskRows(ports.database, space, all)).values())).people;
}

/** Looks up the people of the tasks that come out of the trash with tasks or with a project, before the transaction. */
export async function findPeopleOfRestored(ports: PeoplePorts, context: CallContext, deletions: readonly string[]): Promise<People> {
  const space = context.caller.space_id;
  const together = await findTrashedWith(ports.database, space, deletions, MAX_TASKS_PER_CHANGE);
  return (await findPeople(ports, context, (await findTaskRows(ports.database, space, [...deletions, ...together])).values())).people;
}
