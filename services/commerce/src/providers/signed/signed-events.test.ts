import { describe, expect, test } from '@jest/globals';
import { EventFieldError } from '../../provider-port/provider.ts';
import { signedAdapter } from './signed-adapter.ts';
import { readSignedEvent } from './signed-events.ts';

const AT = '2026-09-21T14:13:20.000Z';
const money = { currency: 'EUR', amount_cents: 4_900 };

const read = (type: string, data: unknown) => readSignedEvent({ id: 'msg_1', type, body: { type, data } }, 'live');

const paid = {
  order_id: '1001',
  number: 'A-1001',
  ...money,
  tax_cents: 782,
  discount_cents: 100,
  shipping_cents: 400,
  fee_cents: 150,
  paid_at: '2026-09-21T16:13:20+02:00',
  description: 'Two lamps',
  customer: { email: 'ada@example.com', name: 'Ada' },
  items: [{ product_id: 'lamp', title: 'Lamp', quantity: 2, unit_amount_cents: 2_250, amount_cents: 4_500, tax_cents: 718 }],
};

describe('order.paid', () => {
  test('is a payment, its items, and an entry with tax and fee', () => {
    const payer = { email: 'ada@example.com', name: 'Ada' };
    const fact = { source_id: '1001', order: '1001', currency: 'EUR', at: AT };
    const data = { payer, number: 'A-1001', description: 'Two lamps' };
    const items = [{ product: 'lamp', title: 'Lamp', quantity: 2, unit_amount: 2_250, amount: 4_500, tax: 718 }];
    expect(read('order.paid', paid)).toEqual({
      facts: [
        { ...fact, kind: 'payment', amount: 4_900, data },
        { ...fact, kind: 'lines', amount: null, data: { ...data, items, subtotal: 3_818, tax: 782, discount: 100, shipping: 400 } },
      ],
      entries: [
        {
          source_id: 'payment:1001',
          category: 'charge',
          currency: 'EUR',
          gross: 4_900,
          fee: 150,
          exchange_rate: null,
          order: '1001',
          occurred_at: AT,
          available_at: null,
          movements: [
            { debit: 'balance', credit: 'sales', amount: 4_118 },
            { debit: 'balance', credit: 'tax', amount: 782 },
            { debit: 'fees', credit: 'balance', amount: 150 },
          ],
        },
      ],
    });
  });

  test('needs an id, an amount and a time only', () => {
    const { facts, entries } = read('order.paid', { order_id: '1', currency: 'JPY', amount_cents: 0, paid_at: AT })!;
    expect(facts).toMatchObject([
      { kind: 'payment', amount: 0, currency: 'JPY', data: { payer: null } },
      { kind: 'lines', data: { items: [], subtotal: 0 } },
    ]);
    expect(entries).toMatchObject([{ gross: 0, fee: 0, movements: [] }]);
  });

  test.each(['JPY', 'KWD', 'HUF', 'ISK', 'UGX', 'MGA'])('in %s has the amount in the smallest unit', (currency) => {
    expect(read('order.paid', { ...paid, currency })!.facts).toMatchObject([{ currency, amount: 4_900 }, {}]);
  });
});

test('refunds and disputes leave the balance, and come back when they fail or are won', () => {
  const refund = { order_id: '1001', refund_id: 'r1', ...money };
  const dispute = { order_id: '1001', dispute_id: 'd1', ...money };
  const shown = (type: string, data: unknown) => {
    const { facts, entries } = read(type, data)!;
    const [fact] = facts!;
    return [fact!.kind, fact!.source_id, fact!.data, entries!.map(({ source_id, gross, movements }) => [source_id, gross, movements])];
  };
  const moved = (debit: string, credit: string) => [{ debit, credit, amount: 4_900 }];
  expect(shown('order.refunded', { ...refund, refunded_at: AT, reason: 'broken' })).toEqual([
    'refund',
    'r1',
    { reason: 'broken' },
    [['refund:r1', -4_900, moved('refunds', 'balance')]],
  ]);
  expect(shown('refund.failed', { ...refund, failed_at: AT })).toEqual([
    'refund_failed',
    'r1',
    { failure_code: null },
    [['refund_failed:r1', 4_900, moved('balance', 'refunds')]],
  ]);
  expect(shown('order.disputed', { ...dispute, disputed_at: AT, due_at: AT })).toEqual([
    'dispute',
    'd1',
    { reason: null, due_at: AT },
    [['dispute:d1', -4_900, moved('disputes', 'balance')]],
  ]);
  expect(shown('dispute.closed', { ...dispute, outcome: 'won', closed_at: AT })).toEqual([
    'dispute_end',
    'd1',
    { outcome: 'won' },
    [['dispute_won:d1', 4_900, moved('balance', 'disputes')]],
  ]);
  expect(shown('dispute.closed', { ...dispute, outcome: 'lost', closed_at: AT })).toEqual(['dispute_end', 'd1', { outcome: 'lost' }, []]);
});

test('money comes back with the refund or dispute that took it', () => {
  const refund = { order_id: '1001', refund_id: 'r1', ...money };
  const dispute = { order_id: '1001', dispute_id: 'd1', ...money };
  const followed = (type: string, data: unknown) => read(type, data)!.entries!.map(({ follows }) => follows);
  expect(followed('refund.failed', { ...refund, failed_at: AT })).toEqual([{ kind: 'refund', source_id: 'r1' }]);
  expect(followed('dispute.closed', { ...dispute, outcome: 'won', closed_at: AT })).toEqual([{ kind: 'dispute', source_id: 'd1' }]);
  expect(followed('order.refunded', { ...refund, refunded_at: AT })).toEqual([undefined]);
});

test('a failed payment has the id of its webhook as source, and a canceled order that of the order', () => {
  const failed = {
    order_id: '1001',
    ...money,
    failure_code: 'declined',
    failed_at: AT,
    retry_at: AT,
    customer: { email: 'ada@example.com' },
  };
  expect(read('payment.failed', failed)!.facts).toEqual([
    {
      kind: 'payment_failed',
      source_id: 'msg_1',
      order: '1001',
      amount: 4_900,
      currency: 'EUR',
      at: AT,
      data: { payer: { email: 'ada@example.com' }, failure_code: 'declined', retry_at: AT },
    },
  ]);
  expect(read('order.canceled', { order_id: '1001', canceled_at: AT })!.facts).toEqual([
    { kind: 'canceled', source_id: '1001', order: '1001', amount: null, currency: null, at: AT, data: {} },
  ]);
});

test('a payout that was paid leaves the balance, and comes back if it failed after that', () => {
  expect(read('payout.paid', { payout_id: 'p1', ...money, arrival_at: AT })).toMatchObject({
    payouts: [{ reference: 'p1', status: 'paid', amount: 4_900, arrival_at: AT, failure_code: null }],
    entries: [{ source_id: 'payout:p1', gross: -4_900, occurred_at: AT, movements: [{ debit: 'bank', credit: 'balance', amount: 4_900 }] }],
  });
  const failed = { payout_id: 'p1', ...money, failed_at: AT, failure_code: 'account_closed' };
  expect(read('payout.failed', failed)).toEqual({
    observed_at: AT,
    payouts: [{ reference: 'p1', status: 'failed', currency: 'EUR', amount: 4_900, arrival_at: null, failure_code: 'account_closed' }],
    entries: [],
  });
  expect(read('payout.failed', { ...failed, was_paid: true })).toMatchObject({
    entries: [{ source_id: 'payout_failed:p1', gross: 4_900, movements: [{ debit: 'balance', credit: 'bank', amount: 4_900 }] }],
  });
});

test.each(['order.created', 'constructor', ''])('the type %j is not used', (type) => {
  expect(read(type, null)).toBeNull();
});

test.each<[string, string, Record<string, unknown>, string]>([
  ['an absent id', 'data.order_id', { order_id: undefined }, 'is required'],
  ['a negative amount', 'data.amount_cents', { amount_cents: -1 }, 'must be at least 0'],
  ['an amount with decimals', 'data.amount_cents', { amount_cents: 49.5 }, 'must be an integer'],
  ['an amount as text', 'data.amount_cents', { amount_cents: '4900' }, 'must be a number'],
  ['a lower-case currency', 'data.currency', { currency: 'eur' }, 'must be a currency such as EUR'],
  ['an unknown currency', 'data.currency', { currency: 'XYZ' }, 'is the unknown_currency XYZ'],
  ['a time without a zone', 'data.paid_at', { paid_at: '2026-09-21T14:13:20' }, 'must be a time such as'],
  ['a tax above the amount', 'data.tax_cents', { tax_cents: 4_901 }, 'must be at most data.amount_cents'],
  ['an invalid email', 'data.customer.email', { customer: { email: 'ada' } }, 'must be an email address'],
  ['an item of nothing', 'data.items.0.quantity', { items: [{ ...paid.items[0], quantity: 0 }] }, 'must be more than 0'],
  ['more than 1,000 items', 'data.items', { items: Array.from({ length: 1_001 }, () => paid.items[0]) }, 'must have at most 1000 entries'],
  ['an unknown field', 'data.total', { total: 1 }, 'is not a field'],
])('an order with %s names %s', (_, path, over, message) => {
  const act = () => read('order.paid', { ...paid, ...over });
  expect(act).toThrow(EventFieldError);
  expect(act).toThrow(message);
  expect(act).toThrow(expect.objectContaining({ path }));
});

test('a field next to type and data is an error', () => {
  const body = { type: 'order.paid', data: paid, version: 2 };
  expect(() => readSignedEvent({ id: 'msg_1', type: 'order.paid', body }, 'live')).toThrow('version is not a field');
});

test('takes no secret, since it is made here', () => {
  expect(signedAdapter.secretErrors({})).toEqual([]);
  expect(signedAdapter.secretErrors({ secret: 'x', webhook_secret: 'y' })).toMatchObject([{ path: 'secret' }, { path: 'webhook_secret' }]);
  expect(signedAdapter.reader).toBeNull();
});
