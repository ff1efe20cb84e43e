import { isoTime } from '@space/database';
import { metrics, type Ports, type Task } from '@space/runtime';
import { periodicTask } from '@space/worker';
import { serviceEntries } from '../../../manifest.ts';
import { countDeadLetters, measureBacklog } from './backlog-metrics.queries.ts';

/** The groups whose dead letters are in the schema of this service. */
const groups = serviceEntries.filter(({ schema }) => schema === 'events').flatMap(({ consumer_groups }) => consumer_groups);

const MEASURE_INTERVAL_MS = 5_000;

/** Returns the task that sets the gauges of unfinished deliveries and dead letters. */
export const createBacklogMetrics = ({ database, clock, log }: Ports): Task =>
  periodicTask({
    name: 'backlog-metrics',
    jobs: [
      {
        everyMs: MEASURE_INTERVAL_MS,
        async act() {
          const backlog = await measureBacklog(database, isoTime(clock.now()));
          for (const state of ['pending', 'retrying'])
            metrics.deliveries.set({ state }, backlog.find(({ status }) => status === state)?.count ?? 0);
          const deadLetters = await countDeadLetters(database);
          for (const { name: group } of groups)
            metrics.deadLetters.set({ group }, deadLetters.find(({ consumer }) => consumer === group)?.count ?? 0);
          metrics.deliveryDueAge.set(Math.max(0, ...backlog.map(({ late }) => late)));
        },
      },
    ],
    onError: (error) => log.warn({ err: error }, 'measuring the backlog failed; retrying in 5 s'),
  });
