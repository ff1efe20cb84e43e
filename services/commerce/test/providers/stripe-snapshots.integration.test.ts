import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ProviderReader } from '../../src/provider-port/provider.ts';
import { readerOf } from '../fixtures/stripe-reading.ts';
import { type StripeServer, startStripeServer } from '../fixtures/stripe-server.ts';

const NOW = Date.parse('2026-09-21T14:00:00Z');
const AT = '2026-09-21T14:00:00.000Z';
const NEXT_MONTH = '2026-10-21T14:00:00.000Z';

let server: StripeServer;
let reader: ProviderReader;

beforeEach(async () => {
  server = await startStripeServer({ now: () => NOW });
  reader = readerOf(server.url);
});

afterEach(() => server.close());

test('reads a product, and nothing for one that was deleted', async () => {
  const { id } = server.put('product', 'prod', { name: 'Lamp', description: 'Bright', active: true });
  expect(await reader.pull({ kind: 'product', reference: id })).toEqual({
    products: [{ reference: id, title: 'Lamp', description: 'Bright', active: true }],
  });
  server.change(id, { deleted: true });
  expect(await reader.pull({ kind: 'product', reference: id })).toEqual({});
});

test('reads prices that are paid once, regularly, or as the payer chooses', async () => {
  const once = server.put('price', 'price', { product: 'prod_1', active: true, currency: 'kwd', unit_amount: 1_500, recurring: null });
  const yearly = server.put('price', 'price', {
    product: 'prod_1',
    active: false,
    currency: 'eur',
    unit_amount: null,
    recurring: { interval: 'year', interval_count: 1 },
  });
  expect(await reader.pull({ kind: 'price', reference: once.id })).toEqual({
    prices: [
      { reference: once.id, product: 'prod_1', active: true, currency: 'KWD', unit_amount: 1_500, interval: null, interval_count: null },
    ],
  });
  expect(await reader.pull({ kind: 'price', reference: yearly.id })).toMatchObject({
    prices: [{ active: false, unit_amount: null, interval: 'year', interval_count: 1 }],
  });
});

test('reads an invoice with the order of its payment, which only its payments name', async () => {
  const item = { product: 'prod_1', title: 'Lamp', quantity: 1, unit_amount: 900 };
  const { intent, invoice } = server.pay({
    amount: 900,
    currency: 'eur',
    via: 'invoice',
    items: [item],
    email: 'ada@example.com',
    name: 'Ada',
  });
  server.change(invoice!.id, { parent: { subscription_details: { subscription: 'sub_1' } } });
  expect(await reader.pull({ kind: 'invoice', reference: invoice!.id })).toEqual({
    invoices: [
      {
        reference: invoice!.id,
        number: 'INV-1',
        status: 'paid',
        payer: { email: 'ada@example.com', name: 'Ada' },
        subscription: 'sub_1',
        order: intent.id,
        currency: 'EUR',
        amount: 900,
        paid: 900,
        issued_at: AT,
        due_at: null,
        paid_at: AT,
      },
    ],
  });
});

describe('a subscription', () => {
  function subscribe(over: Readonly<Record<string, unknown>> = {}) {
    const customer = server.put('customer', 'cus', { email: 'ada@example.com', name: 'Ada', phone: null });
    const product = server.put('product', 'prod', { name: 'Lamp club', description: null, active: true });
    const price = { id: 'price_1', product: product.id, unit_amount: 900, recurring: { interval: 'month', interval_count: 1 } };
    const item = { id: 'si_1', quantity: 3, current_period_end: Date.parse(NEXT_MONTH) / 1_000, price };
    return server.put('subscription', 'sub', {
      status: 'active',
      currency: 'eur',
      customer: customer.id,
      start_date: NOW / 1_000,
      cancel_at: null,
      ended_at: null,
      cancellation_details: null,
      items: { data: [item] },
      ...over,
    });
  }

  test('has its customer and the name of its product', async () => {
    const { id } = subscribe();
    expect(await reader.pull({ kind: 'subscription', reference: id })).toEqual({
      subscriptions: [
        {
          reference: id,
          status: 'active',
          payer: { email: 'ada@example.com', name: 'Ada' },
          product: expect.stringMatching(/^prod_/),
          product_title: 'Lamp club',
          quantity: 3,
          currency: 'EUR',
          amount: 2_700,
          interval: 'month',
          interval_count: 1,
          started_at: AT,
          period_end: NEXT_MONTH,
          ends_at: null,
          ended_at: null,
          end_reason: null,
        },
      ],
    });
  });

  test.each([
    ['canceled', 'ended'],
    ['incomplete_expired', 'ended'],
    ['past_due', 'past_due'],
    ['trialing', 'trialing'],
    ['paused', 'paused'],
    ['unpaid', 'unpaid'],
    ['incomplete', 'incomplete'],
  ])('that is %s is %s', async (given, status) => {
    const { id } = subscribe({ status: given, ended_at: NOW / 1_000, cancellation_details: { reason: 'payment_failed' } });
    expect(await reader.pull({ kind: 'subscription', reference: id })).toMatchObject({
      subscriptions: [{ status, ended_at: AT, end_reason: given === 'incomplete_expired' ? given : 'payment_failed' }],
    });
  });
});

describe('a payout', () => {
  test('that is automatic has the ids of what it pays out, without its own', async () => {
    const first = server.pay({ amount: 900, currency: 'eur' }).transaction.id;
    const second = server.pay({ amount: 100, currency: 'eur' }).transaction.id;
    const { payout } = server.payout(1_000, 'eur', [first, second]);
    expect(await reader.pull({ kind: 'payout', reference: payout.id })).toEqual({
      payouts: [
        {
          reference: payout.id,
          status: 'paid',
          currency: 'EUR',
          amount: 1_000,
          arrival_at: AT,
          failure_code: null,
          transactions: [second, first],
        },
      ],
    });
  });

  test('that was made by hand has no list, and none is asked for', async () => {
    const { payout } = server.payout(1_000, 'eur');
    server.change(payout.id, { status: 'failed', failure_code: 'account_closed' });
    const { payouts } = await reader.pull({ kind: 'payout', reference: payout.id });
    expect(payouts).toMatchObject([{ status: 'failed', failure_code: 'account_closed' }]);
    expect(payouts![0]).not.toHaveProperty('transactions');
    expect(server.requests.map(({ path }) => path)).toEqual([`/v1/payouts/${payout.id}`]);
  });
});
