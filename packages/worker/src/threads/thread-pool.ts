import { Worker } from 'node:worker_threads';
import { createFairQueue, type FairQueue } from '../queues/fair-queue.ts';
import { askThread, type ThreadFailure, type ThreadLimits } from './ask-thread.ts';
import type { JobRefusal } from './job-refusal.ts';
import type { JobPerformers, JobReply, JobRequest, JobTypes } from './jobs.ts';

/** The codes of the refusals of a pool: the machine had no time for the job, or the job exceeded a limit. */
export type PoolRefusalCode = 'busy' | 'too_large';

/** The most jobs of a pool that run or wait, and the sentence of the refusal above them. */
export interface WaitingLimits {
  readonly owner: number;
  readonly all: number;
  readonly refusal: string;
}

/** The settings of a pool of threads. */
export interface ThreadPoolOptions<Jobs extends JobTypes<Jobs>> {
  readonly name: string;
  /** The script of a thread, which calls `answerJobs`. */
  readonly script: URL;
  /** The number of threads. Each starts with its first job. */
  readonly threads: number;
  /** The limits of one job. Processor time is the limit that a job reaches; wall clock time only ends one on a busy machine. */
  readonly limits: ThreadLimits;
  /** The memory of one thread, in MB. */
  readonly memory_mb: number;
  /** The class of the refusals of jobs and of the pool itself. */
  readonly Refusal: new (
    code: never,
    message: string,
    place: never,
  ) => JobRefusal;
  /** The sentences of the refusals of the pool. */
  readonly refusals: Readonly<Record<PoolRefusalCode, string>>;
  /** The jobs that may run or wait, of one owner and in all. A job above them is refused as `busy`. Without it, any number waits. */
  readonly waiting?: WaitingLimits;
  /** The jobs that `runShort` performs in the main thread. Without it, all go to a thread. */
  readonly short?: {
    readonly performers: JobPerformers<Jobs>;
    readonly isShort: (name: keyof Jobs, input: unknown) => boolean;
  };
}

/** Threads that perform jobs, so that long and hostile ones block no call. */
export interface ThreadPool<Jobs extends JobTypes<Jobs>> {
  readonly name: string;
  start(): Promise<void>;
  /** Ends all threads. A job that runs is refused with `busy` at its limit of wall clock time. */
  stop(): Promise<void>;
  /**
   * Performs a job in a thread. Owners, such as Spaces, take turns. Rejects with a refusal: that of the job, `too_large` for a job
   * that was ended at its limit of processor time or memory, and `busy` if the machine had no time for it or too many jobs wait. A thread
   * that ends for another reason, such as one that cannot start, rejects with an error that has the reason as its cause.
   */
  run<Name extends keyof Jobs>(owner: string, name: Name, input: Jobs[Name]['takes']): Promise<Jobs[Name]['returns']>;
  /** Performs a short job in the main thread, and another one in a thread. */
  runShort<Name extends keyof Jobs>(owner: string, name: Name, input: Jobs[Name]['takes']): Promise<Jobs[Name]['returns']>;
}

/** A thread with the queue of its jobs. */
interface Seat {
  readonly enqueue: FairQueue;
  thread: Worker | undefined;
  waiting: number;
}

/** Returns a pool of threads. A job that exceeds a limit costs its thread, and the next job starts another one. */
export function createThreadPool<Jobs extends JobTypes<Jobs>>(options: ThreadPoolOptions<Jobs>): ThreadPool<Jobs> {
  const { name: poolName, threads, limits, waiting, short } = options;
  const seats = Array.from({ length: threads }, (): Seat => ({ enqueue: createFairQueue(), thread: undefined, waiting: 0 }));
  const jobs = createJobCount();
  const refusal = (code: string, message: string, place?: object) => new options.Refusal(code as never, message, place as never);
  const errorOf = (failure: ThreadFailure, cause?: Error & { readonly code?: string }): Error => {
    if (cause && cause.code !== 'ERR_WORKER_OUT_OF_MEMORY') return new Error(`a thread of ${poolName} ended: ${cause.message}`, { cause });
    const code = failure === 'wall_clock' ? 'busy' : 'too_large';
    return refusal(code, options.refusals[code]);
  };

  async function ask(seat: Seat, request: JobRequest): Promise<unknown> {
    const isFresh = !seat.thread;
    const thread = seat.thread ?? startThread(options);
    seat.thread = thread;
    let failed: ThreadFailure | undefined;
    const reply = await askThread<JobReply>(thread, request, limits, function endThread(failure, cause) {
      failed = failure;
      if (seat.thread === thread) seat.thread = undefined;
      void thread.terminate();
      return errorOf(failure, cause);
    }).catch((error: unknown) => {
      // The memory of a thread that was there before may be full of other work.
      if (failed === 'ended' && !isFresh) return undefined;
      throw error;
    });
    if (!reply) return ask(seat, request);
    if ('failure' in reply) throw new Error(reply.failure);
    if ('refusal' in reply) throw refusal(reply.refusal.code, reply.refusal.message, reply.refusal.place);
    return reply.result;
  }

  const pool: ThreadPool<Jobs> = {
    name: poolName,
    async start() {},
    async stop() {
      await Promise.all(seats.map((seat) => seat.thread?.terminate()));
      for (const seat of seats) seat.thread = undefined;
    },
    async run(owner, name, input) {
      if (waiting && (jobs.of(owner) >= waiting.owner || jobs.all() >= waiting.all)) throw refusal('busy', waiting.refusal);
      const seat = seats.reduce((least, other) => (other.waiting < least.waiting ? other : least));
      seat.waiting += 1;
      jobs.add(owner, 1);
      try {
        return (await seat.enqueue(owner, () => ask(seat, { name: String(name), input }))) as never;
      } finally {
        seat.waiting -= 1;
        jobs.add(owner, -1);
      }
    },
    runShort: async (owner, name, input) => (short?.isShort(name, input) ? short.performers[name](input) : pool.run(owner, name, input)),
  };
  return pool;
}

/** Counts the jobs of each owner. */
function createJobCount() {
  const byOwner = new Map<string, number>();
  let all = 0;
  return {
    of: (owner: string) => byOwner.get(owner) ?? 0,
    all: () => all,
    add(owner: string, change: 1 | -1) {
      all += change;
      const count = (byOwner.get(owner) ?? 0) + change;
      if (count > 0) byOwner.set(owner, count);
      else byOwner.delete(owner);
    },
  };
}

function startThread({ script, memory_mb }: Pick<ThreadPoolOptions<never>, 'script' | 'memory_mb'>): Worker {
  // A thread inherits the options of the process. In a program that was given as text it would refuse the type of that text. Options are
  // not passed on otherwise, because a thread refuses those of V8 when they are given to it.
  const isGivenAsText = process.execArgv.some((option) => option.startsWith('--input-type'));
  const resourceLimits = { maxOldGenerationSizeMb: memory_mb };
  const thread = new Worker(script, isGivenAsText ? { execArgv: [], resourceLimits } : { resourceLimits });
  thread.unref();
  return thread;
}
