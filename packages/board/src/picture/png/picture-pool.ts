import { createThreadPool, type ThreadLimits, type ThreadPool } from '@space/worker';
import { BoardPictureError } from '../refusal/board-picture-error.ts';
import type { PictureJobs } from './picture-job.ts';

/** The settings of a pool of threads. */
export interface PicturePoolOptions {
  /** The number of threads. Each starts with its first job. */
  readonly threads: number;
  /** The limits of one picture. */
  readonly limits: ThreadLimits;
  /** The memory of one thread for JavaScript, in MB. The pixels of a picture are outside of it: at most 256 MB for one of 8,000 × 8,000. */
  readonly memory_mb: number;
  /** The pictures that are drawn or wait, of one owner and in all. Without it, any number waits. */
  readonly waiting?: { readonly owner: number; readonly all: number };
}

/** Threads that draw boards, so that large ones block no call. Their refusals are a BoardPictureError. */
export type PicturePool = ThreadPool<PictureJobs>;

/** Returns a pool of threads that draw boards as SVG and PNG. A picture that exceeds a limit costs its thread, and the next one starts another. */
export function createPicturePool({ waiting, ...options }: PicturePoolOptions): PicturePool {
  return createThreadPool<PictureJobs>({
    name: 'picture-pool',
    ...options,
    script: new URL('./picture-worker.ts', import.meta.url),
    Refusal: BoardPictureError,
    refusals: {
      busy: 'The server is busy, so the picture was not drawn in time; try again in a moment.',
      too_large: 'The picture takes too much processor time or memory; use a smaller scale, or draw one frame.',
    },
    ...(waiting && { waiting: { ...waiting, refusal: 'Too many pictures wait to be drawn; try again in a moment.' } }),
  });
}
