import { createHash } from 'node:crypto';
import type { Handlers } from '@space/bus';
import type { paymentWebhooks } from '@space/contracts/commerce';
import { type PageAnswer, Problem } from '@space/contracts/core';
import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import { countRefusedSignature, markReceived } from '../connections/connections.queries.ts';
import { REFUSED_SIGNATURES, REFUSED_WINDOW_S } from '../connections/refused-signatures.ts';
import type { PaymentAdapters, WebhookHeaders } from '../provider-port/provider.ts';
import { NoEventError, type ProviderEvent, SignatureError } from '../provider-port/provider.ts';
import type { StoredWebhook } from './store-webhooks.queries.ts';
import { createWebhookConnections, type ReceivingConnection } from './webhook-connections.ts';
import { createWebhookStore } from './webhook-store.ts';

/** The ports of the receiver of webhooks. */
export interface ReceiverPorts extends Pick<Ports, 'database' | 'clock' | 'box' | 'log'> {
  readonly adapters: PaymentAdapters;
  /** Wakes the worker that reads stored webhooks. */
  readonly notifyWorker: () => void;
  /** Reports a connection whose signatures were refused many times. */
  readonly reportRefused: (connection: { readonly space_id: string; readonly id: string }) => void;
}

/** The least time between two webhooks that are noted in the row of their connection, in milliseconds. */
const NOTE_MS = SECOND_MS;

/** For how long refused signatures are not counted after they have made a connection fail, in milliseconds. */
const UNCOUNTED_MS = 10 * SECOND_MS;

/** A webhook as it arrived. */
interface ArrivedWebhook {
  readonly body: Buffer;
  readonly hash: Buffer;
  readonly headers: WebhookHeaders;
  readonly now: number;
}

/** The content of a signed webhook: its event, and the reason if it is not an event. */
interface SignedWebhook {
  readonly event: Pick<ProviderEvent, 'id' | 'type'>;
  readonly fault: string | null;
}

const text = (status: number, body: string): PageAnswer => ({ status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body });

/** The purpose that is authenticated with the body of a webhook; the column `body_purpose` has the same. */
export const bodyPurpose = (space_id: string, integration_id: string, event_id: string): string =>
  `payment webhook ${space_id} ${integration_id} ${event_id}`;

/**
 * Creates the handler that receives the webhooks of payment providers. It verifies the signature over the bytes and stores the
 * webhook; nothing else happens before the answer. A provider repeats what is not answered 200.
 *
 * The secrets of a connection are cached. A webhook that fits them is stored only if they are still those of the row, and one that does
 * not fit them is verified again with those of the row. So a rotation and a disconnection count immediately, in every process.
 */
export function receiveHandlers(ports: ReceiverPorts): Handlers<typeof paymentWebhooks> {
  const { database, clock, box, log, adapters, notifyWorker, reportRefused } = ports;
  const connections = createWebhookConnections(database, box);
  const { store } = createWebhookStore(database);

  return {
    async receive({ input: { id, headers, raw_body } }) {
      const body = Buffer.from(raw_body, 'base64');
      const webhook = { body, hash: createHash('sha256').update(body).digest(), headers, now: clock.now() };
      const cached = connections.cached(id, webhook.now);
      const answer = cached && (await accept(cached, webhook));
      if (answer && !(answer instanceof SignatureError)) return answer;
      const connection = await connections.read(id, webhook.now);
      if (connection === 'unknown') return text(404, 'There is no such integration.');
      if (connection === 'disconnected') return text(410, 'This integration is disconnected; delete the webhook at the provider.');
      const second = await accept(connection, webhook);
      if (second instanceof SignatureError) return refuse(connection, second, webhook.now);
      if (!second) throw new Problem('unavailable', 'The secrets of this integration change now; retry in a second.', { retry_after_s: 1 });
      return second;
    },
  };

  /** Verifies and stores a webhook. Returns SignatureError for a signature that does not fit, and null if the secrets are old. */
  async function accept(connection: ReceivingConnection, webhook: ArrivedWebhook): Promise<PageAnswer | SignatureError | null> {
    const signed = verify(connection, webhook);
    if (signed instanceof SignatureError) return signed;
    const { event, fault } = signed;
    const stored = await storeSigned(connection, webhook, signed);
    if (!stored) return null;
    if (!stored.has_same_body)
      log.warn(
        { integration_id: connection.id, event_id: event.id },
        'a payment provider sent an event again with another body; the first is used',
      );
    if (fault !== null) {
      log.warn(
        { integration_id: connection.id, reason: fault },
        'a payment provider sent a signed webhook that is no event; answering 400',
      );
      return text(400, fault);
    }
    await noteReceived(connection, webhook.now);
    if (stored.is_new) notifyWorker();
    return text(200, 'received');
  }

  function verify(
    { provider, secrets }: ReceivingConnection,
    { body, hash, headers, now }: ArrivedWebhook,
  ): SignedWebhook | SignatureError {
    try {
      return { event: adapters[provider].verify(body, headers, secrets, now), fault: null };
    } catch (error) {
      if (error instanceof SignatureError) return error;
      if (!(error instanceof NoEventError)) throw error;
      return { event: { id: `no-event-${hash.toString('hex')}`, type: 'unknown' }, fault: error.message };
    }
  }

  async function storeSigned(
    { space_id, id, sealed_signing }: ReceivingConnection,
    { body, hash, now }: ArrivedWebhook,
    { event, fault }: SignedWebhook,
  ): Promise<StoredWebhook | null> {
    if (sealed_signing === null) return null;
    return store({
      space_id,
      integration_id: id,
      event_id: event.id,
      type: event.type,
      hash,
      sealed_body: box.seal(body.toString('utf8'), bodyPurpose(space_id, id, event.id)),
      sealed_signing,
      received_at: isoTime(now),
      status: fault === null ? 'waiting' : 'no_event',
      error_message: fault,
    });
  }

  async function noteReceived({ space_id, id, marks }: ReceivingConnection, now: number): Promise<void> {
    if (Math.abs(now - marks.noted_at) < NOTE_MS) return;
    marks.noted_at = now;
    await markReceived(database, space_id, id, isoTime(now));
  }

  async function refuse(connection: ReceivingConnection, { message }: SignatureError, now: number): Promise<PageAnswer> {
    // Each count changes one row, which the accepted webhooks change too.
    if (now >= connection.marks.uncounted_until) {
      const count = await countRefusedSignature(database, connection.space_id, connection.id, isoTime(now), REFUSED_WINDOW_S);
      log.warn({ integration_id: connection.id, reason: message, count }, 'the signature of a webhook of a payment provider is refused');
      if (count >= REFUSED_SIGNATURES) connection.marks.uncounted_until = now + UNCOUNTED_MS;
      if (count === REFUSED_SIGNATURES) reportRefused(connection);
    }
    return text(400, message);
  }
}
