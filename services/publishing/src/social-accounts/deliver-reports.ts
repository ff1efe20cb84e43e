import { randomUUID } from 'node:crypto';
import { request } from '@space/bus';
import { type IntegrationReport, integrationDirectory } from '@space/contracts/integrations';
import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { MINUTE_MS } from '@space/time';
import type { PollingTask } from '@space/worker';
import { createJobTask } from '../schedule/job-task.ts';
import { claimDueReports, type DueReport, deleteReport, nextReportDue } from './account-reports.queries.ts';

/** The time after which a report that was not delivered is sent again, in milliseconds. */
const RETRY_DELAY_MS = MINUTE_MS;
/** Reports that are delivered concurrently. */
const BATCH_SIZE = 16;

/**
 * Returns the task that delivers reports about accounts to the list of integrations. A report stays in Postgres until the
 * list has it, so none is lost while that service is away, and the end of an account reaches it in any case.
 */
export function createReportDelivery(ports: Ports): PollingTask {
  const { database, bus, clock, log } = ports;

  async function deliver(due: DueReport): Promise<void> {
    const context = { caller: { space_id: due.space_id, key_id: '', actor: actorOf(due.report) }, request_id: randomUUID(), trace: {} };
    await request(bus, context, integrationDirectory, 'report', due.report);
    await deleteReport(database, due);
  }

  return createJobTask(ports, {
    name: 'report social accounts',
    nextDue: () => nextReportDue(database),
    async act() {
      const now = clock.now();
      const due = await claimDueReports(database, isoTime(now), isoTime(now + RETRY_DELAY_MS), BATCH_SIZE);
      await Promise.all(
        due.map((report) =>
          deliver(report).catch((error: unknown) =>
            log.warn({ err: error, integration_id: report.integration_id }, 'reporting a social account failed; retrying in a minute'),
          ),
        ),
      );
      return due.length > 0;
    },
  });
}

/** Returns the actor of what a network did by itself: the connection. */
const actorOf = ({ integration: { id, name } }: IntegrationReport) => ({ kind: 'automation' as const, id, name });
