import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient, SpaceError } from '@space/client';
import type { Event } from '@space/contracts/core';
import { MAX_FEED_WAIT_SECONDS } from '@space/contracts/events';

/** The events that a command reads, until it is stopped. */
export interface OwnFeedOptions {
  readonly operator: Client;
  readonly base_url: string;
  readonly space: string;
  readonly event_types: readonly string[];
  /** Ends the command, which then deletes its feed and revokes its key. */
  readonly stop: AbortSignal;
  /** Prints a line for people. */
  say(line: string): void;
  /** Called when the feed exists: events that occur from now on are received. */
  onOpen(): void;
  /** Called for one event after the other; false ends the command. `count` begins with 1. */
  onEvent(event: Event, count: number): Promise<boolean>;
}

/** Days until the key expires if the command cannot revoke it. */
const KEY_DAYS = 7;
const RETRY_DELAY_MS = 1_000;
/** Name prefix of the feeds of this machine; the id of the pulling process follows. */
const OWN_FEEDS = `space listen on ${hostname().slice(0, 150)}, process `;

/**
 * Creates a feed, reads it by long poll and passes on each event. While the API does not respond it retries from the same
 * cursor. At the end it deletes the feed and revokes its key. The next run on this machine deletes feeds of killed runs.
 */
export async function readOwnFeed(options: OwnFeedOptions): Promise<void> {
  const { operator, base_url, space, say } = options;
  const { key, api_key } = await operator.settings.create_key({
    space_id: space,
    name: 'space listen',
    scopes: ['automations:read', 'automations:write'],
    expires_at: new Date(Date.now() + KEY_DAYS * 86_400_000).toISOString(),
  });
  const client = createClient({ base_url, api_key, retries: 0 });
  try {
    await deleteAbandonedFeeds(client, say);
    const { subscription } = await client.event_subscriptions.create({
      kind: 'feed',
      name: `${OWN_FEEDS}${process.pid}`,
      event_types: [...options.event_types],
    });
    try {
      options.onOpen();
      await pull(client, subscription.id, options);
    } finally {
      await client.event_subscriptions.delete({ id: subscription.id }).then(
        () => say('The feed was deleted.'),
        () => say(`The feed ${subscription.id} could not be deleted; delete it when the API answers again.`),
      );
    }
  } finally {
    // A key that cannot be revoked expires.
    await operator.settings.revoke_key({ id: key.id }).catch(() => {});
  }
}

/** Deletes feeds of this machine whose process has ended. They would store every event of their types without a reader. */
async function deleteAbandonedFeeds(client: Client, say: (line: string) => void): Promise<void> {
  for (const { id, name } of (await client.event_subscriptions.list({ kind: 'feed', limit: 200 })).data) {
    const process_id = name.startsWith(OWN_FEEDS) ? Number(name.slice(OWN_FEEDS.length)) : Number.NaN;
    if (!Number.isSafeInteger(process_id) || isRunning(process_id)) continue;
    await client.event_subscriptions.delete({ id });
    say(`The feed ${id} was deleted; it belonged to a killed space listen.`);
  }
}

function isRunning(process_id: number): boolean {
  try {
    return process.kill(process_id, 0);
  } catch (error) {
    // It runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Reads the feed and passes on one event after the other until `stop` is aborted or a receiver returns false. */
async function pull(client: Client, subscription_id: string, { stop, say, onEvent }: OwnFeedOptions): Promise<void> {
  let after: string | undefined;
  let count = 0;
  let isUnreachable = false;
  while (!stop.aborted)
    try {
      const page = await client.events.list(
        { subscription_id, limit: 200, wait: MAX_FEED_WAIT_SECONDS, ...(after === undefined ? {} : { after }) },
        { signal: stop },
      );
      if (isUnreachable) say('The API answers again.');
      isUnreachable = false;
      for (const event of page.events) if (!(await onEvent(event as Event, ++count))) return;
      after = page.next_cursor;
    } catch (error) {
      if (stop.aborted) return;
      if (error instanceof SpaceError && error.status < 500 && error.status !== 429) throw error;
      if (!isUnreachable) say('The API does not answer; retrying every second.');
      isUnreachable = true;
      await delay(RETRY_DELAY_MS, undefined, { signal: stop }).catch(() => {});
    }
}
