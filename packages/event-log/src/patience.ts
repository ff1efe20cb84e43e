import { setTimeout as delay } from 'node:timers/promises';
import { passingFailure } from '@space/database';
import type { Consumer, EventLogWatch, LoggedEvent } from './event-log.ts';

/** A batch is tried this often before its events are tried one by one. */
const BATCH_TRIES = 2;
/** An event alone is tried this often before it is set aside. */
const EVENT_TRIES = 5;
const PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Hands a batch to a consumer until it is done: failures that pass by themselves (the database is away) are waited
 * out; an event that fails for another reason is found, set aside, and its neighbours flow.
 */
export async function handlePatiently(
  consumer: Consumer,
  events: readonly LoggedEvent[],
  watch: EventLogWatch,
  stopped: () => boolean,
): Promise<void> {
  if ((await attempt(consumer, events, BATCH_TRIES, watch, stopped)) === undefined) return;
  for (const event of events) {
    const error = await attempt(consumer, [event], EVENT_TRIES, watch, stopped);
    if (error === undefined) continue;
    const reason = error instanceof Error ? error.message : String(error);
    await consumer.setAside({ event_id: event.id, payload: Buffer.from(event.body), reason });
    watch.setAside?.(consumer.group, reason);
  }
}

/** Undefined when it was handled, otherwise the error of the last try. */
async function attempt(
  consumer: Consumer,
  events: readonly LoggedEvent[],
  tries: number,
  watch: EventLogWatch,
  stopped: () => boolean,
): Promise<unknown> {
  for (let tried = 1, pause = PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      await consumer.handle(events);
      return undefined;
    } catch (error) {
      watch.failed?.(`handle events for ${consumer.group}`, error);
      if (stopped()) throw error;
      if (!passingFailure(error) && ++tried > tries) return error;
      await delay(pause);
    }
  }
}
