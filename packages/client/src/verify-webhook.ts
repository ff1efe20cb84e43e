import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookBody } from '@space/contracts/core';
import { SIGNATURE_TOLERANCE_SECONDS } from '@space/contracts/events';
import type { z } from 'zod';

/** Thrown for a delivery that must not be trusted; the message is the reason. */
export class WebhookVerificationError extends Error {}

/** A received delivery: its raw body, before any parsing, and its headers. */
export interface ReceivedWebhook {
  readonly body: string | Uint8Array;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

/**
 * Returns the event of a delivery, or throws WebhookVerificationError. The signature is an HMAC-SHA256 over
 * `<t>.<raw body>` with the whole secret (whsec_…), compared in constant time. A `t` more than 300 seconds away is
 * rejected. Deduplicate by the event's `id`: a delivery can arrive more than once.
 */
export function verifyWebhook(received: ReceivedWebhook, secret: string, now: number = Date.now()): z.infer<typeof WebhookBody> {
  const signature = header(received.headers, 'service-signature');
  if (!signature) throw new WebhookVerificationError('The Service-Signature header is missing.');
  const parts = new Map(signature.split(',').map((part) => part.trim().split('=', 2) as [string, string]));
  const timestamp = parts.get('t') ?? '';
  if (!/^\d{1,12}$/.test(timestamp) || !parts.get('v1'))
    throw new WebhookVerificationError('The Service-Signature header is not t=<seconds>,v1=<hex>.');
  if (Math.abs(now / 1_000 - Number(timestamp)) > SIGNATURE_TOLERANCE_SECONDS)
    throw new WebhookVerificationError('The signature is too old or from the future; check the clock of this machine.');
  const body = typeof received.body === 'string' ? Buffer.from(received.body) : received.body;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  const given = Buffer.from(parts.get('v1')!, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new WebhookVerificationError('The signature does not match: wrong secret, or the body was changed.');
  return JSON.parse(Buffer.from(body).toString('utf8')) as z.infer<typeof WebhookBody>;
}

function header(headers: ReceivedWebhook['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}
