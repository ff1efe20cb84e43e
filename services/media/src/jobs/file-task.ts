import { MEDIA_WORK_ATTEMPTS, MEDIA_WORK_MS, type ProcessingWork } from '@space/contracts/assets';
import { FILES_DUE } from '@space/contracts/core';
import { isoTime } from '@space/database';
import { createWriter } from '@space/event-log';
import { metrics, objectsOf, type Ports, type Task } from '@space/runtime';
import { MINUTE_MS, SECOND_MS } from '@space/time';
import { publicOrigin } from '@space/web';
import { pollingTask } from '@space/worker';
import { readFile } from '../file/read-file.ts';
import { Unreadable } from '../file/unreadable.ts';
import { WorkerEnded } from '../worker/worker-process.ts';
import type { Workers } from '../worker/workers.ts';
import { claimJobs } from './claim-jobs.queries.ts';
import { endJob } from './end-job.ts';
import { failJob, type Job, postponeJob } from './files.queries.ts';
import { bytesFor, fileWorks } from './work-on-file.ts';

/** The time for which a process claims a file: its work, and reading the bytes before it. */
const CLAIM_MS = MEDIA_WORK_MS + MINUTE_MS;
const RETRY_DELAY_MS = 5 * SECOND_MS;
const POLL_INTERVAL_MS = SECOND_MS;

const known = Object.keys(fileWorks) as ProcessingWork[];

/** Returns the task that does the works on new files, Space by Space in turn. Any number of processes may run it. */
export function fileTask(ports: Ports, workers: Workers): Task {
  const { database, clock, log, bus } = ports;
  const writer = createWriter('library', ports);
  const origin = publicOrigin(ports.config);

  /** Does a claimed work. A claim that never ended has killed its process, and counts as an attempt. */
  async function perform(job: Job): Promise<void> {
    if (job.attempts > MEDIA_WORK_ATTEMPTS) return end(job, 'worker_ended');
    try {
      const bytes = await readFile(objectsOf(ports), job.space_id, job.sha256, bytesFor(job));
      if (!bytes) return end(job, 'missing');
      const store = await fileWorks[job.work]!(workers, { bytes, content_type: job.content_type, size: job.size }, job.space_id);
      await endJob(writer, job, origin, store);
      metrics.mediaWorks.inc({ work: job.work, outcome: 'done' });
    } catch (error) {
      if (error instanceof Unreadable) return end(job, error.reason);
      const isWorker = error instanceof WorkerEnded;
      if (isWorker && job.attempts >= MEDIA_WORK_ATTEMPTS) return end(job, 'worker_ended');
      log.warn({ err: error, sha256: job.sha256, work: job.work }, 'work on a file did not end; trying again in 5 s');
      await postponeJob(database, job, isoTime(clock.now() + RETRY_DELAY_MS), isWorker);
    }
  }

  async function end(job: Job, reason: string): Promise<void> {
    await endJob(writer, job, origin, (tx, _job, now) => failJob(tx, job, reason, now));
    metrics.mediaWorks.inc({ work: job.work, outcome: reason });
  }

  const polling = pollingTask({
    name: 'works on files',
    intervalMs: POLL_INTERVAL_MS,
    async poll() {
      const now = clock.now();
      const jobs = await claimJobs(database, known, { now: isoTime(now), until: isoTime(now + CLAIM_MS) }, workers.count);
      await Promise.all(jobs.map(perform));
      return jobs.length === workers.count;
    },
    onError: (error) => log.warn({ err: error }, 'working on files failed; retrying in 1 s'),
  });

  let unsubscribe = () => {};
  return {
    ...polling,
    async start() {
      unsubscribe = bus.subscribe(FILES_DUE, polling.notify);
      await polling.start();
    },
    async stop() {
      unsubscribe();
      await polling.stop();
    },
  };
}
