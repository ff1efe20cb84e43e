import { scheduledCall } from '@space/bus';
import { SERVICE_ACTOR } from '@space/contracts/core';
import { taskOverdue, taskReminder, tasks } from '@space/contracts/work';
import { isoTime } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports, Task } from '@space/runtime';
import { findDueAlarms, nextAlarm, takeDueAlarms } from '../alarms/alarms.queries.ts';
import { taskEventData } from '../changes/event-data.ts';
import { findPeople } from '../people/people.ts';
import { findTaskRows } from '../rows/task-rows.queries.ts';
import { dueTasks } from './due-tasks.ts';

/** Alarms that one poll looks at. */
const BATCH = 200;

/**
 * Returns the task that announces reminders and overdue tasks. An alarm is a row with its time; it is deleted in the transaction of its
 * event, so it is announced once, also when a process is killed. A change of the due time replaces the alarms in its own transaction, and an
 * alarm of a task that is being changed waits for that.
 */
export function alarmTask(ports: Ports): Task {
  const { database, clock } = ports;
  const writer = createWriter('work', ports);

  async function announce(space_id: string, task_id: string): Promise<boolean> {
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
    return taken > 0;
  }

  return dueTasks(ports, {
    what: 'announcing a due task',
    name: 'reminders of tasks',
    async find(without) {
      const due = await findDueAlarms(database, isoTime(clock.now()), without, BATCH);
      return [...new Map(due.map(({ space_id, task_id }) => [task_id, { space_id, id: task_id }])).values()];
    },
    act: announce,
    next: (without) => nextAlarm(database, without),
  });
}
