import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient, SpaceError } from '@space/client';
import type { Event } from '@space/contracts/core';
import { MAX_FEED_WAIT_SECONDS, WEBHOOK_TIMEOUT_MS } from '@space/contracts/events';
import { renderBody, requestHeaders } from '@space/delivery';
import { newSigningSecret } from '@space/events';
import { ConfigError } from '@space/runtime';

/** Options of `space listen`. */
export interface ListenOptions {
  readonly operator: Client;
  readonly base_url: string;
  readonly space: string;
  /** The URL that events are POSTed to, usually http://localhost:… */
  readonly forward_to: string;
  readonly event_types: readonly string[];
  /** Ends the command, which then deletes its feed and revokes its key. */
  readonly stop: AbortSignal;
  /** Prints a line for people. */
  say(line: string): void;
  /** Called for each forwarded event. */
  onForward(result: ForwardResult): void;
}

/** The response of the receiver to one event. */
export interface ForwardResult {
  readonly event_id: string;
  readonly event_type: string;
  readonly status: number | null;
  /** The reason if there is no status. */
  readonly error: string | null;
  readonly duration_ms: number;
}

/** Days until the key expires if the command cannot revoke it. */
const KEY_DAYS = 7;
const RETRY_DELAY_MS = 1_000;
/** Name prefix of the feeds of this machine; the id of the pulling process follows. */
const OWN_FEEDS = `space listen on ${hostname().slice(0, 150)}, process `;

/**
 * `space listen` forwards events to a receiver on this machine, for development without a public address. It creates a
 * feed, reads it by long poll and POSTs each event, signed like a webhook, with a secret of this run. While the API does
 * not respond it retries from the same cursor. At the end it deletes the feed and revokes its key. The next run on this
 * machine deletes feeds of killed runs.
 */
export async function listen(options: ListenOptions): Promise<void> {
  const { operator, base_url, space, stop, say } = options;
  const url = receiverUrl(options.forward_to);
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
      const secret = newSigningSecret();
      say(`Listening to ${options.event_types.join(', ')} of ${space}; each event goes to ${url.href}`);
      say(`Signing secret of this run: ${secret}`);
      say('Ctrl-C ends it and deletes the feed.');
      await pull(client, subscription.id, options, (event, count) => forward(url, secret, event, count, stop));
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

function receiverUrl(text: string): URL {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text);
  throw new ConfigError(`"${text}" is not an http or https URL; set --forward-to http://localhost:3000/hook`);
}

/** Reads the feed and sends one event after the other until `stop` is aborted. */
async function pull(
  client: Client,
  subscription_id: string,
  { stop, say, onForward }: ListenOptions,
  send: (event: Event, count: number) => Promise<ForwardResult | undefined>,
): Promise<void> {
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
      for (const event of page.events) {
        const one = await send(event as Event, ++count);
        if (!one) return;
        onForward(one);
      }
      after = page.next_cursor;
    } catch (error) {
      if (stop.aborted) return;
      if (error instanceof SpaceError && error.status < 500 && error.status !== 429) throw error;
      if (!isUnreachable) say('The API does not answer; retrying every second.');
      isUnreachable = true;
      await delay(RETRY_DELAY_MS, undefined, { signal: stop }).catch(() => {});
    }
}

/** Sends one signed event once; returns undefined if `stop` was aborted meanwhile. */
async function forward(url: URL, secret: string, event: Event, delivery_id: number, stop: AbortSignal): Promise<ForwardResult | undefined> {
  const body = renderBody({ event: { body: JSON.stringify(event) }, delivery_id, attempt: 1 });
  const headers = requestHeaders({ event, delivery_id }, secret, Math.floor(Date.now() / 1_000), body);
  const began = performance.now();
  const resultOf = (status: number | null, error: string | null): ForwardResult => ({
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
    return resultOf(response.status, null);
  } catch (error) {
    return stop.aborted ? undefined : resultOf(null, sentenceOf(error));
  }
}

function sentenceOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string } };
  if (name === 'TimeoutError') return `no answer within ${WEBHOOK_TIMEOUT_MS / 1_000} seconds`;
  return cause?.code === 'ECONNREFUSED' ? 'connection refused' : `the connection failed (${cause?.code ?? name})`;
}

/** Formats one line for people: time, event and the receiver's response. */
export const formatLine = ({ event_id, event_type, status, error, duration_ms }: ForwardResult): string =>
  `${new Date().toLocaleTimeString('en-GB')}  ${event_type.padEnd(28)} ${event_id}  ${status ?? error} (${duration_ms} ms)`;
