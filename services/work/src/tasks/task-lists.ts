import { type Handlers, Json } from '@space/bus';
import { agentOf, Problem } from '@space/contracts/core';
import type { myTasks, TaskSelection } from '@space/contracts/work';
import { isoTime, readPage } from '@space/database';
import type { Ports } from '@space/runtime';
import { findTaskIds } from '../rows/task-rows.queries.ts';
import { listTasks } from './list-tasks-sql.ts';

type ListPorts = Pick<Ports, 'database' | 'clock'>;

/** Answers a list of tasks. */
export async function answerTaskList({ database, clock }: ListPorts, space: string, selection: TaskSelection): Promise<Json<never>> {
  const { parent_id } = selection;
  const isTask = parent_id !== undefined && parent_id !== 'none';
  const parent = isTask ? ((await findTaskIds(database, space, [parent_id])).get(parent_id) ?? '') : parent_id;
  return new Json(await readPage(database, listTasks(space, { ...selection, parent_id: parent }, isoTime(clock.now()))));
}

/** Creates the handlers of the tasks of an agent. */
export const myTaskHandlers = (ports: ListPorts): Handlers<typeof myTasks> => ({
  async list({ input, caller }) {
    const agent = agentOf(caller);
    if (agent === null) throw new Problem('forbidden', 'Only the key of an agent has tasks of its own; list the tasks of an assignee_id.');
    return answerTaskList(ports, caller.space_id, { ...input, assignee_id: agent });
  },
});
