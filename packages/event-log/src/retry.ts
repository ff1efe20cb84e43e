import { setTimeout as delay } from 'node:timers/promises';
import { isTransientError } from '@space/database';
import type { Consumer, EventLogObserver, LoggedEvent } from './event-log.ts';

/** Attempts to handle a batch before its events are handled one by one. */
const MAX_BATCH_ATTEMPTS = 2;
/** Attempts to handle one event before it becomes a dead letter. */
const MAX_EVENT_ATTEMPTS = 5;
const RETRY_DELAY_MS = 100;
const MAX_RETRY_DELAY_MS = 5_000;

/**
 * Handles a batch and resolves when every event was handled or became a dead letter. It retries transient errors (the
 * database is away) without end. After other errors it handles the events one by one to find the one that fails.
 */
export async function handleWithRetry(
  consumer: Consumer,
  events: readonly LoggedEvent[],
  observer: EventLogObserver,
  isStopped: () => boolean,
): Promise<void> {
  if ((await attempt(consumer, events, MAX_BATCH_ATTEMPTS, observer, isStopped)) === undefined) return;
  for (const event of events) {
    const error = await attempt(consumer, [event], MAX_EVENT_ATTEMPTS, observer, isStopped);
    if (error === undefined) continue;
    const reason = error instanceof Error ? error.message : String(error);
    await consumer.deadLetter({ event_id: event.id, payload: Buffer.from(event.body), reason });
    observer.deadLettered?.(consumer.group, reason);
  }
}

/** Returns undefined if the events were handled, otherwise the error of the last attempt. Throws if the process stops. */
async function attempt(
  consumer: Consumer,
  events: readonly LoggedEvent[],
  maxAttempts: number,
  observer: EventLogObserver,
  isStopped: () => boolean,
): Promise<unknown> {
  for (let attempts = 1, pause = RETRY_DELAY_MS; ; pause = Math.min(pause * 2, MAX_RETRY_DELAY_MS)) {
    try {
      await consumer.handle(events);
      return undefined;
    } catch (error) {
      observer.failed?.(`handle events for ${consumer.group}`, error);
      if (isStopped()) throw error;
      if (!isTransientError(error) && ++attempts > maxAttempts) return error;
      await delay(pause);
    }
  }
}
