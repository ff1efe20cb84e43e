import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createPacedChanges } from '@space/bus';
import { MAX_CONCURRENT_RUNS } from '@space/contracts/events';
import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { type PollingTask, pollingTask } from '@space/worker';
import { executeRun, LEASE_MS, type RunExecution } from './execute-run.ts';
import { createKeyAuthorizer } from './key-authorization.ts';
import { toLeasedRun } from './leased-run.ts';
import { type ClaimedRun, claimRuns } from './run-worker.queries.ts';

/** The delay until a run is found that another process queued or rescheduled, or whose lease expired. */
const POLL_INTERVAL_MS = 1_000;
/** The longest time that a stop waits for actions in progress: longer than most can last. */
const DRAIN_TIMEOUT_MS = 15_000;

/**
 * Automations. An event that matches a trigger queues one run (trigger-consumer.ts), and so does a call (runs.ts). The
 * worker claims queued runs from Postgres under a lease and executes their actions in order. Each action is a call over the
 * bus by the automation, with its scopes and the key that saved it. The result of an action is stored before the next one
 * starts.
 *
 * A process that dies loses its lease, not the run. Another process continues with the first action that was not stored,
 * under the same idempotency key, so an executed action returns its stored response and is not repeated. A run keeps the
 * actions it was queued with, so an edit applies to the next run. Disabling, deleting and revoking the key stop a run
 * before its next action. Transient failures are retried a limited number of times. A refusal ends the run, and executed
 * actions are not undone. The runs of one automation can overlap and have no guaranteed order.
 */
export function createRunWorker({ database, clock, bus, eventLog, log }: Ports): PollingTask {
  const running = new Map<string, number>();
  let count = 0;
  let isStopped = true;
  const announceTopic = createPacedChanges(bus);
  const announce = ({ space_id, automation_id }: ClaimedRun): void => announceTopic(space_id, `runs:${automation_id}`);
  const execution: RunExecution = {
    database,
    clock,
    bus,
    eventLog,
    authorizeKey: createKeyAuthorizer(bus),
    onStep: announce,
    isStopped: () => isStopped,
  };

  const polling = pollingTask({
    name: 'run-worker',
    poll,
    intervalMs: POLL_INTERVAL_MS,
    onError: (error) => log.warn({ err: error }, 'polling for due automation runs failed; retrying in 1 s'),
  });

  async function poll(): Promise<boolean> {
    const capacity = MAX_CONCURRENT_RUNS.process - count;
    if (capacity === 0) return false;
    const now = clock.now();
    // A new lease for each poll: a run that this process claims again has another lease than before.
    const lease = randomUUID();
    const claimed = await claimRuns(database, {
      now: isoTime(now),
      until: isoTime(now + LEASE_MS),
      lease,
      capacity,
      capacity_per_space: MAX_CONCURRENT_RUNS.space,
      running,
    });
    for (const run of claimed) void start(run, lease);
    return claimed.length > 0;
  }

  async function start(run: ClaimedRun, lease: string): Promise<void> {
    count += 1;
    running.set(run.space_id, (running.get(run.space_id) ?? 0) + 1);
    try {
      await executeRun(execution, toLeasedRun(run, lease));
    } catch (error) {
      log.warn(
        { err: error, run_id: run.id, space_id: run.space_id },
        'automation run was interrupted; it continues when its lease expires',
      );
    }
    announce(run);
    count -= 1;
    const left = running.get(run.space_id)! - 1;
    if (left === 0) running.delete(run.space_id);
    else running.set(run.space_id, left);
    polling.notify();
  }

  return {
    ...polling,
    start() {
      isStopped = false;
      return polling.start();
    },
    async stop() {
      isStopped = true;
      await polling.stop();
      for (let waited = 0; count > 0 && waited < DRAIN_TIMEOUT_MS; waited += 2) await delay(2);
    },
  };
}
