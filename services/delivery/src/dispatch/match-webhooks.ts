import type { Event } from '@space/contracts/core';
import { matches, occurredAfter } from '@space/contracts/events';
import type { SecretBox } from '@space/crypto';
import type { Database } from '@space/database';
import { type LoggedEvent, originOf } from '@space/event-log';
import { metrics } from '@space/runtime';
import { openWebhook, type RecentWebhook } from '../webhooks/webhook-reader.ts';
import type { Dispatcher } from './dispatcher.ts';
import { findWebhooks } from './fan-out.queries.ts';

/** One event for one webhook, before it is stored. */
export interface Match {
  readonly event: LoggedEvent;
  readonly listener_id: string;
  /**
   * The first attempt: `early` begins before the delivery is stored, `leased` is made by this process once it is stored, `due`
   * by any process. `skipped`: there is none, because the webhook is disabled.
   */
  readonly start: 'early' | 'leased' | 'due' | 'skipped';
  /** The webhook, for an early attempt. */
  readonly recent?: RecentWebhook;
}

type WebhookRow = Awaited<ReturnType<typeof findWebhooks>>[number];

/** Returns the function that matches the events of a batch with the webhooks of their Spaces. Events that were handled before match none. */
export function createMatcher(database: Database, box: SecretBox, dispatcher: Pick<Dispatcher, 'capacity' | 'keepsUp'>) {
  /** Returns the webhook for an early attempt; undefined when it cannot begin early. A success resets the count of dead deliveries, which only a stored delivery can. */
  function recentOf(row: WebhookRow, read_at: number): RecentWebhook | undefined {
    if (row.consecutive_dead_deliveries > 0 || !dispatcher.keepsUp(row.id)) return undefined;
    const webhook = openWebhook(box, row);
    return webhook instanceof Error ? undefined : { webhook, read_at };
  }

  return async function matchWebhooks(events: readonly LoggedEvent[]): Promise<Match[]> {
    const found = await findWebhooks(
      database,
      [...new Set(events.map((event) => event.space_id))],
      events.map((event) => event.id),
    );
    const read_at = performance.now();
    const known = new Set(found[0]?.known);
    if (known.size > 0) metrics.inboxDuplicates.inc({ group: 'delivery' }, known.size);
    const webhooks = Map.groupBy(found, (webhook) => webhook.space_id);
    const started = new Map<string, { count: number; readonly recent: RecentWebhook | undefined }>();

    function startOf(event: LoggedEvent, row: WebhookRow): Match {
      const match = { event, listener_id: row.id };
      if (!row.enabled) return { ...match, start: 'skipped' };
      if (row.is_closed) return { ...match, start: 'due' };
      const webhook = started.get(row.id) ?? { count: 0, recent: recentOf(row, read_at) };
      webhook.count += 1;
      started.set(row.id, webhook);
      if (webhook.count > dispatcher.capacity(row.id)) return { ...match, start: 'due' };
      return webhook.recent ? { ...match, start: 'early', recent: webhook.recent } : { ...match, start: 'leased' };
    }

    return events.flatMap((event) => {
      const inSpace = webhooks.get(event.space_id);
      if (!inSpace || known.has(event.id)) return [];
      const body = JSON.parse(event.body) as Event;
      const origin = originOf(event, body);
      return inSpace
        .filter((webhook) => occurredAfter(webhook, origin) && matches(webhook, { type: event.type, data: body.data }))
        .map((webhook) => startOf(event, webhook));
    });
  };
}
