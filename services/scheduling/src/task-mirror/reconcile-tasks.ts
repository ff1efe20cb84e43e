import { request } from '@space/bus';
import { SERVICE_ACTOR } from '@space/contracts/core';
import { taskCalendar } from '@space/contracts/work';
import { isoTime } from '@space/database';
import { metrics, type Ports, type Task } from '@space/runtime';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@space/time';
import { deleteInChunks, periodicTask } from '@space/worker';
import { stateOfTask } from './mirrored-task.ts';
import { countDeadLetters, findShown, findSpacesWithTasks, forgetHidden, hideTasks, storeStates } from './task-mirror.queries.ts';

/** Tasks that one question names. */
const QUESTION = 1_000;
/** Days after which a task that is not shown is forgotten: no event about it comes so late. */
const REMEMBERED_DAYS = 30;
const CHUNK = 500;

type ReconcilePorts = Pick<Ports, 'bus' | 'database' | 'clock'>;

const contextOf = (space_id: string) => ({
  caller: { space_id, key_id: '', actor: SERVICE_ACTOR },
  request_id: `task-calendar-${space_id}`,
  trace: {},
});

/** Compares the calendar of all Spaces with the tasks, mends what differs, and returns the number of differences. */
export async function reconcileTasks(ports: ReconcilePorts): Promise<number> {
  const spaces = new Set(await findSpacesWithTasks(ports.database));
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: { space_ids: string[]; has_more: boolean } = await request(ports.bus, contextOf(''), taskCalendar, 'list_spaces', {
      after,
    });
    for (const space of page.space_ids) spaces.add(space);
    after = page.has_more ? page.space_ids.at(-1) : undefined;
  }
  let differences = 0;
  for (const space of spaces) differences += await reconcileSpace(ports, space);
  return differences;
}

async function reconcileSpace({ bus, database, clock }: ReconcilePorts, space: string): Promise<number> {
  const context = contextOf(space);
  let differences = 0;
  for (let after = ''; ; ) {
    const { tasks, has_more } = await request(bus, context, taskCalendar, 'list', { after });
    const until = has_more ? tasks.at(-1)!.task_id : null;
    const now = isoTime(clock.now());
    const states = tasks.map((task) => stateOfTask(space, task));
    if (states.length > 0) differences += (await database.transaction((tx) => storeStates(tx, states, now))).length;
    const named = new Set(tasks.map(({ task_id }) => task_id));
    const others = (await findShown(database, space, after, until)).filter(({ task_id }) => !named.has(task_id));
    for (let at = 0; at < others.length; at += QUESTION) {
      const asked = others.slice(at, at + QUESTION);
      // A task may have got its due date since the list was read, so each is asked for again.
      const { tasks: found } = await request(bus, context, taskCalendar, 'find', { ids: asked.map(({ task_id }) => task_id) });
      const existing = new Set(found.map(({ task_id }) => task_id));
      const gone = asked.filter(({ task_id }) => !existing.has(task_id));
      if (gone.length > 0) differences += await database.transaction((tx) => hideTasks(tx, space, gone));
    }
    if (until === null) return differences;
    after = until;
  }
}

/** Returns the task that compares the calendar with the tasks once an hour, and counts the events that could not be handled. */
export const taskReconciliation = (ports: Ports): Task =>
  periodicTask({
    name: 'tasks of the calendar',
    jobs: [
      {
        everyMs: HOUR_MS,
        async act() {
          const differences = await reconcileTasks(ports);
          if (differences > 0) ports.log.warn({ differences }, 'the calendar differed from the tasks and was mended');
          const before = isoTime(ports.clock.now() - REMEMBERED_DAYS * DAY_MS);
          await deleteInChunks((limit) => forgetHidden(ports.database, before, limit), CHUNK);
        },
      },
      {
        everyMs: 5 * SECOND_MS,
        async act() {
          metrics.deadLetters.set({ group: 'calendar' }, await countDeadLetters(ports.database));
        },
      },
    ],
    onError: (error) => ports.log.warn({ err: error }, 'comparing the calendar with the tasks failed; retrying in an hour'),
  });
