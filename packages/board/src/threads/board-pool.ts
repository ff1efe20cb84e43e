import { createThreadPool, sizeOf, type ThreadPool, type ThreadPoolOptions } from '@space/worker';
import { BoardError } from '../schema/board-error.ts';
import { type BoardJobs, performers } from './board-job.ts';

/** The settings of a pool of threads: their number, the limits of one job, and the memory of one thread. */
export type BoardPoolOptions = Pick<ThreadPoolOptions<BoardJobs>, 'threads' | 'limits' | 'memory_mb'> & {
  /** The most jobs that run or wait, of one owner and in all. Without it, all wait. */
  readonly waiting?: Omit<NonNullable<ThreadPoolOptions<BoardJobs>['waiting']>, 'refusal'>;
};

/** Threads that work on whiteboards, so that large ones and hostile updates block no call. Their refusals are a BoardError. */
export type BoardPool = ThreadPool<BoardJobs>;

/** Whiteboards and elements up to this size in total are no work for a thread: their jobs take less than 50 ms. */
const MAX_INLINE_SIZE = 50_000;

/** The jobs whose work is in proportion to their size. A layout and a comparison of texts may take more. */
const proportionate: ReadonlySet<keyof BoardJobs> = new Set([
  'create_elements',
  'replace_elements',
  'delete_elements',
  'copy',
  'join_updates',
  'read_elements',
  'describe',
  'compare_states',
]);

/** Returns a pool of threads. A job that exceeds a limit costs its thread, and the next job starts another one. */
export function createBoardPool({ waiting, ...options }: BoardPoolOptions): BoardPool {
  return createThreadPool<BoardJobs>({
    name: 'board-pool',
    ...options,
    script: new URL('./board-worker.ts', import.meta.url),
    Refusal: BoardError,
    refusals: {
      busy: 'The server is busy, so the whiteboard was not processed in time; try again in a moment.',
      too_large: 'The whiteboard takes too much processor time or memory; change fewer elements in one call.',
    },
    ...(waiting && { waiting: { ...waiting, refusal: 'Too many whiteboards wait to be processed; try again in a moment.' } }),
    short: { performers, isShort: (name, input) => proportionate.has(name) && sizeOf(input) <= MAX_INLINE_SIZE },
  });
}
