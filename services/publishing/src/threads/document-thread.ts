import { Worker } from 'node:worker_threads';
import { Problem } from '@space/contracts/core';
import { MAX_DOCUMENT_CPU_MS, MAX_DOCUMENT_MEMORY_MB, MAX_DOCUMENT_WALL_CLOCK_MS } from '@space/contracts/publishing';
import type { Task } from '@space/runtime';
import { askThread, createFairQueue, type ThreadLimits } from '@space/worker';

/** The work for the thread: to read the outline of a page, the text of a post, the template of a blog, or the assets that one of both names. */
export type DocumentJob =
  | { readonly kind: 'outline'; readonly text: string; readonly origin: string }
  | { readonly kind: 'assets'; readonly text: string; readonly base: string }
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
/** The limits of a document. */
const LIMITS: ThreadLimits = { cpu_ms: MAX_DOCUMENT_CPU_MS, wall_clock_ms: MAX_DOCUMENT_WALL_CLOCK_MS, check_ms: 1_000 };
/** The part of the memory of a document for new objects, in MB; with less, garbage collection takes as long as parsing. */
const YOUNG_MB = 96;

/**
 * Returns the document thread of one process. Documents are read one at a time and in turns of the Spaces, so that they do
 * not block other calls. A document that takes too much processor time or memory costs that thread and nothing else.
 * Processor time is limited rather than wall clock time, so that a busy machine refuses no document.
 */
export function createDocumentThread(): DocumentThread {
  let worker: Worker | undefined;
  const enqueue = createFairQueue();

  async function perform<T>(job: DocumentJob, tooComplex: () => Problem): Promise<T> {
    const thread = worker ?? startThread();
    worker = thread;
    const { result } = await askThread<{ result?: T }>(thread, job, LIMITS, function endThread(failure) {
      worker = undefined;
      void thread.terminate();
      return failure === 'wall_clock' ? tooBusy() : tooComplex();
    });
    if (result === undefined) throw tooComplex();
    return result;
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
    resourceLimits: { maxOldGenerationSizeMb: MAX_DOCUMENT_MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  thread.unref();
  return thread;
}

const tooBusy = (): Problem =>
  new Problem('unavailable', 'The document could not be parsed in time, since the server is busy; try again in a moment.', {
    retry_after_s: 5,
  });
