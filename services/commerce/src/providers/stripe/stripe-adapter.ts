import type { Egress } from '@space/egress';
import type { PaymentAdapter } from '../../provider-port/provider.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { readStripeEvent } from './stripe-events.ts';
import { createStripeReader } from './stripe-reader.ts';
import { modeOfStripeKey, stripeSecretErrors } from './stripe-secrets.ts';
import { verifyStripeWebhook } from './stripe-signature.ts';

/** The settings of the adapter for Stripe. */
export interface StripeSettings {
  /** The address of the API of Stripe. */
  readonly SPACE_STRIPE_API: string;
}

const CONNECTIONS_PER_ORIGIN = 16;
const KEEP_ALIVE_MS = 10_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** Returns the adapter for Stripe. Its requests are GETs at SPACE_STRIPE_API, through `egress`. */
export function createStripeAdapter({ SPACE_STRIPE_API }: StripeSettings, egress: Egress): PaymentAdapter {
  const agent = egress.agent({ connections: CONNECTIONS_PER_ORIGIN, keepAliveMs: KEEP_ALIVE_MS, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  return {
    secretErrors: stripeSecretErrors,
    modeOf: modeOfStripeKey,
    verify: verifyStripeWebhook,
    read: readStripeEvent,
    reader: (key, signal) =>
      createStripeReader({ address: SPACE_STRIPE_API, key, fetch: createGuardedFetch(egress, agent, SPACE_STRIPE_API, signal) }),
  };
}
