import { processingWorks } from '@space/contracts/assets';
import { isoTime } from '@space/database';
import { metrics, type Ports, type Task } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import { periodicTask } from '@space/worker';
import { measureJobs } from './job-metrics.queries.ts';

const MEASURE_INTERVAL_MS = 10 * SECOND_MS;

/** Returns the task that sets the gauges of works on files. */
export const jobMetrics = ({ database, clock, log }: Ports): Task =>
  periodicTask({
    name: 'metrics of works on files',
    jobs: [
      {
        everyMs: MEASURE_INTERVAL_MS,
        async act() {
          const backlog = await measureJobs(database, isoTime(clock.now()));
          for (const name of processingWorks) metrics.mediaJobs.set({ work: name }, backlog.find(({ work }) => work === name)?.count ?? 0);
          metrics.mediaJobAge.set(Math.max(0, ...backlog.map(({ age }) => age)));
        },
      },
    ],
    onError: (error) => log.warn({ err: error }, 'measuring the works on files failed; retrying in 10 s'),
  });
