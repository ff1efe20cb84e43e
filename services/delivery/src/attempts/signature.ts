import { createHmac } from 'node:crypto';
import type { webhookHeaders } from '@space/contracts/events';

/** The values that the signatures of one attempt cover. */
export interface SignatureInput {
  readonly secret: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly delivery_id: number;
  /** The time of the attempt in seconds since the epoch. */
  readonly timestamp: number;
  readonly body: string;
}

/** A value for each header of the contract. */
type WebhookHeaders = Record<Lowercase<keyof typeof webhookHeaders>, string>;

const SECRET_PREFIX = 'whsec_';

/**
 * Returns the identifying and signing headers of one attempt. `service-signature` is keyed with the secret as it was
 * shown (contract, W3, W4). The headers of Standard Webhooks are keyed with the bytes after the prefix, so that
 * off-the-shelf verifiers work too.
 */
export function signatureHeaders({ secret, event_id, event_type, delivery_id, timestamp, body }: SignatureInput): WebhookHeaders {
  const ours = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const standardKey = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const standard = createHmac('sha256', standardKey).update(`${event_id}.${timestamp}.${body}`).digest('base64');
  return {
    'service-signature': `t=${timestamp},v1=${ours}`,
    'service-event': event_type,
    'service-event-id': event_id,
    'service-delivery': String(delivery_id),
    'webhook-id': event_id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${standard}`,
  };
}
