import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AUTOMATION_RUN_DAYS } from '@space/contracts/events';
import { isoTime } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { createWakeup, runPeriodically } from '@space/worker';
import { executeRun, LEASE_MS } from './execute-run.ts';
import { createKeyAuthorizer } from './key-authorization.ts';
import { toLeasedRun } from './leased-run.ts';
import { type ClaimedRun, claimRuns, deleteExpiredRuns } from './run-worker.queries.ts';

/** Runs that one process carries out at once. */
const RUNS_AT_ONCE = 16;
/** Of these, runs of one Space; a Space with as many gets no more until one of them ends. */
const RUNS_PER_SPACE = 8;
/** The net under the nudges: what another process queued, what was put off, and what a dead process held. */
const LOOK_MS = 1_000;
/** A stop waits this long for actions that are under way: longer than most can last. */
const STOP_MS = 15_000;
const SWEEP_MS = 60_000;
const SWEPT_AT_ONCE = 5_000;
const DAY_MS = 86_400_000;

/** Carries out the runs of automations. */
export interface RunWorker extends Task {
  /** Says that a run was queued. */
  notify(): void;
}

/**
 * Automations. An event that fits a trigger queues one run (trigger.ts), a call queues one too (runs.ts); the worker
 * takes queued runs from Postgres under a lease and carries out their actions one after the other, each a call over the
 * bus by the automation, with its scopes and for the key that saved it. What an action answered is written down before
 * the next begins.
 *
 * A process that dies loses its lease, not the run: another goes on with the action that was not written down, under
 * the same idempotency key, so that what was done already is answered and not done again. A run keeps the actions it was
 * queued with, so editing changes the next run; switching off, deleting and revoking the key stop a run before its next
 * action. Failures that pass are tried again a bounded number of times; a refusal ends the run, and what was done
 * before it stays done. What is not promised: that the runs of one automation come in order or one at a time.
 */
export function createRunWorker({ database, clock, bus, eventLog, log }: Ports): RunWorker {
  const bell = createWakeup();
  const running = new Map<string, number>();
  let count = 0;
  let stopped = true;
  let loop = Promise.resolve();
  let stopSweeping = () => {};
  const on = { database, clock, bus, eventLog, authority: createKeyAuthorizer(bus), stopped: () => stopped };

  const make = async (run: ClaimedRun, lease: string): Promise<void> => {
    count += 1;
    running.set(run.space_id, (running.get(run.space_id) ?? 0) + 1);
    try {
      await executeRun(on, toLeasedRun(run, lease));
    } catch (error) {
      log.warn({ err: error, run_id: run.id, space_id: run.space_id }, 'a run was left; it goes on when its lease ends');
    }
    count -= 1;
    const left = running.get(run.space_id)! - 1;
    if (left === 0) running.delete(run.space_id);
    else running.set(run.space_id, left);
    bell.notify();
  };

  /** Answers whether there may be more to take right now. */
  const look = async (): Promise<boolean> => {
    const room = RUNS_AT_ONCE - count;
    if (room === 0) return false;
    const now = clock.now();
    // One for each look: a run that this process takes again is no longer that of the look before.
    const lease = randomUUID();
    const taken = await claimRuns(database, {
      now: isoTime(now),
      until: isoTime(now + LEASE_MS),
      lease,
      room,
      room_per_space: RUNS_PER_SPACE,
      running,
    });
    for (const run of taken) void make(run, lease);
    return taken.length > 0;
  };

  const work = async (): Promise<void> => {
    while (!stopped)
      try {
        bell.reset();
        if (!(await look())) await bell.wait(LOOK_MS);
      } catch (error) {
        log.warn({ err: error }, 'could not look for runs of automations; trying again');
        await delay(LOOK_MS);
      }
  };

  const sweep = async (): Promise<void> => {
    const old = isoTime(clock.now() - AUTOMATION_RUN_DAYS * DAY_MS);
    while (!stopped && (await deleteExpiredRuns(database, old, SWEPT_AT_ONCE)) === SWEPT_AT_ONCE);
  };

  return {
    name: 'automations',
    notify: bell.notify,
    async start() {
      stopped = false;
      stopSweeping = runPeriodically(SWEEP_MS, sweep, (error) => log.warn({ err: error }, 'could not remove old runs; trying again'));
      loop = work();
    },
    async stop() {
      stopped = true;
      stopSweeping();
      bell.notify();
      await loop;
      for (let waited = 0; count > 0 && waited < STOP_MS; waited += 2) await delay(2);
    },
  };
}
