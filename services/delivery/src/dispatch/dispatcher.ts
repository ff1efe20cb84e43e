import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DELIVERIES_DUE } from '@space/contracts/core';
import { isoTime } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { createWakeup } from '@space/worker';
import { createAttemptRecorder } from '../attempts/attempt-recorder.ts';
import { createEgressBreaker } from '../attempts/egress-breaker.ts';
import { FIRST_ATTEMPT, type Job, LEASE_MS, REPLAY, RETRY } from '../attempts/job.ts';
import { makeAttempt } from '../attempts/make-attempt.ts';
import type { Sender } from '../attempts/sender.ts';
import { canAccessEvent } from '../webhooks/can-access-event.ts';
import { createWebhookReader } from '../webhooks/webhook-reader.ts';
import {
  claimDue,
  deleteDelivery,
  EXPIRE_LIMIT,
  expireLeases,
  type FullQueues,
  mayHaveMore,
  releaseLeases,
  skipDelivery,
} from './dispatcher.queries.ts';
import { PriorityQueues } from './priority-queues.ts';

/** Makes the attempts that are due. */
export interface Dispatcher extends Task {
  /** How many fresh deliveries of a webhook this process takes right now; the others wait in Postgres. */
  capacity(listenerId: string): number;
  /** A new name to lease deliveries under: no two leases share one, so that a late outcome never passes for another's. */
  newLease(): string;
  /** Makes the attempts of deliveries that were inserted under this process' lease. */
  offer(jobs: readonly Job[]): void;
  /** Makes one attempt now, and resolves when it is written down. */
  now(job: Job): Promise<void>;
}

/** How soon a delivery is found once it is due, or once the lease of a process that died has ended. */
const POLL_INTERVAL_MS = 1_000;
/** A stop waits this long for attempts that are being made: longer than one can last. */
const DRAIN_TIMEOUT_MS = 15_000;
/** A job that waited longer than this in memory is given back rather than sent on a lease that may run out. */
const STALE_MS = LEASE_MS / 2;

/**
 * The dispatcher: takes due deliveries from Postgres under a lease, gives each webhook lanes of its own (first attempts
 * before retries before replays), re-reads the webhook, sends, and writes the outcome down. A delivery whose process
 * dies is taken again when its lease ends, with the same attempt number: the receiver dedupes by event id. What it
 * never does: hold a delivery only in memory.
 */
export function createDispatcher(ports: Ports, send: Sender): Dispatcher {
  const { database, clock, box, bus, log } = ports;
  const read = createWebhookReader(database, box);
  const records = createAttemptRecorder(ports);
  const outage = createEgressBreaker(clock, log);
  const bell = createWakeup();
  const lanes = new PriorityQueues(
    (job) =>
      make(job).catch((error) =>
        log.warn({ err: error, delivery_id: job.delivery_id }, 'an attempt was not written down; it is made again when its lease ends'),
      ),
    bell.notify,
  );
  let stopped = true;
  let leasesEndedAt = Number.NEGATIVE_INFINITY;
  let loop = Promise.resolve();
  let unsubscribe = () => {};

  const make = async (job: Job): Promise<void> => {
    if (stopped && !job.test) return release([job]);
    if (isStale(job)) return release([job, ...lanes.drop(job.listener_id, isStale)]);
    const target = await read(job.listener_id);
    if (!target) return void (await deleteDelivery(database, job));
    if (!target.enabled && !job.test) return release([job, ...lanes.drop(job.listener_id, () => true)]);
    if (!canAccessEvent(target.can_use, job.event.body)) return void (await skipDelivery(database, job, isoTime(clock.now())));
    await records.record(await makeAttempt(job, target, send, clock, outage));
  };

  const isStale = (job: Job): boolean => clock.now() > job.leased_until - STALE_MS;

  const release = async (jobs: readonly Job[]): Promise<void> => {
    await releaseLeases(database, jobs, isoTime(clock.now()));
  };

  const full = (): FullQueues => ({ [FIRST_ATTEMPT]: lanes.full(FIRST_ATTEMPT), [RETRY]: lanes.full(RETRY), [REPLAY]: lanes.full(REPLAY) });

  /** Answers whether there may be more to take right now. */
  const tick = async (): Promise<boolean> => {
    const now = clock.now();
    if (performance.now() - leasesEndedAt >= POLL_INTERVAL_MS) {
      const ended = await expireLeases(database, isoTime(now));
      if (ended < EXPIRE_LIMIT) leasesEndedAt = performance.now();
    }
    const until = now + LEASE_MS;
    const lease = randomUUID();
    const taken = await claimDue(database, { now: isoTime(now), until: isoTime(until), lease, full: full() });
    for (const row of taken.toSorted((one, other) => one.id - other.id))
      lanes.add({
        delivery_id: row.id,
        listener_id: row.listener_id,
        event: { id: row.event_id, type: row.type, body: row.body, trace: row.trace },
        attempt: row.attempts + 1,
        step: row.attempts + 1 - row.round_start,
        priority: row.lane,
        lease,
        leased_until: until,
        test: row.test,
      });
    return mayHaveMore(taken);
  };

  const run = async (): Promise<void> => {
    while (!stopped)
      try {
        bell.reset();
        if (!(await tick())) await bell.wait(POLL_INTERVAL_MS);
      } catch (error) {
        log.warn({ err: error }, 'could not look for due deliveries; trying again');
        await delay(POLL_INTERVAL_MS);
      }
  };

  /** While Postgres is away outcomes cannot be written; the leases cover what is not waited for. */
  const idle = async (): Promise<void> => {
    for (let waited = 0; lanes.running > 0 && waited < DRAIN_TIMEOUT_MS; waited += 2) await delay(2);
  };

  return {
    name: 'dispatcher',
    newLease: randomUUID,
    capacity: (listenerId) => (stopped ? 0 : lanes.capacity(listenerId)),
    offer: (jobs) => {
      for (const job of jobs) lanes.add(job);
    },
    now: make,
    async start() {
      stopped = false;
      unsubscribe = bus.subscribe(DELIVERIES_DUE, bell.notify);
      loop = run();
    },
    async stop() {
      stopped = true;
      unsubscribe();
      bell.notify();
      await loop;
      const untried = lanes.clear();
      if (untried.length > 0) await release(untried);
      await idle();
      await send.close();
    },
  };
}
