import { Problem } from '@space/contracts/core';
import type { TaskStatus } from '@space/contracts/work';
import type { CommonQueryMethods } from 'slonik';
import { lockStatus } from './statuses.queries.ts';

/**
 * Returns the status that a task of a project gets as it is now, and keeps it so until the transaction ends. Throws `conflict` when another call
 * has removed it. Those of tasks without a project never change.
 */
export async function takeStatus(tx: CommonQueryMethods, space: string, project: string | null, status: TaskStatus): Promise<TaskStatus> {
  if (project === null) return status;
  const taken = await lockStatus(tx, space, status.id);
  if (taken) return taken;
  throw new Problem('conflict', `Another call has just removed the status ${status.name}; read the project and send the change again.`);
}
