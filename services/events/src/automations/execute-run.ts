import { ACTION_RETRY_DELAYS_SECONDS, MAX_RUN_TURN_MS } from '@space/contracts/events';
import { CALL_DEADLINE_MS } from '@space/contracts/platform';
import { type Clock, type Database, isoTime } from '@space/database';
import type { EventLog } from '@space/event-log';
import { metrics } from '@space/runtime';
import { actionCatalog } from './action-catalog.ts';
import { executeStep, type StepPorts } from './execute-step.ts';
import type { LeasedRun } from './leased-run.ts';
import { cancelledBefore } from './run-errors.ts';
import { type EndedStatus, runEndedEvent } from './run-event.ts';
import { deleteRun, type RunProgress, renewLease, saveRunProgress } from './run-worker.queries.ts';

/** The length of a lease in milliseconds, renewed with each action: longer than an action can last. */
export const LEASE_MS = 30_000;
/** The part of a lease that remains after the deadline of an action, to store its result. */
const STORE_MARGIN_MS = LEASE_MS - CALL_DEADLINE_MS;

/** The ports of a run, and whether the process is stopping. */
export interface RunExecution extends StepPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly eventLog: Pick<EventLog, 'notify'>;
  /** Called before each action. */
  onStep?(run: LeasedRun): void;
  /** Returns true when no further action may start. */
  isStopped(): boolean;
}

type StoredStep = RunProgress['step'];

/**
 * Executes the remaining actions of a run in order, until it is finished or rescheduled, its turn is over, or its lease is
 * lost. A run whose turn is over is due immediately, and the runs that were due before it go first.
 */
export async function executeRun(execution: RunExecution, run: LeasedRun): Promise<void> {
  const { database, clock } = execution;
  const end = clock.now() + MAX_RUN_TURN_MS;
  if (run.enabled === null) return void (await deleteRun(database, run));
  let { enabled: isEnabled, is_cancelled: isCancelled } = run;
  let attempts = run.attempt_count;
  for (let index = run.done; ; index += 1) {
    if (isCancelled) return finishRun(execution, run, 'cancelled', { steps: index, error: cancelledBefore(index) });
    if (!isEnabled)
      return finishRun(execution, run, 'failed', { steps: index, error: `Stopped before step ${index}: the automation was disabled.` });
    if (execution.isStopped()) return releaseRun(execution, run, attempts);
    execution.onStep?.(run);
    if (!(await extendLease(execution, run, index))) return;
    const outcome = await executeStep(execution, run, index);
    const { step } = outcome;
    if (outcome.kind === 'retryable') {
      const delay = ACTION_RETRY_DELAYS_SECONDS[attempts];
      if (delay !== undefined) return rescheduleRun(execution, run, { attempts: attempts + 1, delay, error: outcome.error });
    }
    const stored = { index, json: JSON.stringify(step), result: outcome.kind === 'succeeded' ? outcome.result : null };
    if (outcome.kind !== 'succeeded')
      return finishRun(execution, run, 'failed', {
        steps: index,
        error: attempts > 0 ? withAttempts(outcome.error, attempts + 1) : outcome.error,
        step: stored,
      });
    if (index + 1 === run.plan.length) return finishRun(execution, run, 'succeeded', { steps: index + 1, error: null, step: stored });
    const now = clock.now();
    const isTurnOver = now >= end;
    const state = await saveRunProgress(database, run, {
      now: isoTime(now),
      status: 'running',
      error: null,
      due: isoTime(isTurnOver ? now : now + LEASE_MS),
      is_leased: !isTurnOver,
      attempt_count: 0,
      step: stored,
      events: [],
    });
    if (state === null || isTurnOver) return;
    ({ enabled: isEnabled, is_cancelled: isCancelled } = state);
    attempts = 0;
    run.results.push(stored.result === null ? null : JSON.parse(stored.result));
  }
}

const withAttempts = (error: string, attempts: number): string => `${error.replace(/\.$/, '')} (tried ${attempts} times).`;

/** Renews the lease before an action with a long deadline; false when the lease was lost. */
async function extendLease({ database, clock }: RunExecution, run: LeasedRun, index: number): Promise<boolean> {
  const deadline = actionCatalog.get(run.plan[index]!.operation)?.operation.deadline_ms ?? 0;
  return deadline <= CALL_DEADLINE_MS || renewLease(database, run, isoTime(clock.now() + deadline + STORE_MARGIN_MS));
}

/** Stores the end of a run and emits its event, in one statement. */
async function finishRun(
  execution: RunExecution,
  run: LeasedRun,
  status: EndedStatus,
  { steps, error, step = null }: { readonly steps: number; readonly error: string | null; readonly step?: StoredStep },
) {
  const now = execution.clock.now();
  const state = await saveRunProgress(execution.database, run, {
    now: isoTime(now),
    status,
    error,
    due: null,
    is_leased: false,
    attempt_count: 0,
    step,
    events: [runEndedEvent(run, status, { steps, error }, now)],
  });
  if (state === null) return;
  metrics.automationRuns.inc({ outcome: status });
  execution.eventLog.notify('events');
}

async function rescheduleRun(
  { database, clock }: RunExecution,
  run: LeasedRun,
  { attempts, delay, error }: { attempts: number; delay: number; error: string },
) {
  const now = clock.now();
  await saveRunProgress(database, run, {
    now: isoTime(now),
    status: 'running',
    error: `${withAttempts(error, attempts)} It is tried again ${delay} s later.`,
    due: isoTime(now + delay * 1_000),
    is_leased: false,
    attempt_count: attempts,
    step: null,
    events: [],
  });
}

async function releaseRun({ database, clock }: RunExecution, run: LeasedRun, attempts: number): Promise<void> {
  const now = isoTime(clock.now());
  const progress = {
    now,
    status: 'running',
    error: null,
    due: now,
    is_leased: false,
    attempt_count: attempts,
    step: null,
    events: [],
  } as const;
  await saveRunProgress(database, run, progress);
}
