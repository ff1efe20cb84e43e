import { setTimeout as delay } from 'node:timers/promises';
import { isTransientError } from '@space/database';
import type { Consumer, EventLogObserver, LoggedEvent } from './event-log.ts';

/** A batch is tried this often before its events are tried one by one. */
const MAX_BATCH_ATTEMPTS = 2;
/** An event alone is tried this often before it is set aside. */
const MAX_EVENT_ATTEMPTS = 5;
const RETRY_DELAY_MS = 100;
const MAX_RETRY_DELAY_MS = 5_000;

/**
 * Hands a batch to a consumer until it is done: failures that pass by themselves (the database is away) are waited
 * out; an event that fails for another reason is found, set aside, and its neighbours flow.
 */
export async function handleWithRetry(
  consumer: Consumer,
  events: readonly LoggedEvent[],
  watch: EventLogObserver,
  stopped: () => boolean,
): Promise<void> {
  if ((await attempt(consumer, events, MAX_BATCH_ATTEMPTS, watch, stopped)) === undefined) return;
  for (const event of events) {
    const error = await attempt(consumer, [event], MAX_EVENT_ATTEMPTS, watch, stopped);
    if (error === undefined) continue;
    const reason = error instanceof Error ? error.message : String(error);
    await consumer.deadLetter({ event_id: event.id, payload: Buffer.from(event.body), reason });
    watch.deadLettered?.(consumer.group, reason);
  }
}

/** Undefined when it was handled, otherwise the error of the last try. */
async function attempt(
  consumer: Consumer,
  events: readonly LoggedEvent[],
  tries: number,
  watch: EventLogObserver,
  stopped: () => boolean,
): Promise<unknown> {
  for (let tried = 1, pause = RETRY_DELAY_MS; ; pause = Math.min(pause * 2, MAX_RETRY_DELAY_MS)) {
    try {
      await consumer.handle(events);
      return undefined;
    } catch (error) {
      watch.failed?.(`handle events for ${consumer.group}`, error);
      if (stopped()) throw error;
      if (!isTransientError(error) && ++tried > tries) return error;
      await delay(pause);
    }
  }
}
