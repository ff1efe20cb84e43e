import { announceChanges } from '@space/bus';
import { DELIVERIES_DUE } from '@space/contracts/core';
import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { type PollingTask, pollingTask } from '@space/worker';
import { findWebhook } from '../webhooks/webhooks.queries.ts';
import { findMissedAfter } from './missed-events.ts';
import {
  claimRecovery,
  insertMissedDeliveries,
  postponeRecovery,
  type RecoveryScope,
  requeueDeliveries,
  saveRecoveryProgress,
} from './recoveries.queries.ts';

/** The delay until a recovery that another process left unfinished is found. */
const POLL_INTERVAL_MS = 5_000;
const DELIVERY_BATCH = 500;

/**
 * Returns the worker that processes recoveries, one batch of one recovery at a time: first deliveries that are dead or
 * were skipped, then events without a delivery. A batch and its progress commit together, so no process queues anything
 * twice. Queued deliveries wait in Postgres with the priority of replays and get the whole retry schedule.
 */
export function createRecoveryWorker({ database, clock, bus, log }: Ports): PollingTask {
  let currentId: string | undefined;
  let currentSpace = '';

  const processBatch = (): Promise<boolean> =>
    database.transaction(async (tx) => {
      const recovery = await claimRecovery(tx);
      currentId = recovery?.id;
      if (!recovery) return false;
      currentSpace = recovery.space_id;
      const now = isoTime(clock.now());
      const scope: RecoveryScope = { ...recovery, since: isoTime(recovery.since), until: isoTime(recovery.until) };
      const { delivery_cursor, event_cursor } = recovery;
      if (delivery_cursor !== null) {
        const ids = await requeueDeliveries(tx, scope, delivery_cursor, DELIVERY_BATCH, now);
        const hasMore = ids.length === DELIVERY_BATCH;
        const is_done = !hasMore && !scope.statuses.includes('missed');
        const progress = { queued: ids.length, delivery_cursor: hasMore ? Math.max(...ids) : null, event_cursor, is_done };
        await saveRecoveryProgress(tx, recovery.id, progress, now);
      } else {
        const webhook = await findWebhook(tx, scope.space_id, scope.listener_id);
        const { ids, cursor } = webhook ? await findMissedAfter(tx, scope, webhook, event_cursor) : { ids: [], cursor: null };
        if (ids.length > 0) await insertMissedDeliveries(tx, scope, ids, now);
        const progress = { queued: ids.length, delivery_cursor: null, event_cursor: cursor ?? event_cursor, is_done: cursor === null };
        await saveRecoveryProgress(tx, recovery.id, progress, now);
      }
      return true;
    });

  return pollingTask({
    name: 'recovery-worker',
    async poll() {
      const hasWorked = await processBatch();
      if (hasWorked) {
        bus.publish(DELIVERIES_DUE, new Uint8Array());
        announceChanges(bus, currentSpace, [{ topic: 'recoveries' }]);
      }
      return hasWorked;
    },
    intervalMs: POLL_INTERVAL_MS,
    async onError(error) {
      log.warn({ err: error, recovery_id: currentId }, 'batch of a recovery failed; retrying it after the other recoveries');
      await (currentId && postponeRecovery(database, currentId, isoTime(clock.now())).catch(() => {}));
    },
  });
}
