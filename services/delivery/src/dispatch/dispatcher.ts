import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AnnounceTopic } from '@space/bus';
import { DELIVERIES_DUE } from '@space/contracts/core';
import { isoTime } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { pollingTask } from '@space/worker';
import type { AttemptRecord } from '../attempts/attempt-recorder.queries.ts';
import { createAttemptRecorder } from '../attempts/attempt-recorder.ts';
import { createEgressBreaker } from '../attempts/egress-breaker.ts';
import { FIRST_ATTEMPT, type Job, LEASE_MS, REPLAY, RETRY } from '../attempts/job.ts';
import { makeAttempt } from '../attempts/make-attempt.ts';
import type { Sender } from '../attempts/sender.ts';
import { canAccessEvent } from '../webhooks/can-access-event.ts';
import { createWebhookReader, webhookIfRecent } from '../webhooks/webhook-reader.ts';
import { claimDue, deleteDelivery, EXPIRE_LIMIT, expireLeases, mayHaveMore, releaseLeases, skipDelivery } from './dispatcher.queries.ts';
import { PriorityQueues } from './priority-queues.ts';

/** Makes the attempts that are due. */
export interface Dispatcher extends Task {
  /** Returns the number of new deliveries of a webhook that this process accepts; the others wait in Postgres. */
  capacity(listenerId: string): number;
  /** Returns true if a webhook keeps up, so that new deliveries are attempted as soon as they are offered. */
  keepsUp(listenerId: string): boolean;
  /** Returns the id of a new lease. Leases never share an id, so a late result is never taken for that of another lease. */
  newLease(): string;
  /** Queues the attempts of deliveries that are inserted under a lease of this process. */
  offer(jobs: readonly Job[]): void;
  /** Stores the outcome of an attempt of a stored delivery; logs it when it can never be stored. */
  record(attempt: AttemptRecord): Promise<void>;
  /** True once the dispatcher has to stop. */
  isStopped(): boolean;
  /** Makes one attempt now and resolves when it is stored. */
  attemptNow(job: Job): Promise<void>;
}

/** The delay until a due delivery, or an expired lease of a dead process, is found. */
const POLL_INTERVAL_MS = 1_000;
/** The longest time that a stop waits for attempts in progress: longer than an attempt can last. */
const DRAIN_TIMEOUT_MS = 15_000;
/** A job whose lease has less than this left is released instead of attempted. */
const MIN_LEASE_LEFT_MS = LEASE_MS / 2;

/**
 * Returns the dispatcher. It claims due deliveries from Postgres under a lease, queues them per webhook and priority, reads
 * the webhook again, sends, and stores the result. When a process dies, its deliveries are claimed again after the lease
 * ends, with the same attempt number; receivers deduplicate by event id. Deliveries that are not stored yet have their event in an outbox.
 */
export function createDispatcher(ports: Ports, send: Sender, announceTopic: AnnounceTopic): Dispatcher {
  const { database, clock, box, bus, log } = ports;
  const readWebhook = createWebhookReader(database, box);
  const recorder = createAttemptRecorder(ports);
  const breaker = createEgressBreaker(clock, log);
  const polling = pollingTask({
    name: 'dispatcher',
    poll,
    intervalMs: POLL_INTERVAL_MS,
    retryDelayMs: POLL_INTERVAL_MS,
    onError: (error) => log.warn({ err: error }, 'polling for due deliveries failed; retrying in 1 s'),
  });
  const queues = new PriorityQueues((job) => run(job).catch((error) => reportLost(job.delivery_id, error)), polling.notify);
  let isStopped = true;
  let leasesExpiredAt = Number.NEGATIVE_INFINITY;
  let unsubscribe = () => {};

  function reportLost(delivery_id: number, error: unknown): void {
    log.warn({ err: error, delivery_id }, 'attempt could not be stored; it is made again when its lease expires or its event comes again');
  }

  async function run(job: Job): Promise<void> {
    if (job.unstored?.hasFailed()) return;
    if (isStopped && !job.test) return release([job]);
    if (isStale(job)) return release([job, ...queues.drop(job.listener_id, isStale)]);
    const webhook = webhookIfRecent(job.recent) ?? (await readWebhook(job.listener_id));
    if (webhook && !webhook.enabled && !job.test) return release([job, ...queues.drop(job.listener_id, () => true)]);
    if (webhook && canAccessEvent(webhook.can_use, job.event.body))
      return store(job, webhook.space_id, await makeAttempt(job, webhook, send, clock, breaker));
    await job.unstored?.leave(job);
    if (webhook) await skipDelivery(database, job, isoTime(clock.now()));
    else await deleteDelivery(database, job);
  }

  async function store(job: Job, space_id: string, attempt: AttemptRecord): Promise<void> {
    await (job.unstored ?? recorder).record(attempt);
    announceTopic(space_id, `deliveries:${job.listener_id}`);
  }

  function isStale(job: Job): boolean {
    return clock.now() > job.leased_until - MIN_LEASE_LEFT_MS;
  }

  async function release(jobs: readonly Job[]): Promise<void> {
    // Deliveries that could not be stored have no lease.
    await Promise.allSettled(jobs.map((job) => job.unstored?.leave(job)));
    await releaseLeases(database, jobs, isoTime(clock.now()));
  }

  async function poll(): Promise<boolean> {
    const now = clock.now();
    if (performance.now() - leasesExpiredAt >= POLL_INTERVAL_MS) {
      const expired = await expireLeases(database, isoTime(now));
      if (expired < EXPIRE_LIMIT) leasesExpiredAt = performance.now();
    }
    const until = now + LEASE_MS;
    const lease = randomUUID();
    const full = { [FIRST_ATTEMPT]: queues.full(FIRST_ATTEMPT), [RETRY]: queues.full(RETRY), [REPLAY]: queues.full(REPLAY) };
    const claimed = await claimDue(database, { now: isoTime(now), until: isoTime(until), lease, full });
    for (const row of claimed.toSorted((one, other) => one.id - other.id))
      queues.add({
        delivery_id: row.id,
        listener_id: row.listener_id,
        event: { id: row.event_id, type: row.type, body: row.body, trace: row.trace },
        attempt: row.attempts + 1,
        step: row.attempts + 1 - row.round_start,
        priority: row.priority,
        lease,
        leased_until: until,
        test: row.test,
      });
    return mayHaveMore(claimed);
  }

  /** Waits for attempts in progress. While Postgres is unavailable they cannot be stored; their leases expire. */
  async function drain(): Promise<void> {
    for (let waited = 0; queues.running > 0 && waited < DRAIN_TIMEOUT_MS; waited += 2) await delay(2);
  }

  return {
    name: 'dispatcher',
    newLease: randomUUID,
    capacity: (listenerId) => (isStopped ? 0 : queues.capacity(listenerId)),
    keepsUp: (listenerId) => !isStopped && queues.keepsUp(listenerId),
    record: (attempt) => recorder.record(attempt).catch((error) => reportLost(attempt.delivery_id, error)),
    isStopped: () => isStopped,
    offer(jobs) {
      for (const job of jobs) queues.add(job);
    },
    attemptNow: run,
    async start() {
      isStopped = false;
      unsubscribe = bus.subscribe(DELIVERIES_DUE, polling.notify);
      await polling.start();
    },
    async stop() {
      isStopped = true;
      unsubscribe();
      await polling.stop();
      const queued = queues.clear();
      if (queued.length > 0) await release(queued);
      await drain();
      await send.close();
    },
  };
}
