import { Worker } from 'node:worker_threads';
import { askThread, createFairQueue, type FairQueue, type ThreadFailure, type ThreadLimits } from '@space/worker';
import { RichTextError } from '../schema/rich-text-error.ts';
import { performJob, type TextJobName, type TextJobs } from './text-job.ts';
import type { TextReply, TextRequest } from './text-worker.ts';

/** The settings of a pool of threads. */
export interface TextPoolOptions {
  /** The number of threads. Each starts with its first job. */
  readonly threads: number;
  /** The limits of one job. Processor time is the limit that a job reaches; wall clock time only ends one on a busy machine. */
  readonly limits: ThreadLimits;
  /** The memory of one thread, in MB. */
  readonly memory_mb: number;
}

/** Threads that work on rich text, so that large texts and hostile updates block no call. */
export interface TextPool {
  readonly name: string;
  start(): Promise<void>;
  /** Ends all threads. A job that runs is refused with `busy` at its limit of wall clock time. */
  stop(): Promise<void>;
  /**
   * Performs a job in a thread. Owners, such as Spaces, take turns. Rejects with a RichTextError: the refusal of the job,
   * `too_large` for a job that was ended at its limit of processor time or memory, and `busy` if the machine had no time for it.
   */
  run<Name extends TextJobName>(owner: string, name: Name, input: TextJobs[Name]['takes']): Promise<TextJobs[Name]['returns']>;
  /** Performs a job in the main thread if its texts have at most 50,000 characters or bytes in total, and else in a thread. */
  runShort<Name extends TextJobName>(owner: string, name: Name, input: TextJobs[Name]['takes']): Promise<TextJobs[Name]['returns']>;
}

/** Texts and states up to this size in total are no work for a thread: they take less than 50 ms. */
const MAX_INLINE_SIZE = 50_000;

/** A thread with the queue of its jobs. */
interface Seat {
  readonly enqueue: FairQueue;
  thread: Worker | undefined;
  waiting: number;
}

/** Returns a pool of threads. A job that exceeds a limit costs its thread, and the next job starts another one. */
export function createTextPool({ threads, limits, memory_mb }: TextPoolOptions): TextPool {
  const seats = Array.from({ length: threads }, (): Seat => ({ enqueue: createFairQueue(), thread: undefined, waiting: 0 }));

  async function ask(seat: Seat, request: TextRequest): Promise<unknown> {
    const isFresh = !seat.thread;
    const thread = seat.thread ?? startThread(memory_mb);
    seat.thread = thread;
    let failed: ThreadFailure | undefined;
    const reply = await askThread<TextReply>(thread, request, limits, function endThread(failure) {
      failed = failure;
      if (seat.thread === thread) seat.thread = undefined;
      void thread.terminate();
      return refusalOf(failure);
    }).catch((error: unknown) => {
      // The memory of a thread that was there before may be full of other work.
      if (failed === 'ended' && !isFresh) return undefined;
      throw error;
    });
    if (!reply) return ask(seat, request);
    if ('failure' in reply) throw new Error(reply.failure);
    if ('refusal' in reply) throw new RichTextError(reply.refusal.code, reply.refusal.message, reply.refusal.place);
    return reply.result;
  }

  const pool: TextPool = {
    name: 'text-pool',
    async start() {},
    async stop() {
      await Promise.all(seats.map((seat) => seat.thread?.terminate()));
      for (const seat of seats) seat.thread = undefined;
    },
    async run(owner, name, input) {
      const seat = seats.reduce((least, other) => (other.waiting < least.waiting ? other : least));
      seat.waiting += 1;
      try {
        return (await seat.enqueue(owner, () => ask(seat, { name, input }))) as never;
      } finally {
        seat.waiting -= 1;
      }
    },
    runShort: async (owner, name, input) => (sizeOf(input) > MAX_INLINE_SIZE ? pool.run(owner, name, input) : performJob(name, input)),
  };
  return pool;
}

function startThread(memory_mb: number): Worker {
  const thread = new Worker(new URL('./text-worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: memory_mb } });
  thread.unref();
  return thread;
}

function refusalOf(failure: ThreadFailure): RichTextError {
  return failure === 'wall_clock'
    ? new RichTextError('busy', 'The server is busy, so the text was not processed in time; try again in a moment.')
    : new RichTextError('too_large', 'The text takes too much processor time or memory; send it in parts.');
}

/** Returns the characters of all texts and the bytes of all encoded states of a value. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof Uint8Array) return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, part) => sum + sizeOf(part), 0);
}
