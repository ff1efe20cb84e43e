import { createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { PaymentAdapter, WebhookHeaders } from '../../services/commerce/src/provider-port/provider.ts';
import { verifyPaddleWebhook } from '../../services/commerce/src/providers/paddle/paddle-signature.ts';
import { verifySignedWebhook } from '../../services/commerce/src/providers/signed/signed-signature.ts';
import { verifyStripeWebhook } from '../../services/commerce/src/providers/stripe/stripe-signature.ts';
import type { Figure } from './figure.ts';
import { median } from './load.ts';
import { orderItem } from './shop.ts';

/** Turns of a verification and its floor, and calls in each. The first third is warm-up. */
const TURNS = 45;
const CALLS = 20;
const secret = `whsec_${randomBytes(32).toString('base64')}`;

/** A verification with the headers that fit a body. */
interface Verification {
  readonly verify: PaymentAdapter['verify'];
  sign(body: string, seconds: number): WebhookHeaders;
}

const verifications: Readonly<Record<string, Verification>> = {
  Stripe: {
    verify: verifyStripeWebhook,
    sign: (body, seconds) => ({ 'stripe-signature': `t=${seconds},v1=${hmac(`${seconds}.${body}`)}` }),
  },
  Paddle: {
    verify: verifyPaddleWebhook,
    sign: (body, seconds) => ({ 'paddle-signature': `ts=${seconds};h1=${hmac(`${seconds}:${body}`)}` }),
  },
  signed: {
    verify: verifySignedWebhook,
    sign: (body, seconds) => ({
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(seconds),
      'webhook-signature': new Webhook(secret).sign('evt_1', new Date(seconds * 1_000), body),
    }),
  },
};

/** Measures verifying webhooks of 2 and 20 KB of each provider, next to one HMAC-SHA256 and one JSON.parse of the same bytes. */
export function measureSignatures(): Figure[] {
  const now = Date.now();
  return [2, 20].flatMap((size) => {
    const text = eventOf(size * 1_000);
    const body = Buffer.from(text);
    return Object.entries(verifications).map(([provider, { verify, sign }]): Figure => {
      const headers = sign(text, Math.floor(now / 1_000));
      const [value, floor] = microseconds(
        () => verify(body, headers, [secret], now),
        () => [hmac(body), JSON.parse(body.toString())],
      );
      return { name: `verify a webhook, ${provider}, ${size} KB`, value, floor, unit: 'µs', goal: 2.5, bound: 'most' };
    });
  });
}

const hmac = (text: string | Buffer): string => createHmac('sha256', secret).update(text).digest('hex');

/** Returns the JSON of an event of about this size, with the fields that each provider requires. */
function eventOf(bytes: number): string {
  const items = Array.from({ length: Math.floor(bytes / JSON.stringify(orderItem(0)).length) }, (_, at) => orderItem(at));
  return JSON.stringify({ id: 'evt_1', type: 'order.paid', event_id: 'evt_1', event_type: 'transaction.paid', data: { items } });
}

/** Returns the microseconds of one call of each of two functions that take turns: the median after warm-up. */
function microseconds(...acts: [() => unknown, () => unknown]): [number, number] {
  const runs = Array.from({ length: TURNS }, () => acts.map(timeCalls));
  const [first = [], second = []] = [0, 1].map((at) => runs.slice(TURNS / 3).map((run) => run[at]!));
  return [median(first), median(second)];
}

function timeCalls(act: () => unknown): number {
  const began = performance.now();
  for (let call = 0; call < CALLS; call += 1) act();
  return ((performance.now() - began) * 1_000) / CALLS;
}
