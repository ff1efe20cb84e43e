import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { STRIPE_WEBHOOK_SECRET } from '../services/commerce/test/fixtures/stripe-account.ts';
import { STRIPE_KEY } from '../services/commerce/test/fixtures/stripe-server.ts';
import { stripeSignature as officialSignature } from '../services/commerce/test/fixtures/stripe-webhook.ts';
import { operator, profile } from './profile.ts';

/** The headers of a webhook; several values are several lines of one name. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[]>>;

/** Connects the stand-in for Stripe to a Space; returns the id of the connection. */
export const connectStripe = async (space_id: string, webhook_secret = STRIPE_WEBHOOK_SECRET): Promise<string> =>
  (await operator.payment_settings.connect({ space_id, provider: 'stripe', secret: STRIPE_KEY, webhook_secret })).id;

/** Connects Paddle to a Space; returns the id of the connection. */
export const connectPaddle = async (space_id: string, webhook_secret: string): Promise<string> =>
  (await operator.payment_settings.connect({ space_id, provider: 'paddle', webhook_secret })).id;

/** Sends bytes to a connection as a provider does, without any change; returns the status of the answer. */
export async function sendWebhook(id: string, headers: WebhookHeaders, body: Buffer): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = request(new URL(`/in/${id}`, profile.public_url), { method: 'POST' }, (answer) => {
    answer.resume().once('end', () => resolve(answer.statusCode!));
  });
  sent.once('error', reject);
  sent.setHeader('content-type', 'application/json');
  for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
  sent.end(body);
  return promise;
}

/** Returns the current time in seconds since 1970. */
export const currentSeconds = (): number => Math.floor(Date.now() / 1_000);

/** The time and the scheme of a signature; default now and the current scheme. */
interface Signing {
  readonly at?: number;
  readonly scheme?: string;
}

/** Returns the header that the official library of Stripe makes for a body. */
export const stripeSignature = (payload: string, secret: string, { at = currentSeconds(), scheme = 'v1' }: Signing = {}): string =>
  officialSignature(payload, { secret, at, scheme });

/** Returns the header that Paddle makes for a body: HMAC-SHA256 over `ts:body` (developer.paddle.com/webhooks/signature-verification). */
export const paddleSignature = (payload: string, secret: string, { at = currentSeconds(), scheme = 'h1' }: Signing = {}): string =>
  `ts=${at};${scheme}=${createHmac('sha256', secret).update(`${at}:${payload}`).digest('hex')}`;
