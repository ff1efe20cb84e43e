import type { FieldError } from '@space/contracts/core';
import type { PaymentAdapter } from '../../provider-port/provider.ts';

const RESTRICTED_LIVE_KEY = /^rk_live_\w+$/;
const TEST_KEY = /^[rs]k_test_\w+$/;

/**
 * Returns the errors of a key and a signing secret for Stripe. Accepted are restricted keys and keys of the test mode: a secret key of
 * the live mode could move money.
 */
export const stripeSecretErrors: PaymentAdapter['secretErrors'] = ({ secret, webhook_secret }) => [
  ...fault('secret', secret, keyFault(secret)),
  ...fault('webhook_secret', webhook_secret, /^whsec_\S+$/.test(webhook_secret ?? '') ? undefined : 'must begin with whsec_'),
];

/** Returns the mode that a key of Stripe is for. */
export const modeOfStripeKey: PaymentAdapter['modeOf'] = (secret = '') =>
  RESTRICTED_LIVE_KEY.test(secret) ? 'live' : TEST_KEY.test(secret) ? 'test' : undefined;

function keyFault(secret = ''): string | undefined {
  if (RESTRICTED_LIVE_KEY.test(secret) || TEST_KEY.test(secret)) return undefined;
  return secret.startsWith('sk_live_')
    ? 'must not be a secret key of the live mode, since it can move money; create a restricted key (rk_live_…) with read permissions only'
    : 'must be a restricted key (rk_live_…, rk_test_…) or a secret key of the test mode (sk_test_…)';
}

function fault(path: string, given: string | undefined, message: string | undefined): FieldError[] {
  if (given === undefined) return [{ path, code: 'required', message: 'is required' }];
  return message === undefined ? [] : [{ path, code: 'invalid', message }];
}
