import { TASK_TRASH_DAYS } from '@space/contracts/work';
import { isoTime } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { DAY_MS, MINUTE_MS } from '@space/time';
import { type RetentionRule, retentionTask } from '@space/worker';
import { deleteExpiredProjects, deleteTasks, findExpiredTasks } from '../changes/trash.queries.ts';

/** Tasks that one transaction deletes. */
const CHUNK = 100;

/** Returns the rules by which tasks and projects leave the trash after `TASK_TRASH_DAYS`. They are deleted without events. */
export function trashRetentionRules({ database, clock }: Pick<Ports, 'database' | 'clock'>): readonly RetentionRule[] {
  const expired = () => isoTime(clock.now() - TASK_TRASH_DAYS * DAY_MS);
  return [
    {
      what: 'tasks in the trash',
      deleteChunk: (limit) =>
        database.transaction(async function deleteExpired(tx) {
          const tasks = await findExpiredTasks(tx, expired(), limit);
          for (const [space, of] of Map.groupBy(tasks, ({ space_id }) => space_id))
            await deleteTasks(
              tx,
              space,
              of.map(({ id }) => id),
            );
          return tasks.length;
        }),
    },
    { what: 'projects in the trash', deleteChunk: (limit) => deleteExpiredProjects(database, expired(), limit) },
  ];
}

/** Returns the task that empties the trash. */
export const trashRetention = (ports: Ports): Task =>
  retentionTask({
    name: 'trash of tasks',
    rules: trashRetentionRules(ports),
    everyMs: MINUTE_MS,
    chunk: CHUNK,
    onError: (error, what) => ports.log.warn({ err: error, what }, 'deletion of expired rows failed; retrying in 60 s'),
  });
