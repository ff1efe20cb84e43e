import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createEgress } from '@space/egress';
import Stripe from 'stripe';
import { ProviderError, type ProviderReader } from '../../src/provider-port/provider.ts';
import { createGuardedFetch } from '../../src/providers/stripe/guarded-fetch.ts';
import { createStripeClient } from '../../src/providers/stripe/stripe-client.ts';
import { readerOf } from '../fixtures/stripe-reading.ts';
import { STRIPE_KEY, type StripeServer, startStripeServer } from '../fixtures/stripe-server.ts';

let server: StripeServer;
let reader: ProviderReader;

beforeEach(async () => {
  server = await startStripeServer();
  reader = readerOf(server.url);
});

afterEach(() => server.close());

const limits = { connections: 2, keepAliveMs: 1_000, connectTimeoutMs: 1_000 };

function client(): Stripe {
  const egress = createEgress({ SPACE_WEBHOOK_ALLOW: '127.0.0.0/8' });
  const fetch = createGuardedFetch(egress, egress.agent(limits), server.url, AbortSignal.timeout(20_000));
  return createStripeClient({ address: server.url, key: STRIPE_KEY, fetch });
}

/** Returns the error of a read. */
const errorOf = (read: Promise<unknown>): Promise<ProviderError> =>
  read.then(
    () => Promise.reject(new Error('The read succeeded.')),
    (error: ProviderError) => error,
  );

test.each<[string, (stripe: Stripe) => Promise<unknown>]>([
  ['refunds.create', (stripe) => stripe.refunds.create({ charge: 'ch_1' })],
  ['payouts.create', (stripe) => stripe.payouts.create({ amount: 1, currency: 'eur' })],
  ['payouts.cancel', (stripe) => stripe.payouts.cancel('po_1')],
  ['payouts.reverse', (stripe) => stripe.payouts.reverse('po_1')],
  ['transfers.create', (stripe) => stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct_1' })],
  ['topups.create', (stripe) => stripe.topups.create({ amount: 1, currency: 'eur' })],
  ['charges.create', (stripe) => stripe.charges.create({ amount: 1, currency: 'eur' })],
  ['charges.capture', (stripe) => stripe.charges.capture('ch_1')],
  ['paymentIntents.create', (stripe) => stripe.paymentIntents.create({ amount: 1, currency: 'eur' })],
  ['paymentIntents.capture', (stripe) => stripe.paymentIntents.capture('pi_1')],
  ['paymentIntents.cancel', (stripe) => stripe.paymentIntents.cancel('pi_1')],
  ['invoices.pay', (stripe) => stripe.invoices.pay('in_1')],
  ['invoices.voidInvoice', (stripe) => stripe.invoices.voidInvoice('in_1')],
  ['disputes.close', (stripe) => stripe.disputes.close('dp_1')],
  ['subscriptions.cancel', (stripe) => stripe.subscriptions.cancel('sub_1')],
  ['customers.del', (stripe) => stripe.customers.del('cus_1')],
  ['products.del', (stripe) => stripe.products.del('prod_1')],
  ['webhookEndpoints.create', (stripe) => stripe.webhookEndpoints.create({ url: 'https://a.example', enabled_events: ['*'] })],
  ['rawRequest POST', (stripe) => stripe.rawRequest('POST', '/v1/payouts', { amount: 1, currency: 'eur' })],
  ['rawRequest DELETE', (stripe) => stripe.rawRequest('DELETE', '/v1/customers/cus_1')],
])('%s never leaves the process', async (_, write) => {
  await expect(write(client())).rejects.toThrow();
  expect(server.requests).toEqual([]);
});

test('a request to another address never leaves the process', async () => {
  const egress = createEgress({ SPACE_WEBHOOK_ALLOW: '127.0.0.0/8' });
  const other = await startStripeServer();
  const fetch = createGuardedFetch(egress, egress.agent(limits), server.url, AbortSignal.timeout(20_000));
  await expect(fetch(`${other.url}/v1/balance`, {})).rejects.toThrow('Requests are sent to the API of Stripe only.');
  expect(other.requests).toEqual([]);
  await other.close();
});

test('a request carries the key, the pinned version and nothing of the machine', async () => {
  await client().balance.retrieve();
  const [request] = server.requests;
  expect(request!.method).toBe('GET');
  expect(request!.headers).toEqual({
    accept: 'application/json',
    authorization: `Bearer ${STRIPE_KEY}`,
    connection: expect.any(String),
    host: expect.any(String),
    'stripe-version': Stripe.API_VERSION,
    'user-agent': 'Space-API',
  });
});

describe('check', () => {
  test('returns the account of the key with one GET', async () => {
    expect(await reader.check()).toEqual({ id: 'acct_standin', label: 'The Shop' });
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /v1/account']);
  });

  test('of a key without the permission to read its account reads the balance, with an id that differs for each key', async () => {
    server.deny('/v1/account');
    server.accept('rk_test_other');
    const first = await reader.check();
    expect(first).toEqual({ id: expect.stringMatching(/^key_[0-9a-f]{24}$/), label: 'Stripe' });
    expect(await reader.check()).toEqual(first);
    expect((await readerOf(server.url, { key: 'rk_test_other' }).check()).id).not.toBe(first.id);
  });

  test('of a key without any permission fails', async () => {
    server.deny('/v1/account');
    server.deny('/v1/balance');
    expect(await errorOf(reader.check())).toMatchObject({ name: 'ProviderError', code: 'missing_scope' });
  });
});

describe('a failed read', () => {
  test('with a revoked key is unauthorized, and its message holds nothing of the key or the answer', async () => {
    server.revoke();
    const error = await errorOf(reader.balances());
    expect(error).toBeInstanceOf(ProviderError);
    expect(error.code).toBe('unauthorized');
    expect(JSON.stringify([error.message, error.stack, error.cause])).not.toMatch(/rk_test|Invalid API Key/);
  });

  const body = (code: string) => JSON.stringify({ error: { code, message: `leaked ${STRIPE_KEY}` } });

  test.each<
    [string, { status: number; body?: string; headers?: Record<string, string> }, { code: string; retry_after_ms?: number | null }]
  >([
    ['403', { status: 403 }, { code: 'missing_scope' }],
    ['429 with a pause', { status: 429, headers: { 'retry-after': '7' } }, { code: 'rate_limited', retry_after_ms: 7_000 }],
    [
      '429 with a very long pause',
      { status: 429, headers: { 'retry-after': '999999' } },
      { code: 'rate_limited', retry_after_ms: 3_600_000 },
    ],
    ['429 without a pause', { status: 429 }, { code: 'rate_limited', retry_after_ms: null }],
    ['an expired key', { status: 401, body: body('api_key_expired') }, { code: 'expired' }],
    ['an invalid account', { status: 403, body: body('account_invalid') }, { code: 'account_disabled' }],
    ['an unknown code', { status: 401, body: body('toString') }, { code: 'unauthorized' }],
    ['500', { status: 500, body: body('x') }, { code: 'unreachable' }],
    ['503 without JSON', { status: 503, body: '<html>' }, { code: 'unreachable' }],
    ['400', { status: 400, body: body('parameter_unknown') }, { code: 'bad_answer' }],
    ['a redirect', { status: 302, headers: { location: 'https://a.example' } }, { code: 'bad_answer' }],
    ['a success without JSON', { status: 200, body: '<html>' }, { code: 'bad_answer' }],
    [
      'a success of another form',
      { status: 200, body: '{"available":[{"amount":"1","currency":"eur"}],"pending":[]}' },
      { code: 'bad_answer' },
    ],
    ['an error with the status of a success', { status: 200, body: body('x') }, { code: 'bad_answer' }],
    ['an answer above 8 MiB', { status: 200, body: `"${'x'.repeat(8_388_608)}"` }, { code: 'bad_answer' }],
  ])('after %s has a code', async (_, fault, expected) => {
    server.fail(fault);
    const error = await errorOf(reader.balances());
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject(expected);
    expect(error.message).toMatch(/^[A-Z].*\.$/);
    expect(error.message).not.toMatch(/leaked|rk_|html/);
    expect(server.requests).toHaveLength(1);
  });

  test('after the deadline is a timeout', async () => {
    server.fail('stuck');
    const error = await errorOf(readerOf(server.url, { signal: AbortSignal.timeout(200) }).balances());
    expect(error).toMatchObject({ code: 'timeout', message: 'Stripe did not answer in time.' });
  });

  test('at an address without a server, or at a private one, is unreachable', async () => {
    await server.close();
    expect(await errorOf(reader.balances())).toMatchObject({ code: 'unreachable', message: 'Stripe cannot be reached.' });
    expect(await errorOf(readerOf('http://10.0.0.1').balances())).toMatchObject({ message: 'The address of Stripe is not public.' });
  });
});
