import { describe, expect, test } from '@jest/globals';
import { readPaddleEvent } from './paddle-events.ts';

const AT = '2026-09-21T14:13:20.000Z';

const read = (type: string, data: unknown) =>
  readPaddleEvent({ id: 'evt_1', type, body: { event_id: 'evt_1', event_type: type, occurred_at: AT, data } }, 'live');

test.each(['customer.created', 'customer.updated'])('%s names the payer of transactions and subscriptions', (type) => {
  expect(read(type, { id: 'ctm_1', name: 'Ada', email: 'ada@example.com' })).toEqual({
    observed_at: AT,
    payers: [{ reference: 'ctm_1', payer: { email: 'ada@example.com', name: 'Ada' } }],
  });
  expect(read(type, { id: 'ctm_1', name: 'Ada', email: null })).toEqual({ observed_at: AT, payers: [] });
});

test('a product is active or archived', () => {
  const product = { id: 'pro_1', name: 'Analyse', description: null, status: 'active' };
  expect(read('product.created', product)).toEqual({
    observed_at: AT,
    products: [{ reference: 'pro_1', title: 'Analyse', description: null, active: true }],
  });
  expect(read('product.updated', { ...product, status: 'archived' })!.products).toMatchObject([{ active: false }]);
});

test('a price is paid once or regularly', () => {
  const price = { id: 'pri_1', product_id: 'pro_1', status: 'active', unit_price: { amount: '3000', currency_code: 'USD' } };
  expect(read('price.created', { ...price, billing_cycle: { interval: 'month', frequency: 3 } })!.prices).toEqual([
    { reference: 'pri_1', product: 'pro_1', active: true, currency: 'USD', unit_amount: 3_000, interval: 'month', interval_count: 3 },
  ]);
  expect(read('price.updated', { ...price, billing_cycle: null })!.prices).toMatchObject([{ interval: null, interval_count: null }]);
});

describe('a subscription', () => {
  const price = { product_id: 'pro_1', description: 'Monthly', name: 'Monthly', unit_price: { amount: '3000', currency_code: 'USD' } };
  const subscription = {
    id: 'sub_1',
    status: 'active',
    customer_id: 'ctm_1',
    currency_code: 'USD',
    started_at: '2026-08-21T14:13:20Z',
    canceled_at: null,
    current_billing_period: { starts_at: AT, ends_at: '2026-10-21T14:13:20Z' },
    billing_cycle: { interval: 'month', frequency: 1 },
    scheduled_change: null,
    items: [
      { quantity: 2, price, product: { name: 'Analyse' } },
      { quantity: 1, price, product: null },
    ],
  };

  test('has the amount of all its items and the first product', () => {
    expect(read('subscription.activated', subscription)).toEqual({
      observed_at: AT,
      subscriptions: [
        {
          reference: 'sub_1',
          status: 'active',
          payer: null,
          payer_reference: 'ctm_1',
          product: 'pro_1',
          product_title: 'Analyse',
          quantity: 2,
          currency: 'USD',
          amount: 9_000,
          interval: 'month',
          interval_count: 1,
          started_at: '2026-08-21T14:13:20.000Z',
          period_end: '2026-10-21T14:13:20.000Z',
          ends_at: null,
          ended_at: null,
          end_reason: null,
        },
      ],
    });
  });

  test('ends when it was canceled, or at the time of a planned cancellation', () => {
    const ended = { ...subscription, status: 'canceled', canceled_at: AT, current_billing_period: null };
    expect(read('subscription.canceled', ended)!.subscriptions).toMatchObject([{ status: 'ended', ended_at: AT, period_end: null }]);
    const change = (action: string) => ({ ...subscription, scheduled_change: { action, effective_at: AT } });
    expect(read('subscription.updated', change('cancel'))!.subscriptions).toMatchObject([{ status: 'active', ends_at: AT }]);
    expect(read('subscription.updated', change('pause'))!.subscriptions).toMatchObject([{ ends_at: null }]);
  });
});

test('a payout leaves the balance when it was paid', () => {
  const payout = { id: 'pay_1', status: 'unpaid', amount: '10000', currency_code: 'EUR' };
  const created = read('payout.created', payout)!;
  expect(created.payouts).toEqual([
    { reference: 'pay_1', status: 'in_transit', currency: 'EUR', amount: 10_000, arrival_at: null, failure_code: null },
  ]);
  expect(created.entries).toEqual([]);
  const paid = read('payout.paid', { ...payout, status: 'paid' })!;
  expect(paid.payouts).toMatchObject([{ status: 'paid', arrival_at: AT }]);
  expect(paid.entries).toMatchObject([
    { source_id: 'payout:pay_1', gross: -10_000, movements: [{ debit: 'bank', credit: 'balance', amount: 10_000 }] },
  ]);
});
