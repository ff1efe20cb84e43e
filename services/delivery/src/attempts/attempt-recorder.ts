import { setTimeout as delay } from 'node:timers/promises';
import { SERVICE_ACTOR } from '@space/contracts/core';
import { subscriptionDisabled } from '@space/contracts/events';
import { isoTime, isTransientError } from '@space/database';
import { createEvent } from '@space/event-log';
import { metrics, type Ports } from '@space/runtime';
import { type AttemptRecord, insertOutboxEvents, recordAttempts } from './attempt-recorder.queries.ts';

/** Stores the results of attempts. */
export interface AttemptRecorder {
  /** Resolves when the attempt is committed; rejects when it can never be. */
  record(attempt: AttemptRecord): Promise<void>;
}

const MAX_BATCH = 500;
const RETRY_DELAY_MS = 250;
/** Receivers of one event answer close together: attempts wait this long for each other, in the order they ended. */
const LINGER_MS = 10;

/**
 * Returns a recorder that batches attempts: those that end within a few milliseconds, or while a statement runs, are
 * stored by the next statement, so batches grow under load. Batches wait while Postgres is unavailable. When the process
 * dies meanwhile, the leases expire and the attempts are made again.
 */
export function createAttemptRecorder({
  database,
  clock,
  log,
  eventLog,
}: Pick<Ports, 'database' | 'clock' | 'log' | 'eventLog'>): AttemptRecorder {
  let pending: { attempt: AttemptRecord; written: PromiseWithResolvers<void> }[] = [];
  let isRunning = false;

  async function writeBatches(): Promise<void> {
    isRunning = true;
    while (pending.length > 0) {
      await delay(LINGER_MS);
      const batch = pending.slice(0, MAX_BATCH);
      pending = pending.slice(MAX_BATCH);
      try {
        await write(batch.map(({ attempt }) => attempt));
        for (const { written } of batch) written.resolve();
      } catch (error) {
        if (isTransientError(error)) {
          pending = [...batch, ...pending];
          await delay(RETRY_DELAY_MS);
        } else for (const { written } of batch) written.reject(error);
      }
    }
    isRunning = false;
  }

  async function write(attempts: readonly AttemptRecord[]): Promise<void> {
    const now = clock.now();
    // Only attempts that can disable a webhook need a transaction: the change and its event commit together.
    const disabled = attempts.some(
      ({ is_gone, status, counts_toward_disabling }) => is_gone || (status === 'dead' && counts_toward_disabling),
    )
      ? await database.transaction(async (tx) => {
          const rows = await recordAttempts(tx, attempts, isoTime(now));
          const events = rows.map(({ id, name, space_id, disabled_reason }) =>
            createEvent(
              subscriptionDisabled,
              { subscription_id: id, subscription: name, kind: 'webhook', reason: disabled_reason },
              { space_id, actor: SERVICE_ACTOR },
              now,
            ),
          );
          if (events.length > 0) await insertOutboxEvents(tx, events);
          return rows;
        })
      : await recordAttempts(database, attempts, isoTime(now));
    if (disabled.length > 0) eventLog.notify('events');
    for (const listener of disabled) {
      metrics.listenersDisabled.inc({ reason: listener.disabled_reason.includes('410') ? 'gone' : 'dead' });
      log.warn({ listener_id: listener.id, reason: listener.disabled_reason }, 'webhook disabled; its deliveries wait until it is enabled');
    }
  }

  return {
    record(attempt) {
      const written = Promise.withResolvers<void>();
      pending.push({ attempt, written });
      if (!isRunning) void writeBatches();
      return written.promise;
    },
  };
}
