import { createHash } from 'node:crypto';
import type { Handlers } from '@space/bus';
import type { paymentWebhooks } from '@space/contracts/commerce';
import type { PageAnswer } from '@space/contracts/core';
import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { openSigning } from '../connections/connection-secrets.ts';
import { countRefusedSignature, findConnectionOfWebhook, markReceived } from '../connections/connections.queries.ts';
import { REFUSED_SIGNATURES, REFUSED_WINDOW_S } from '../connections/refused-signatures.ts';
import type { PaymentAdapters } from '../provider-port/provider.ts';
import { NoEventError, type ProviderEvent, SignatureError } from '../provider-port/provider.ts';
import { insertWebhook } from './inbox.queries.ts';

/** The ports of the receiver of webhooks. */
export interface ReceiverPorts extends Pick<Ports, 'database' | 'clock' | 'box' | 'log'> {
  readonly adapters: PaymentAdapters;
  /** Wakes the worker that reads stored webhooks. */
  readonly notifyWorker: () => void;
  /** Reports a connection whose signatures were refused many times. */
  readonly reportRefused: (connection: { readonly space_id: string; readonly id: string }) => void;
}

const text = (status: number, body: string): PageAnswer => ({ status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body });

/** The purpose that is authenticated with the body of a webhook; the column `body_purpose` has the same. */
export const bodyPurpose = (space_id: string, integration_id: string, event_id: string): string =>
  `payment webhook ${space_id} ${integration_id} ${event_id}`;

/**
 * Creates the handler that receives the webhooks of payment providers. It verifies the signature over the bytes and stores the
 * webhook; nothing else happens before the answer. A provider repeats what is not answered 200.
 */
export function receiveHandlers(ports: ReceiverPorts): Handlers<typeof paymentWebhooks> {
  const { database, clock, box, log, adapters, notifyWorker, reportRefused } = ports;
  return {
    async receive({ input }) {
      const connection = await findConnectionOfWebhook(database, input.id);
      if (!connection) return text(404, 'There is no such integration.');
      if (connection.status === 'disconnected') return text(410, 'This integration is disconnected; delete the webhook at the provider.');
      const now = clock.now();
      const place = { space_id: connection.space_id, integration_id: connection.id };
      const body = Buffer.from(input.raw_body, 'base64');
      const hash = createHash('sha256').update(body).digest();
      let event: ProviderEvent;
      let fault: string | null = null;
      try {
        event = adapters[connection.provider].verify(body, input.headers, openSigning(box, connection, now), now);
      } catch (error) {
        if (error instanceof SignatureError) return refuse(connection, error);
        if (!(error instanceof NoEventError)) throw error;
        fault = error.message;
        event = { id: `no-event-${hash.toString('hex')}`, type: 'unknown', body: null };
      }
      const sealed_body = box.seal(body.toString('utf8'), bodyPurpose(place.space_id, place.integration_id, event.id));
      const stored = await insertWebhook(
        database,
        {
          ...place,
          event_id: event.id,
          type: event.type,
          hash,
          sealed_body,
          status: fault === null ? 'waiting' : 'no_event',
          error_message: fault,
        },
        isoTime(now),
      );
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
      await markReceived(database, connection.space_id, connection.id, isoTime(now));
      if (stored.is_new) notifyWorker();
      return text(200, 'received');
    },
  };

  async function refuse(connection: { readonly space_id: string; readonly id: string }, error: SignatureError): Promise<PageAnswer> {
    const count = await countRefusedSignature(database, connection.space_id, connection.id, isoTime(clock.now()), REFUSED_WINDOW_S);
    log.warn(
      { integration_id: connection.id, reason: error.message, count },
      'the signature of a webhook of a payment provider is refused',
    );
    if (count === REFUSED_SIGNATURES) reportRefused(connection);
    return text(400, error.message);
  }
}
