import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient, SpaceError } from '@space/client';
import type { Event } from '@space/contracts/core';
import { MAX_FEED_WAIT_SECONDS, WEBHOOK_TIMEOUT_MS } from '@space/contracts/events';
import { renderBody, requestHeaders } from '@space/delivery';
import { newSigningSecret } from '@space/events';
import { ConfigError } from '@space/runtime';

/** What to listen to, and where to send it. */
export interface Listening {
  readonly operator: Client;
  readonly base_url: string;
  readonly space: string;
  /** Where events are POSTed, usually http://localhost:… */
  readonly forward_to: string;
  readonly event_types: readonly string[];
  /** Ends it: what was made for it is taken away. */
  readonly stop: AbortSignal;
  /** Is told each line for a person. */
  say(line: string): void;
  /** Is told each event that was forwarded. */
  forwarded(one: Forwarded): void;
}

/** How the receiver took one event. */
export interface Forwarded {
  readonly event_id: string;
  readonly event_type: string;
  readonly status: number | null;
  /** Why there is no status. */
  readonly error: string | null;
  readonly duration_ms: number;
}

/** The key is forgotten by then, should nobody be there to revoke it. */
const KEY_DAYS = 7;
const AGAIN_MS = 1_000;
/** How the feeds of this machine are named, before the number of the process that pulls each. */
const OWN_FEEDS = `space listen on ${hostname().slice(0, 150)}, process `;

/**
 * `space listen`: for receivers on a machine that nobody can reach from outside. It makes a feed, pulls it by long poll
 * and sends each event on, signed as a webhook would be, with a secret of this run. While the API is away it goes on
 * asking from where it was. When it ends, the feed and the key it used are taken away; a feed that one on this machine
 * left because it was killed is taken away by the next one that listens to the Space.
 */
export async function listen(listening: Listening): Promise<void> {
  const { operator, base_url, space, stop, say } = listening;
  const url = receiverUrl(listening.forward_to);
  const { key, api_key } = await operator.settings.create_key({
    space_id: space,
    name: 'space listen',
    scopes: ['automations:read', 'automations:write'],
    expires_at: new Date(Date.now() + KEY_DAYS * 86_400_000).toISOString(),
  });
  const client = createClient({ base_url, api_key, retries: 0 });
  try {
    await removeLeftFeeds(client, say);
    const { subscription } = await client.event_subscriptions.create({
      kind: 'feed',
      name: `${OWN_FEEDS}${process.pid}`,
      event_types: [...listening.event_types],
    });
    try {
      const secret = newSigningSecret();
      say(`Listening to ${listening.event_types.join(', ')} of ${space}; each event goes to ${url.href}`);
      say(`Signing secret of this run: ${secret}`);
      say('Ctrl-C ends it and deletes the feed.');
      await pull(client, subscription.id, listening, (event, count) => forward(url, secret, event, count, stop));
    } finally {
      await client.event_subscriptions.delete({ id: subscription.id }).then(
        () => say('The feed was deleted.'),
        () => say(`The feed ${subscription.id} could not be deleted; delete it when the API answers again.`),
      );
    }
  } finally {
    // One that cannot be revoked expires.
    await operator.settings.revoke_key({ id: key.id }).catch(() => {});
  }
}

/** Deletes feeds of this machine whose process is there no more: they would keep every event of their types, for nobody. */
async function removeLeftFeeds(client: Client, say: (line: string) => void): Promise<void> {
  for (const { id, name } of (await client.event_subscriptions.list({ kind: 'feed', limit: 200 })).data) {
    const process_id = name.startsWith(OWN_FEEDS) ? Number(name.slice(OWN_FEEDS.length)) : Number.NaN;
    if (!Number.isSafeInteger(process_id) || isRunning(process_id)) continue;
    await client.event_subscriptions.delete({ id });
    say(`The feed ${id} was deleted; a space listen that was killed had left it.`);
  }
}

function isRunning(process_id: number): boolean {
  try {
    return process.kill(process_id, 0);
  } catch (error) {
    // It runs, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function receiverUrl(text: string): URL {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text);
  throw new ConfigError(`"${text}" is not an address; say --forward-to http://localhost:3000/hook`);
}

/** Pulls the feed until it is told to stop, one event after the other. */
async function pull(
  client: Client,
  subscription_id: string,
  { stop, say, forwarded }: Listening,
  send: (event: Event, count: number) => Promise<Forwarded | undefined>,
): Promise<void> {
  let after: string | undefined;
  let count = 0;
  let isAway = false;
  while (!stop.aborted)
    try {
      const page = await client.events.list(
        { subscription_id, limit: 200, wait: MAX_FEED_WAIT_SECONDS, ...(after === undefined ? {} : { after }) },
        { signal: stop },
      );
      if (isAway) say('The API answers again.');
      isAway = false;
      for (const event of page.events) {
        const one = await send(event as Event, ++count);
        if (!one) return;
        forwarded(one);
      }
      after = page.next_cursor;
    } catch (error) {
      if (stop.aborted) return;
      if (error instanceof SpaceError && error.status < 500 && error.status !== 429) throw error;
      if (!isAway) say('The API does not answer; asking again until it does.');
      isAway = true;
      await delay(AGAIN_MS, undefined, { signal: stop }).catch(() => {});
    }
}

/** Sends one event once, signed; undefined when it was told to stop meanwhile. */
async function forward(url: URL, secret: string, event: Event, delivery_id: number, stop: AbortSignal): Promise<Forwarded | undefined> {
  const body = renderBody({ event: { body: JSON.stringify(event) }, delivery_id, attempt: 1 });
  const headers = requestHeaders({ event, delivery_id }, secret, Math.floor(Date.now() / 1_000), body);
  const began = performance.now();
  const told = (status: number | null, error: string | null): Forwarded => ({
    event_id: event.id,
    event_type: event.type,
    status,
    error,
    duration_ms: Math.round(performance.now() - began),
  });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(WEBHOOK_TIMEOUT_MS)]),
    });
    await response.arrayBuffer();
    return told(response.status, null);
  } catch (error) {
    return stop.aborted ? undefined : told(null, sentenceOf(error));
  }
}

function sentenceOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string } };
  if (name === 'TimeoutError') return `no answer within ${WEBHOOK_TIMEOUT_MS / 1_000} seconds`;
  return cause?.code === 'ECONNREFUSED' ? 'nobody listens there' : `the connection failed (${cause?.code ?? name})`;
}

/** One line for a person: when, what, and how the receiver took it. */
export const line = ({ event_id, event_type, status, error, duration_ms }: Forwarded): string =>
  `${new Date().toLocaleTimeString('en-GB')}  ${event_type.padEnd(28)} ${event_id}  ${status ?? error} (${duration_ms} ms)`;
