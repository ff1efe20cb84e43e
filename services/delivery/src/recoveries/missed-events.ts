import type { Event } from '@space/contracts/core';
import { matches } from '@space/contracts/events';
import { isoTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { WebhookRow } from '../webhooks/webhooks.queries.ts';
import { findDeliveredEvents, findEventsAfter, type RecoveryScope } from './recoveries.queries.ts';

/** Events that one statement reads. */
const EVENT_BATCH = 1_000;

/** Some missed events, and the cursor of the next batch; null at the end. */
export interface MissedEvents {
  readonly ids: readonly string[];
  readonly cursor: string | null;
}

/** Returns the next events after `cursor` that match a webhook and have no delivery to it. */
export async function findMissedAfter(
  database: CommonQueryMethods,
  scope: RecoveryScope,
  webhook: WebhookRow,
  cursor: string,
): Promise<MissedEvents> {
  const events = await findEventsAfter(database, scope, cursor, EVENT_BATCH);
  const matching = events.filter(({ type, body }) => matches(webhook, { type, data: (JSON.parse(body) as Event).data }));
  const ids = matching.map((event) => event.id);
  const oldest = Math.min(...matching.map((event) => event.recorded_at));
  const delivered = ids.length === 0 ? [] : await findDeliveredEvents(database, scope, ids, isoTime(oldest));
  return { ids: [...new Set(ids).difference(new Set(delivered))], cursor: events.length < EVENT_BATCH ? null : events.at(-1)!.id };
}

/** Counts missed events while reading at most `limit` events; `is_exact` is false when there are more events to read. */
export async function countMissed(
  database: CommonQueryMethods,
  scope: RecoveryScope,
  webhook: WebhookRow,
  limit: number,
): Promise<{ count: number; is_exact: boolean }> {
  let count = 0;
  let cursor: string | null = '';
  for (let read = 0; cursor !== null && read < limit; read += EVENT_BATCH) {
    const batch: MissedEvents = await findMissedAfter(database, scope, webhook, cursor);
    count += batch.ids.length;
    cursor = batch.cursor;
  }
  return { count, is_exact: cursor === null };
}
