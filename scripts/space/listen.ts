import type { Client } from '@space/client';
import type { Event } from '@space/contracts/core';
import { WEBHOOK_TIMEOUT_MS } from '@space/contracts/events';
import { renderBody, requestHeaders } from '@space/delivery';
import { newSigningSecret } from '@space/events';
import { UsageError } from './command.ts';
import { readOwnFeed } from './own-feed.ts';

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

/**
 * `space listen` forwards events to a receiver on this machine, for development without a public address. It reads a feed of its
 * own and POSTs each event, signed like a webhook, with a secret of this run.
 */
export async function listen({ forward_to, onForward, ...options }: ListenOptions): Promise<void> {
  const { event_types, space, stop, say } = options;
  const url = receiverUrl(forward_to);
  const secret = newSigningSecret();
  await readOwnFeed({
    ...options,
    onOpen() {
      say(`Listening to ${event_types.join(', ')} of ${space}; each event goes to ${url.href}`);
      say(`Signing secret of this run: ${secret}`);
      say('Ctrl-C ends it and deletes the feed.');
    },
    async onEvent(event, count) {
      const result = await forward(url, secret, event, count, stop);
      if (result) onForward(result);
      return result !== undefined;
    },
  });
}

function receiverUrl(text: string): URL {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text);
  throw new UsageError(`"${text}" is not an http or https URL; set --forward-to http://localhost:3000/hook`);
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
