import { setTimeout as delay } from 'node:timers/promises';
import { SERVICE_ACTOR } from '@space/contracts/core';
import { subscriptionDisabled } from '@space/contracts/events';
import { isoTime, isTransientError, sql } from '@space/database';
import { emitted, outboxRows, outboxTable } from '@space/event-log';
import { metrics, type Ports } from '@space/runtime';
import { type AttemptRecord, recordAttempts } from './attempt-recorder.queries.ts';

/** Writes attempts down. */
export interface AttemptRecorder {
  /** Resolves when the attempt is committed. */
  record(attempt: AttemptRecord): Promise<void>;
}

const MAX_BATCH = 500;
const RETRY_DELAY_MS = 250;
/** Receivers of one event answer close together: their outcomes wait this long for each other, each in its place in the lane of its webhook. */
const LINGER_MS = 10;

/**
 * Groups attempts: outcomes that come in within a few milliseconds, or while a statement runs, go together in the next.
 * Under load groups grow by themselves. While Postgres is away they wait; if this process dies
 * meanwhile, the leases run out and the attempts are made again.
 */
export function createAttemptRecorder({
  database,
  clock,
  log,
  eventLog,
}: Pick<Ports, 'database' | 'clock' | 'log' | 'eventLog'>): AttemptRecorder {
  let waiting: { attempt: AttemptRecord; written: PromiseWithResolvers<void> }[] = [];
  let running = false;

  const drain = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      await delay(LINGER_MS);
      const group = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      try {
        await write(group.map(({ attempt }) => attempt));
        for (const { written } of group) written.resolve();
      } catch (error) {
        if (isTransientError(error)) {
          waiting = [...group, ...waiting];
          await delay(RETRY_DELAY_MS);
        } else for (const { written } of group) written.reject(error);
      }
    }
    running = false;
  };

  const write = async (attempts: AttemptRecord[]): Promise<void> => {
    const now = clock.now();
    // Only what can switch a webhook off pays for a transaction: that it is off and that it is told commit together.
    const disabled = attempts.some(({ gone, status, counts_toward_disabling }) => gone || (status === 'dead' && counts_toward_disabling))
      ? await database.transaction(async (tx) => {
          const rows = await recordAttempts(tx, attempts, isoTime(now));
          const events = rows.map(({ id, name, space_id, disabled_reason }) =>
            emitted(
              subscriptionDisabled,
              { subscription_id: id, subscription: name, kind: 'webhook', reason: disabled_reason },
              { space_id, actor: SERVICE_ACTOR },
              now,
            ),
          );
          if (events.length > 0)
            await tx.query(sql.typeAlias('void')`
              insert into ${outboxTable('events')} (id, space_id, type, body, trace) ${outboxRows(events, null)}`);
          return rows;
        })
      : await recordAttempts(database, attempts, isoTime(now));
    if (disabled.length > 0) eventLog.notify('events');
    for (const listener of disabled) {
      metrics.listenersDisabled.inc({ reason: listener.disabled_reason.includes('410') ? 'gone' : 'dead' });
      log.warn({ listener_id: listener.id, reason: listener.disabled_reason }, 'a webhook was switched off');
    }
  };

  return {
    record(attempt) {
      const written = Promise.withResolvers<void>();
      waiting.push({ attempt, written });
      if (!running) void drain();
      return written.promise;
    },
  };
}
