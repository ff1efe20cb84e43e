import { DEFAULT_DEADLINE_MS } from '@space/bus';
import { ACTION_RETRY_DELAYS_SECONDS, automationRunFailed, automationRunSucceeded } from '@space/contracts/events';
import { type Clock, type Database, isoTime } from '@space/database';
import { type EmittedEvent, type EventLog, emitted } from '@space/event-log';
import { metrics } from '@space/runtime';
import { actionCatalog } from './action-catalog.ts';
import { executeStep, type StepPorts } from './execute-step.ts';
import type { LeasedRun } from './leased-run.ts';
import { deleteRun, renewLease, saveRunProgress } from './run-worker.queries.ts';

/** How long a process may hold a run from one action to the next before another may take it: longer than an action can last. */
export const LEASE_MS = 30_000;
/** What an action's deadline leaves of a lease for writing it down. */
const TO_WRITE_DOWN_MS = LEASE_MS - DEFAULT_DEADLINE_MS;

/** What a run is carried out with. */
export interface RunExecution extends StepPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly eventLog: Pick<EventLog, 'notify'>;
  /** Whether nothing new is to be begun. */
  stopped(): boolean;
}

/** Carries out what is left of a run, one action after the other, until it is over, put off, or no longer this process'. */
export async function executeRun(on: RunExecution, run: LeasedRun): Promise<void> {
  const { database } = on;
  if (run.enabled === null) return void (await deleteRun(database, run));
  let enabled: boolean | null = run.enabled;
  let tries = run.tries;
  for (let index = run.done; ; index += 1) {
    if (!enabled) return finishRun(on, run, index, `Stopped before step ${index}: the automation was switched off.`);
    if (on.stopped()) return releaseRun(on, run, tries);
    if (!(await extendLease(on, run, index))) return;
    const outcome = await executeStep(on, run, index);
    const { step } = outcome;
    if (outcome.kind === 'put_off') {
      const wait = ACTION_RETRY_DELAYS_SECONDS[tries];
      if (wait !== undefined) return rescheduleRun(on, run, { tries: tries + 1, wait, error: outcome.error });
    }
    const noted = { index, json: JSON.stringify(step), answer: outcome.kind === 'succeeded' ? outcome.answer : null };
    if (outcome.kind !== 'succeeded')
      return finishRun(on, run, index, tries > 0 ? withAttempts(outcome.error, tries + 1) : outcome.error, noted);
    if (index + 1 === run.plan.length) return finishRun(on, run, index + 1, null, noted);
    const now = on.clock.now();
    const known = await saveRunProgress(database, run, {
      now: isoTime(now),
      state: 'running',
      error: null,
      due: isoTime(now + LEASE_MS),
      held: true,
      tries: 0,
      step: noted,
      events: [],
    });
    if (known === null) return;
    enabled = known;
    tries = 0;
    run.answered.push(noted.answer === null ? null : JSON.parse(noted.answer));
  }
}

const withAttempts = (error: string, times: number): string => `${error.replace(/\.$/, '')} (tried ${times} times).`;

/** Before an action that may take longer than a lease; answers whether the run is still this process'. */
async function extendLease({ database, clock }: RunExecution, run: LeasedRun, index: number): Promise<boolean> {
  const deadline = actionCatalog.get(run.plan[index]!.operation)?.operation.deadline_ms ?? 0;
  return deadline <= DEFAULT_DEADLINE_MS || renewLease(database, run, isoTime(clock.now() + deadline + TO_WRITE_DOWN_MS));
}

async function finishRun(
  on: RunExecution,
  run: LeasedRun,
  steps: number,
  error: string | null,
  step: Parameters<typeof saveRunProgress>[2]['step'] = null,
) {
  const now = on.clock.now();
  const known = await saveRunProgress(on.database, run, {
    now: isoTime(now),
    state: error === null ? 'succeeded' : 'failed',
    error,
    due: null,
    held: false,
    tries: 0,
    step,
    events: [runEvent(run, steps, error, now)],
  });
  if (known === null) return;
  metrics.automationRuns.inc({ outcome: error === null ? 'succeeded' : 'failed' });
  on.eventLog.notify('events');
}

async function rescheduleRun(
  { database, clock }: RunExecution,
  run: LeasedRun,
  { tries, wait, error }: { tries: number; wait: number; error: string },
) {
  const now = clock.now();
  const next = `${withAttempts(error, tries)} It is tried again ${wait} s later.`;
  const due = isoTime(now + wait * 1_000);
  await saveRunProgress(database, run, {
    now: isoTime(now),
    state: 'running',
    error: next,
    due,
    held: false,
    tries,
    step: null,
    events: [],
  });
}

async function releaseRun({ database, clock }: RunExecution, run: LeasedRun, tries: number): Promise<void> {
  const now = isoTime(clock.now());
  await saveRunProgress(database, run, { now, state: 'running', error: null, due: now, held: false, tries, step: null, events: [] });
}

/** What is said of a run that is over. */
function runEvent(
  { automation_id, name, id, event_id, caller }: LeasedRun,
  steps: number,
  error: string | null,
  now: number,
): EmittedEvent {
  const about = {
    automation_id,
    automation: name,
    run_id: id,
    started_by: event_id === null ? 'manual' : 'event',
    event_id,
    steps,
  } as const;
  return error === null
    ? emitted(automationRunSucceeded, about, caller, now)
    : emitted(automationRunFailed, { ...about, error }, caller, now);
}
