import { expect, test } from '@jest/globals';
import { modeOfStripeKey, stripeSecretErrors } from './stripe-secrets.ts';

const webhook_secret = 'whsec_abc';

test.each([
  ['rk_live_abc', 'live'],
  ['rk_test_abc', 'test'],
  ['sk_test_abc', 'test'],
])('accepts %s as a key of the mode %s', (secret, mode) => {
  expect(stripeSecretErrors({ secret, webhook_secret })).toEqual([]);
  expect(modeOfStripeKey(secret)).toBe(mode);
});

test('refuses a secret key of the live mode and names the way out', () => {
  expect(stripeSecretErrors({ secret: 'sk_live_abc', webhook_secret })).toEqual([
    { path: 'secret', code: 'invalid', message: expect.stringContaining('create a restricted key (rk_live_…) with read permissions only') },
  ]);
  expect(modeOfStripeKey('sk_live_abc')).toBeUndefined();
});

test.each(['pk_live_abc', 'pk_test_abc', 'rk_live_', 'rk_prod_abc', ' rk_live_abc', 'rk_live_abc\n', 'whsec_abc', 'x', ''])(
  'refuses the key %j',
  (secret) => {
    expect(stripeSecretErrors({ secret, webhook_secret })).toMatchObject([{ path: 'secret', code: 'invalid' }]);
    expect(modeOfStripeKey(secret)).toBeUndefined();
  },
);

test.each(['abc', 'whsec_', 'whsec_a b', 'WHSEC_abc', ''])('refuses the signing secret %j', (given) => {
  expect(stripeSecretErrors({ secret: 'rk_test_abc', webhook_secret: given })).toEqual([
    { path: 'webhook_secret', code: 'invalid', message: 'must begin with whsec_' },
  ]);
});

test('requires both secrets', () => {
  expect(stripeSecretErrors({})).toMatchObject([
    { path: 'secret', code: 'required' },
    { path: 'webhook_secret', code: 'required' },
  ]);
  expect(modeOfStripeKey(undefined)).toBeUndefined();
});
