import type { Egress } from '@space/egress';
import type { PaymentAdapters } from '../../provider-port/provider.ts';
import { paddleAdapter } from '../paddle/paddle-adapter.ts';
import { signedAdapter } from '../signed/signed-adapter.ts';
import { createStripeAdapter, type StripeSettings } from '../stripe/stripe-adapter.ts';

/** Returns the adapters of all payment providers. Their requests go through `egress`. */
export const paymentAdapters = (settings: StripeSettings, egress: Egress): PaymentAdapters => ({
  stripe: createStripeAdapter(settings, egress),
  paddle: paddleAdapter,
  signed: signedAdapter,
});
