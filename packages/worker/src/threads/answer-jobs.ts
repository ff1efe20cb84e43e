import { parentPort } from 'node:worker_threads';
import { JobRefusal } from './job-refusal.ts';
import type { JobPerformers, JobReply, JobRequest, JobTypes } from './jobs.ts';
import { lowerThreadPriority } from './thread-priority.ts';

/**
 * Performs the jobs that the pool of this worker thread sends, one at a time. The script of a thread calls it once. A `JobRefusal` that a job
 * throws reaches the caller with its code and place; of any other error the caller gets the message.
 */
export function answerJobs<Jobs extends JobTypes<Jobs>>(performers: JobPerformers<Jobs>): void {
  lowerThreadPriority();
  parentPort?.on('message', async function answerJob({ name, input }: JobRequest) {
    parentPort?.postMessage(await replyTo(() => performers[name as keyof Jobs](input)));
  });
}

async function replyTo(perform: () => unknown): Promise<JobReply> {
  try {
    return { result: await perform() };
  } catch (error) {
    if (!(error instanceof JobRefusal)) return { failure: error instanceof Error ? error.message : String(error) };
    const { code, message, place } = error;
    return { refusal: { code, message, place } };
  }
}
