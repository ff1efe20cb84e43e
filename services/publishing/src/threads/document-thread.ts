import { Worker } from 'node:worker_threads';
import { Problem } from '@space/contracts/core';
import { MAX_DOCUMENT_CPU_MS } from '@space/contracts/publishing';
import type { Task } from '@space/runtime';
import { createFairQueue } from './fair-queue.ts';

/** The work for the thread: to read the outline of a page, the text of a post, or the template of a blog. */
export type DocumentJob =
  | { readonly kind: 'outline'; readonly text: string; readonly origin: string }
  | { readonly kind: 'post_text' | 'template'; readonly text: string };

/** The worker thread of one process in which long documents are read. */
export interface DocumentThread extends Task {
  /**
   * Returns the result of a job for a Space. Rejects with the problem that `tooComplex` returns when the document takes
   * too much processor time or memory, or when its reader throws.
   */
  run<T>(space: string, job: DocumentJob, tooComplex: () => Problem): Promise<T>;
}

/** Documents up to this length are read in the main thread, where they take a few milliseconds. */
export const INLINE_MAX_CHARACTERS = 16_384;
/** The interval at which processor time is checked, and the wall clock time that a document may take, in milliseconds. */
const POLL_INTERVAL_MS = 1_000;
const TIMEOUT_MS = 55_000;
/** Memory that a document may need, in MB. */
const MEMORY_MB = 768;
/** The part of it for new objects, in MB; with less, garbage collection takes as long as parsing. */
const YOUNG_MB = 96;

/**
 * Returns the document thread of one process. Documents are read one at a time and in turns of the Spaces, so that they do
 * not block other calls. A document that takes too much processor time or memory costs that thread and nothing else.
 * Processor time is limited rather than wall clock time, so that a busy machine refuses no document.
 */
export function createDocumentThread(): DocumentThread {
  let worker: Worker | undefined;
  const enqueue = createFairQueue();

  function perform<T>(job: DocumentJob, tooComplex: () => Problem): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const thread = worker ?? startThread();
    worker = thread;
    const giveUp = (problem: Problem) => {
      reject(problem);
      worker = undefined;
      void thread.terminate();
    };
    const onDeath = () => giveUp(tooComplex());
    const startedAt = performance.now();
    const usageBefore = thread.cpuUsage().catch(() => undefined);
    const checkLimits = async () => {
      const { user, system } = await thread.cpuUsage(await usageBefore);
      if (user + system > MAX_DOCUMENT_CPU_MS * 1_000) giveUp(tooComplex());
      else if (performance.now() - startedAt > TIMEOUT_MS) giveUp(tooBusy());
    };
    // A thread that has died emits `error`.
    const timer = setInterval(() => void checkLimits().catch(() => {}), POLL_INTERVAL_MS);
    const onMessage = ({ result }: { result?: T }) => (result === undefined ? reject(tooComplex()) : resolve(result));
    thread.on('message', onMessage).on('error', onDeath);
    thread.postMessage(job);
    return promise.finally(() => {
      clearInterval(timer);
      thread.off('message', onMessage).off('error', onDeath);
    });
  }

  return {
    name: 'document-thread',
    async start() {},
    run: <T>(space: string, job: DocumentJob, tooComplex: () => Problem) => enqueue(space, () => perform<T>(job, tooComplex)),
    async stop() {
      await worker?.terminate();
    },
  };
}

function startThread(): Worker {
  const thread = new Worker(new URL('../workers/document-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  thread.unref();
  return thread;
}

const tooBusy = (): Problem =>
  new Problem('unavailable', 'The document could not be parsed in time, since the server is busy; try again in a moment.', {
    retry_after_s: 5,
  });
