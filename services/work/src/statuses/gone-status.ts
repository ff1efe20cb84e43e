import { Problem } from '@space/contracts/core';
import { brokenConstraint } from '@space/database';
import type { Writer } from '@space/event-log';

/** Constraints that a change breaks when another call removes the status or the project that its task gets. */
const gone: ReadonlySet<string | undefined> = new Set(['task_status_exists', 'task_space_id_project_id_fkey']);

/** Returns a writer that refuses a change with `conflict` when the status or the project of its task is removed at the same time. */
export function refuseGoneStatuses(writer: Writer): Writer {
  async function refused<T>(act: Promise<T>): Promise<T> {
    try {
      return await act;
    } catch (error) {
      if (!gone.has(brokenConstraint(error))) throw error;
      throw new Problem(
        'conflict',
        'Another call has just removed the status or the project that the task gets; read the project and send the change again.',
      );
    }
  }
  return {
    write: (call, change) => refused(writer.write(call, change)),
    writeOne: (call, build) => refused(writer.writeOne(call, build)),
  };
}
