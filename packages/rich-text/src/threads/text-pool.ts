import { createThreadPool, sizeOf, type ThreadLimits, type ThreadPool } from '@space/worker';
import { RichTextError } from '../schema/rich-text-error.ts';
import { performers, type TextJobs } from './text-job.ts';

/** The settings of a pool of threads. */
export interface TextPoolOptions {
  /** The number of threads. Each starts with its first job. */
  readonly threads: number;
  /** The limits of one job. Processor time is the limit that a job reaches; wall clock time only ends one on a busy machine. */
  readonly limits: ThreadLimits;
  /** The memory of one thread, in MB. */
  readonly memory_mb: number;
}

/** Threads that work on rich text, so that large texts and hostile updates block no call. Their refusals are a RichTextError. */
export type TextPool = ThreadPool<TextJobs>;

/** Texts and states up to this size in total are no work for a thread: they take less than 50 ms. */
const MAX_INLINE_SIZE = 50_000;

/** Returns a pool of threads. A job that exceeds a limit costs its thread, and the next job starts another one. */
export function createTextPool(options: TextPoolOptions): TextPool {
  return createThreadPool<TextJobs>({
    name: 'text-pool',
    ...options,
    script: new URL('./text-worker.ts', import.meta.url),
    Refusal: RichTextError,
    refusals: {
      busy: 'The server is busy, so the text was not processed in time; try again in a moment.',
      too_large: 'The text takes too much processor time or memory; send it in parts.',
    },
    short: { performers, isShort: (_name, input) => sizeOf(input) <= MAX_INLINE_SIZE },
  });
}
