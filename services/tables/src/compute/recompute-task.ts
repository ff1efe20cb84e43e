import { MAX_RECOMPUTE_ATTEMPTS } from '@space/contracts/tables';
import { isTransientError, sqlState, startedCalls } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import { pollingTask } from '@space/worker';
import type { CommonQueryMethods } from 'slonik';
import {
  createFormulaThread,
  EvaluationEndedError,
  EvaluationLateError,
  type FormulaThread,
  ThreadNotRunningError,
} from '../formulas/formula-thread.ts';
import { updatePending } from './pending.queries.ts';
import { lockComputedTables } from './plan.ts';
import { type BatchSize, LARGE_BATCHES, lockOrReleaseJob, processJob, releasePending, SMALL_BATCHES } from './process-job.ts';
import { claimJob, deleteJob, failColumns, type RecomputeJob, releaseJob } from './recompute-jobs.queries.ts';

/** Pause between two polls for a job. */
const POLL_INTERVAL_MS = 250;

/** Seconds after which other processes may claim a job whose process died in a batch. */
const LEASE_SECONDS = 30;

/** Spaces whose turns a process remembers. */
const MAX_RECENT_SPACES = 1_000;

/** SQLSTATE of a statement that exceeded its time limit. */
const STATEMENT_TIMEOUT = '57014';

/** Calls per second from which batches are small. */
const BUSY_CALLS_PER_SECOND = 20;

/** The state of the recompute task of one process. */
export interface Recomputing {
  readonly thread: FormulaThread;
  /** Returns the size of the next batch. */
  readonly batchSize: () => BatchSize;
  /** The Spaces of the last batches, the latest at the end. */
  readonly recent: Set<string>;
}

/** Returns the state of a task that has run no batch. */
export const startRecomputing = (): Recomputing => ({ thread: createFormulaThread(), batchSize: createBatchSize(), recent: new Set() });

/** Returns a function that returns the size of the next batch: small when the process ran many calls in the last second. */
export function createBatchSize(calls: () => number = startedCalls, now: () => number = () => performance.now()): () => BatchSize {
  let since = now();
  let before = calls();
  let size = LARGE_BATCHES;
  return function batchSize() {
    const elapsed = now() - since;
    if (elapsed < SECOND_MS) return size;
    size = calls() - before >= (BUSY_CALLS_PER_SECOND * elapsed) / SECOND_MS ? SMALL_BATCHES : LARGE_BATCHES;
    since = now();
    before = calls();
    return size;
  };
}

/**
 * Recomputes stale cells: runs the jobs that writes and column changes leave, in batches by row id whose size follows from
 * the time of the batch before, and is small while the process runs calls. Each batch is a short transaction under the same locks as a write (compute-rows.ts), so no
 * restore or column change can interfere; its progress commits with it.
 *
 * Spaces take turns, so many jobs of one Space delay another one by a batch. Several processes may run the task: a job is
 * claimed with a lease. Long evaluations run in a thread that is ended at a limit, and statements have a time limit. A batch
 * that reaches a limit, or whose process dies, is an attempt; the next one has an eighth of the rows. After the last attempt,
 * and after a permanent error, the columns of the job have the status `error` with a reason, until someone changes them.
 */
export function recomputeTask({ database, log }: Pick<Ports, 'database' | 'log'>): Task {
  const state = startRecomputing();
  const task = pollingTask({
    name: 'recompute',
    intervalMs: POLL_INTERVAL_MS,
    poll: () => recomputeBatch(database, state, log),
    onError: (error) => log.warn({ err: error }, 'recompute of stale cells failed; retrying in 1 s'),
  });
  return {
    ...task,
    async stop() {
      await task.stop();
      await state.thread.stop();
    },
  };
}

/** Recomputes one batch of the job whose turn it is. Returns false if there was no job. */
export async function recomputeBatch(
  database: Ports['database'],
  { thread, batchSize, recent }: Recomputing,
  log?: Ports['log'],
): Promise<boolean> {
  // Asked at each poll, also without a job: the size follows from the calls of the last second.
  const size = batchSize();
  const job = await claimJob(database, [...recent], LEASE_SECONDS);
  if (!job) return false;
  recent.delete(job.space_id);
  recent.add(job.space_id);
  if (recent.size > MAX_RECENT_SPACES) recent.delete(recent.values().next().value!);
  if (job.attempts > MAX_RECOMPUTE_ATTEMPTS) {
    await endJob(database, job, tooSlow);
    return true;
  }
  let hasLocks = false;
  let hasEnded = false;
  const process = () => database.transaction((tx) => processJob(tx, job, thread.evaluate, size, () => (hasLocks = true)));
  try {
    hasEnded = await process().catch(async (error: unknown) => {
      if (!(error instanceof ThreadNotRunningError)) throw error;
      await thread.start();
      return process();
    });
  } catch (error) {
    const isLate = error instanceof EvaluationLateError;
    const isEnded = error instanceof EvaluationEndedError || (hasLocks && sqlState(error) === STATEMENT_TIMEOUT);
    const at = { err: error, table_id: job.table_id, column_ids: job.column_ids, attempts: job.attempts };
    if (isEnded && job.attempts < MAX_RECOMPUTE_ATTEMPTS) {
      log?.warn(at, 'a batch of a recompute job was ended at its limit; trying again with fewer rows');
      await releaseJob(database, job, false);
    } else if (isLate || (!isEnded && isTransientError(error))) {
      // The last attempt is not counted: a busy machine breaks no column.
      await releaseJob(database, job, true);
      throw error;
    } else {
      log?.error(at, 'recompute of columns failed; the columns are marked as broken');
      await endJob(database, job, isEnded ? tooSlow : failed);
    }
  }
  if (hasEnded) await database.transaction((tx) => releasePending(tx, job));
  return true;
}

const failed = { code: 'failed', message: 'Its values could not be computed; change the column to try again.' };
const tooSlow = {
  code: 'too_slow',
  message:
    'Its values take too long to compute; simplify the formulas of the table or shorten its texts, then change the column to try again.',
};

/** Marks the columns of a job as broken and deletes it, unless another process claimed it since or a transaction relies on it. */
async function endJob({ transaction }: Ports['database'], job: RecomputeJob, reason: typeof failed): Promise<void> {
  const hasEnded = await transaction(async function end(tx: CommonQueryMethods) {
    if (!(await lockOrReleaseJob(tx, job))) return false;
    await lockComputedTables(tx, job);
    await failColumns(tx, job, reason);
    await deleteJob(tx, job.id);
    await updatePending(tx, job.space_id);
    return true;
  });
  if (hasEnded) await transaction((tx) => releasePending(tx, job));
}
