import { setTimeout as delay } from 'node:timers/promises';
import { DELIVERIES_DUE } from '@space/contracts/core';
import { isoTime } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { createWakeup } from '@space/worker';
import { findWebhook } from '../deliveries/explain.queries.ts';
import {
  advanceRecovery,
  claimRecovery,
  insertMissedDeliveries,
  postponeRecovery,
  type RecoveryScope,
  requeueDeliveries,
} from './recoveries.queries.ts';
import { findMissedAfter } from './recoveries.ts';

/** Works recoveries off. */
export interface RecoveryWorker extends Task {
  /** There is one to work off. */
  notify(): void;
}

/** Recoveries that a process left behind are found this soon. */
const LOOK_MS = 5_000;
const DELIVERIES_AT_ONCE = 500;

/**
 * Works recoveries off, one batch of one of them at a time: first deliveries that are dead or were skipped, in the
 * order of their ids, then events that never became a delivery. A batch and how far it came commit together, so a
 * process that dies is followed by another that queues nothing twice. What is queued waits in Postgres, in the lane
 * behind first attempts and retries, and has the whole retry schedule before it.
 */
export function createRecoveryWorker({ database, clock, bus, log }: Ports): RecoveryWorker {
  const bell = createWakeup();
  let stopped = true;
  let loop = Promise.resolve();

  let inHand: string | undefined;

  const batch = (): Promise<boolean> =>
    database.transaction(async (tx) => {
      const recovery = await claimRecovery(tx);
      inHand = recovery?.id;
      if (!recovery) return false;
      const now = isoTime(clock.now());
      const missing: RecoveryScope = { ...recovery, since: isoTime(recovery.since), until: isoTime(recovery.until) };
      const { delivery_place, event_place } = recovery;
      if (delivery_place !== null) {
        const ids = await requeueDeliveries(tx, missing, delivery_place, DELIVERIES_AT_ONCE, now);
        const isMore = ids.length === DELIVERIES_AT_ONCE;
        const to = { queued: ids.length, delivery_place: isMore ? Math.max(...ids) : null, event_place };
        await advanceRecovery(tx, recovery.id, { ...to, done: !isMore && !missing.states.includes('missed') }, now);
      } else {
        const webhook = await findWebhook(tx, missing.space_id, missing.listener_id);
        const { ids, place } = webhook ? await findMissedAfter(tx, missing, webhook, event_place) : { ids: [], place: null };
        if (ids.length > 0) await insertMissedDeliveries(tx, missing, ids, now);
        const to = { queued: ids.length, delivery_place: null, event_place: place ?? event_place };
        await advanceRecovery(tx, recovery.id, { ...to, done: place === null }, now);
      }
      return true;
    });

  const run = async (): Promise<void> => {
    while (!stopped)
      try {
        bell.reset();
        if (await batch()) bus.publish(DELIVERIES_DUE, new Uint8Array());
        else await bell.wait(LOOK_MS);
      } catch (error) {
        log.warn({ err: error, recovery_id: inHand }, 'could not work off a recovery; others go first, then it is tried again');
        await (inHand && postponeRecovery(database, inHand, isoTime(clock.now())).catch(() => {}));
        await delay(LOOK_MS / 5);
      }
  };

  return {
    name: 'recoverer',
    notify: bell.notify,
    async start() {
      stopped = false;
      loop = run();
    },
    async stop() {
      stopped = true;
      bell.notify();
      await loop;
    },
  };
}
