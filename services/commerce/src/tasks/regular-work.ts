import { PROVIDER_BODY_DAYS } from '@space/contracts/commerce';
import { isoTime } from '@space/database';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@space/time';
import { deleteInChunks, periodicTask } from '@space/worker';
import { checkNow } from '../connections/check-now.ts';
import { findConnection } from '../connections/connections.queries.ts';
import { claimRegularWork, type RegularWork } from '../connections/health.queries.ts';
import { withReader } from '../connections/reader.ts';
import type { Reporter } from '../connections/report.ts';
import { deleteOldBodies } from '../inbox/inbox.queries.ts';
import { insertPulls, LATEST } from '../pulls/pulls.queries.ts';
import { closeDays } from '../reading/closings.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { announceDueOrders } from './due-orders.ts';
import { announceOverdueInvoices } from './overdue-invoices.ts';
import type { PullPorts } from './pull-worker.ts';

/** Connections whose regular work one process claims together. */
const BATCH = 10;
const RETENTION_CHUNK = 500;
/** The time for one reconciliation, in milliseconds. */
const RECONCILE_TIMEOUT_MS = 2 * MINUTE_MS;

/** The ports of the regular work. */
export interface RegularWorkPorts extends PullPorts {
  readonly reporter: Reporter;
}

/**
 * Returns the task with the regular work of connections: the check every 15 minutes, the money facts every 5, the reconciliation every
 * hour. The time of the next one stands in Postgres, and a process that claims it sets it, so several processes share the work. It also
 * announces what waits for a time, which are facts of orders and overdue invoices, and sends the reports that are due.
 */
export function createRegularWork(ports: RegularWorkPorts) {
  const { database, clock, box, adapters, log, reporter } = ports;

  const claim = (work: RegularWork, everyMs: number) => {
    const now = clock.now();
    return claimRegularWork(database, work, isoTime(now), isoTime(now + everyMs), BATCH);
  };

  async function checkConnections(): Promise<void> {
    const due = await claim('check', 15 * MINUTE_MS);
    await Promise.all(
      due.map(async (place) => {
        const check = await checkNow({ database, box, adapters, clock }, place.space_id, place.id);
        if (check) await reporter.report(place, check);
      }),
    );
  }

  async function readTransactions(): Promise<void> {
    for (const place of await claim('transactions', 5 * MINUTE_MS)) {
      const connection = await findConnection(database, place.space_id, place.id);
      if (!connection || adapters[connection.provider].reader === null) continue;
      await insertPulls(database, connection, [{ kind: 'transactions', reference: LATEST, due_at: isoTime(clock.now()) }]);
      ports.notifyPulls();
    }
  }

  async function reconcileAll(): Promise<void> {
    for (const { space_id, id } of await claim('reconciliation', HOUR_MS)) {
      const opened = await withReader({ database, box, adapters }, space_id, id, AbortSignal.timeout(RECONCILE_TIMEOUT_MS));
      if (!opened) continue;
      await reconcile(ports, opened).catch((error: unknown) =>
        log.warn({ err: error, integration_id: id }, 'a reconciliation failed; the next one is in an hour'),
      );
    }
  }

  async function deleteBodies(): Promise<void> {
    await deleteInChunks((limit) => deleteOldBodies(database, isoTime(clock.now() - PROVIDER_BODY_DAYS * DAY_MS), limit), RETENTION_CHUNK);
  }

  return periodicTask({
    name: 'payment connections',
    jobs: [
      { everyMs: 10 * SECOND_MS, act: checkConnections },
      { everyMs: SECOND_MS, act: () => reporter.sendDue() },
      { everyMs: 10 * SECOND_MS, act: readTransactions },
      { everyMs: 30 * SECOND_MS, act: reconcileAll },
      { everyMs: SECOND_MS, act: () => announceDueOrders(ports) },
      { everyMs: MINUTE_MS, act: () => announceOverdueInvoices(ports) },
      { everyMs: 10 * MINUTE_MS, act: deleteBodies },
      { everyMs: HOUR_MS, act: async () => void (await closeDays(database, clock.now())) },
    ],
    onError: (error) => log.warn({ err: error }, 'the regular work of payment connections failed; it is repeated'),
  });
}
