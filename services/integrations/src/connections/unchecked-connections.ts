import { scheduledCall } from '@space/bus';
import { SERVICE_ACTOR } from '@space/contracts/core';
import { type Integration, integrationDirectory, integrationFailing } from '@space/contracts/integrations';
import { isoTime } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { MINUTE_MS } from '@space/time';
import { type PollingTask, pollingTask } from '@space/worker';
import { findConnection, listUnchecked, updateConnection } from './connections.queries.ts';
import { SUCCESS_DUE_MS } from './health.ts';
import { eventData } from './integration-directory.ts';

/** Connections of one poll. */
const BATCH_SIZE = 100;
/** The pause between two polls, in milliseconds. */
const POLL_INTERVAL_MS = 5 * MINUTE_MS;
/** The pause after a poll that threw, in milliseconds. */
const RETRY_DELAY_MS = MINUTE_MS;

/**
 * Returns the task that marks connections as failing which no check has reached for an hour, so that a stopped service does
 * not leave them `connected`. It begins an hour after its own start: after a stop of everything, services check first.
 */
export function createUncheckedTask(ports: Ports): PollingTask {
  const { database, clock, log } = ports;
  const writer = createWriter('integrations', ports);
  const started = clock.now();

  async function markFailing(space_id: string, id: string, since: string): Promise<void> {
    const { report } = integrationDirectory.operations;
    const call = scheduledCall(
      'integration_directory.report',
      report,
      { space_id, actor: SERVICE_ACTOR },
      { integration: null as never, check: null },
    );
    await writer.write(call, async function markInTransaction(tx) {
      const stored = await findConnection(tx, space_id, id, true);
      if (stored?.integration.status !== 'connected' || stored.last_checked_at === null || stored.last_checked_at > since)
        return null as never;
      const after: Integration = {
        ...stored.integration,
        status: 'failing',
        last_error: { code: 'timeout', message: 'No check of this connection ended for an hour.', failed_at: tx.now },
      };
      await updateConnection(tx, space_id, after, stored.last_checked_at, tx.now);
      tx.emit(integrationFailing, eventData(after));
      return null as never;
    });
  }

  return pollingTask({
    name: 'unchecked connections',
    intervalMs: POLL_INTERVAL_MS,
    retryDelayMs: RETRY_DELAY_MS,
    async poll() {
      const now = clock.now();
      if (now - started < SUCCESS_DUE_MS) return false;
      const since = isoTime(now - SUCCESS_DUE_MS);
      const unchecked = await listUnchecked(database, since, BATCH_SIZE);
      for (const { space_id, id } of unchecked) await markFailing(space_id, id, since);
      return unchecked.length === BATCH_SIZE;
    },
    onError: (error) => log.warn({ err: error }, 'marking unchecked connections failed; retrying in a minute'),
  });
}
