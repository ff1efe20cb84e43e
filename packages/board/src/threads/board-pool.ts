import { createThreadPool, sizeOf, type ThreadPool, type ThreadPoolOptions } from '@space/worker';
import { BoardError } from '../schema/board-error.ts';
import { type BoardJobs, performers } from './board-job.ts';

/** The settings of a pool of threads: their number, the limits of one job, and the memory of one thread. */
export type BoardPoolOptions = Pick<ThreadPoolOptions<BoardJobs>, 'threads' | 'limits' | 'memory_mb'>;

/** Threads that work on whiteboards, so that large ones and hostile updates block no call. Their refusals are a BoardError. */
export type BoardPool = ThreadPool<BoardJobs>;

/** Whiteboards and updates up to this size in total are no work for a thread: they take less than 50 ms. */
const MAX_INLINE_SIZE = 50_000;

/** Returns a pool of threads. A job that exceeds a limit costs its thread, and the next job starts another one. */
export function createBoardPool(options: BoardPoolOptions): BoardPool {
  return createThreadPool<BoardJobs>({
    name: 'board-pool',
    ...options,
    script: new URL('./board-worker.ts', import.meta.url),
    Refusal: BoardError,
    refusals: {
      busy: 'The server is busy, so the whiteboard was not processed in time; try again in a moment.',
      too_large: 'The whiteboard takes too much processor time or memory; change fewer elements in one call.',
    },
    short: { performers, isShort: (_name, input) => sizeOf(input) <= MAX_INLINE_SIZE },
  });
}
