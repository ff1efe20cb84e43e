/** The headers that identify and sign a delivery, with their content (contract, W3 and W4). */
export const webhookHeaders = {
  'Service-Signature': 't=<unix seconds>,v1=<hex>: HMAC-SHA256 over <t>.<raw body>, keyed with the whole secret',
  'Service-Event': 'The event type',
  'Service-Event-Id': 'The id of the event, the same on every retry',
  'Service-Delivery': 'The id of the delivery',
  'webhook-id': 'The id of the event, as in Standard Webhooks',
  'webhook-timestamp': 'The time of the attempt in unix seconds, as in Standard Webhooks',
  'webhook-signature': 'v1,<base64>, as in Standard Webhooks',
} as const;
