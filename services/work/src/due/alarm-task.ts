import { scheduledCall } from '@space/bus';
import { SERVICE_ACTOR } from '@space/contracts/core';
import { taskOverdue, taskReminder, tasks } from '@space/contracts/work';
import { isoTime } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports, Task } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import { pollingTask } from '@space/worker';
import { findDueAlarms, nextAlarm, takeDueAlarms } from '../alarms/alarms.queries.ts';
import { taskEventData } from '../changes/event-data.ts';
import { findPeople } from '../people/people.ts';
import { findTaskRows } from '../rows/task-rows.queries.ts';

/** Alarms that one poll looks at. */
const BATCH = 200;
const POLL_INTERVAL_MS = SECOND_MS;
/** The pause while a due alarm is locked by another process, in milliseconds. */
const BUSY_DELAY_MS = 100;

/**
 * Returns the task that announces reminders and overdue tasks. An alarm is a row with its time; it is deleted in the transaction of its
 * event, so it is announced once, also when a process is killed. A change of the due time replaces the alarms in its own transaction, and an
 * alarm of a task that is being changed waits for that.
 */
export function alarmTask(ports: Ports): Task {
  const { database, clock, log } = ports;
  const writer = createWriter('work', ports);

  async function announce(space_id: string, task_id: string): Promise<number> {
    const call = scheduledCall('tasks.update', tasks.operations.update, { space_id, actor: SERVICE_ACTOR }, { id: task_id } as never);
    const { people } = await findPeople(ports, call, (await findTaskRows(database, space_id, [task_id])).values());
    let taken = 0;
    await writer.write(call, async (tx) => {
      const alarms = await takeDueAlarms(tx, space_id, task_id, tx.now);
      taken = alarms.length;
      const row = taken === 0 ? undefined : (await findTaskRows(tx, space_id, [task_id])).get(task_id);
      if (!row) return null as never;
      const data = taskEventData(row, people);
      for (const { kind, minutes_before } of alarms)
        if (kind === 'overdue') tx.emit(taskOverdue, data);
        else tx.emit(taskReminder, { ...data, minutes_before });
      return null as never;
    });
    return taken;
  }

  return pollingTask({
    name: 'reminders of tasks',
    intervalMs: POLL_INTERVAL_MS,
    async poll() {
      const due = await findDueAlarms(database, isoTime(clock.now()), BATCH);
      const tasksOfDue = new Map(due.map(({ space_id, task_id }) => [task_id, space_id]));
      let taken = 0;
      for (const [task_id, space_id] of tasksOfDue)
        taken += await announce(space_id, task_id).catch((error: unknown) => {
          log.warn({ err: error, task_id }, 'announcing a due task failed; retrying');
          return 0;
        });
      if (taken > 0) return true;
      const next = await nextAlarm(database);
      return next === null ? false : Math.max(BUSY_DELAY_MS, next - clock.now());
    },
    onError: (error) => log.warn({ err: error }, 'announcing due tasks failed; retrying in 1 s'),
  });
}
