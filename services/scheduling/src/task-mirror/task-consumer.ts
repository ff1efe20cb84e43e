import { announceChanges } from '@space/bus';
import type { Event } from '@space/contracts/core';
import { isoTime } from '@space/database';
import { type Consumer, type DeadLetter, storeDeadLetter } from '@space/event-log';
import { metrics, type Ports } from '@space/runtime';
import { eventIdOf, newestStates, taskOfEvent } from './mirrored-task.ts';
import { storeStates } from './task-mirror.queries.ts';

/** The most ids that a message to open consoles has. */
const ANNOUNCED_IDS = 50;

/**
 * Returns the consumer of the group `calendar`: each task with a due date is an event of the calendar while it is open. Each event about a task
 * has its whole state and version, so that events that come again, late or in another order give the same rows. It emits no
 * events.
 */
export function createTaskConsumer({ database, bus, clock }: Ports): Consumer {
  return {
    group: 'calendar',
    async handle(batch) {
      const endTimer = metrics.eventsHandled.startTimer({
        messaging_system: 'space',
        messaging_destination_name: 'space.events',
        messaging_consumer_group_name: 'calendar',
      });
      const events = batch.filter(({ type }) => type.startsWith('task_'));
      const states = newestStates(events.flatMap(({ body }) => taskOfEvent(JSON.parse(body) as Event) ?? []));
      if (states.length > 0) {
        const changed = await database.transaction((tx) => storeStates(tx, states, isoTime(clock.now())));
        for (const [space, tasks] of Map.groupBy(changed, ({ space_id }) => space_id)) {
          const ids = tasks.map(({ task_id }) => eventIdOf(task_id));
          announceChanges(bus, space, [{ topic: 'calendar', ...(ids.length <= ANNOUNCED_IDS && { ids }) }]);
        }
      }
      endTimer();
    },
    async deadLetter(deadLetter: DeadLetter) {
      await storeDeadLetter(database, 'scheduling', 'calendar', deadLetter);
    },
  };
}
