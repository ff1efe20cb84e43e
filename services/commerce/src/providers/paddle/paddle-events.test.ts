import { describe, expect, test } from '@jest/globals';
import type { NewEntry } from '../../provider-port/findings.ts';
import { EventFieldError } from '../../provider-port/provider.ts';
import { readPaddleEvent } from './paddle-events.ts';

const OCCURRED = '2026-09-21T14:13:20.123456Z';
const AT = '2026-09-21T14:13:20.123Z';

const read = (type: string, data: unknown) =>
  readPaddleEvent({ id: 'evt_1', type, body: { event_id: 'evt_1', event_type: type, occurred_at: OCCURRED, data } }, 'live');

/** Returns what movements change in each account. */
function sumsOf(entries: readonly NewEntry[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { debit, credit, amount } of entries.flatMap(({ movements }) => movements)) {
    sums[debit] = (sums[debit] ?? 0) + amount;
    sums[credit] = (sums[credit] ?? 0) - amount;
  }
  return sums;
}

const transaction = {
  id: 'txn_1',
  status: 'completed',
  customer_id: 'ctm_1',
  currency_code: 'USD',
  invoice_id: 'inv_1',
  invoice_number: '123-4567',
  details: {
    totals: { subtotal: '60000', tax: '5325', discount: '0', total: '65325', grand_total: '65325', fee: '3311', earnings: '56689' },
    payout_totals: null,
    line_items: [
      {
        quantity: 10,
        unit_totals: { subtotal: '3000', tax: '266', total: '3266' },
        totals: { subtotal: '30000', tax: '2662', discount: '0', total: '32662' },
        product: { id: 'pro_1', name: 'Analyse' },
      },
      { quantity: 1, totals: { subtotal: '30000', tax: '2663', discount: '0', total: '32663' }, product: null },
    ],
  },
};

const eur = { tax: '5000', grand_total: '61000', fee: '3000', currency_code: 'EUR', exchange_rate: '0.934' };

describe('a transaction', () => {
  test('that completed is a payment with its items', () => {
    expect(read('transaction.completed', transaction)!.facts).toEqual([
      {
        kind: 'payment',
        source_id: 'txn_1',
        order: 'txn_1',
        aliases: ['inv_1'],
        amount: 65_325,
        currency: 'USD',
        at: AT,
        data: { payer_reference: 'ctm_1', number: '123-4567', tax: 5_325 },
      },
      {
        kind: 'lines',
        source_id: 'txn_1',
        order: 'txn_1',
        aliases: ['inv_1'],
        amount: null,
        currency: 'USD',
        at: AT,
        data: {
          payer_reference: 'ctm_1',
          number: '123-4567',
          items: [
            { product: 'pro_1', title: 'Analyse', quantity: 10, unit_amount: 3_000, amount: 32_662, tax: 2_662 },
            { product: null, title: 'Item', quantity: 1, unit_amount: 32_663, amount: 32_663, tax: 2_663 },
          ],
          subtotal: 60_000,
          tax: 5_325,
          discount: 0,
          shipping: 0,
        },
      },
    ]);
  });

  test('changes the balance by what Paddle calls earnings', () => {
    const { entries } = read('transaction.completed', transaction)!;
    expect(entries).toMatchObject([
      { source_id: 'payment:txn_1', category: 'charge', currency: 'USD', gross: 65_325, fee: 3_311, order: 'txn_1', occurred_at: AT },
      { source_id: 'tax:payment:txn_1', category: 'tax', currency: 'USD', gross: -5_325, fee: 0, order: 'txn_1' },
    ]);
    expect(sumsOf(entries!)).toEqual({ balance: 56_689, sales: -60_000, tax: 0, fees: 3_311 });
    expect(Number(transaction.details.totals.earnings)).toBe(56_689);
  });

  test('is entered in the currency of the payout, with its rate', () => {
    const { entries } = read('transaction.completed', { ...transaction, details: { ...transaction.details, payout_totals: eur } })!;
    expect(entries).toMatchObject([
      { currency: 'EUR', exchange_rate: 0.934, gross: 61_000, fee: 3_000 },
      { currency: 'EUR', exchange_rate: 0.934, gross: -5_000 },
    ]);
  });

  test('that failed has the latest attempt as its source', () => {
    const payments = [
      { payment_attempt_id: 'a1', status: 'error', error_code: 'declined', created_at: '2026-09-21T14:00:00Z' },
      { payment_attempt_id: 'a2', status: 'error', error_code: 'expired_card', created_at: '2026-09-21T14:10:00Z' },
      { payment_attempt_id: 'a3', status: 'created', error_code: null, created_at: '2026-09-21T14:11:00Z' },
    ];
    const fact = { source_id: 'a2', order: 'txn_1', currency: 'USD', at: '2026-09-21T14:10:00.000Z' };
    const items = read('transaction.completed', transaction)!.facts![1]!.data.items;
    expect(items).toHaveLength(2);
    expect(read('transaction.payment_failed', { ...transaction, payments })!.facts).toEqual([
      { ...fact, kind: 'payment_failed', amount: 65_325, data: { payer_reference: 'ctm_1', failure_code: 'expired_card' } },
      { ...fact, kind: 'unpaid_lines', amount: null, data: { payer_reference: 'ctm_1', items } },
    ]);
    const { line_items: _, ...details } = transaction.details;
    expect(read('transaction.payment_failed', { ...transaction, details })!.facts).toMatchObject([
      { kind: 'payment_failed', source_id: 'evt_1', data: { failure_code: null } },
      { kind: 'unpaid_lines', source_id: 'evt_1', data: { items: [] } },
    ]);
  });

  test('that was canceled ends its order', () => {
    expect(read('transaction.canceled', transaction)!.facts).toMatchObject([
      { kind: 'canceled', source_id: 'txn_1', amount: null, at: AT },
    ]);
  });
});

const adjustment = {
  id: 'adj_1',
  action: 'refund',
  status: 'approved',
  transaction_id: 'txn_1',
  currency_code: 'USD',
  reason: 'error',
  created_at: OCCURRED,
  totals: { subtotal: '10000', tax: '1000', total: '11000', fee: '550', earnings: '9450' },
  payout_totals: null,
};

describe('an adjustment', () => {
  test('that refunds gives back money, tax and fee', () => {
    const { facts, entries } = read('adjustment.created', adjustment)!;
    expect(facts).toEqual([
      { kind: 'refund', source_id: 'adj_1', order: 'txn_1', amount: 11_000, currency: 'USD', at: AT, data: { reason: 'error' } },
    ]);
    expect(entries).toMatchObject([
      { source_id: 'refund:adj_1', gross: -11_000, fee: -550 },
      { source_id: 'tax:refund:adj_1', gross: 1_000, fee: 0 },
    ]);
    expect(sumsOf(entries!)).toEqual({ balance: -9_450, refunds: 10_000, tax: 0, fees: -550 });
  });

  test('that is a chargeback takes its own fee, and a reversed one ends the same dispute', () => {
    const payout_totals = {
      tax: '1000',
      total: '11000',
      fee: '550',
      currency_code: 'USD',
      chargeback_fee: { amount: '1500', original: null },
    };
    const charged = read('adjustment.updated', { ...adjustment, action: 'chargeback', payout_totals })!;
    const reversed = read('adjustment.created', { ...adjustment, id: 'adj_2', action: 'chargeback_reverse' })!;
    expect(charged.facts).toMatchObject([{ kind: 'dispute', source_id: 'chargeback:txn_1', order: 'txn_1', amount: 11_000 }]);
    expect(reversed.facts).toMatchObject([{ kind: 'dispute_end', source_id: 'chargeback:txn_1', data: { outcome: 'won' } }]);
    expect(charged.entries).toMatchObject([{ source_id: 'dispute:adj_1', category: 'dispute', gross: -11_000, fee: 950 }, {}]);
    expect(sumsOf(charged.entries!)).toEqual({ balance: -10_950, disputes: 10_000, tax: 0, fees: 950 });
    expect(reversed.entries!.map(({ follows }) => follows)).toEqual(
      reversed.entries!.map(() => ({ kind: 'dispute', source_id: 'chargeback:txn_1' })),
    );
    expect(sumsOf(reversed.entries!)).toEqual({ balance: 9_450, disputes: -10_000, tax: 0, fees: 550 });
  });

  test.each([
    { status: 'pending_approval' },
    { status: 'rejected' },
    { status: 'reversed' },
    { action: 'credit' },
    { action: 'chargeback_warning' },
    { action: 'toString' },
  ])('says nothing with %j', (over) => {
    expect(read('adjustment.updated', { ...adjustment, ...over })).toEqual({});
  });
});

test.each([
  ['transaction.completed', transaction],
  ['adjustment.created', adjustment],
])('the entries of %s change the balance by their net', (type, data) => {
  for (const entry of read(type, data)!.entries!) expect(sumsOf([entry]).balance).toBe(entry.gross - entry.fee);
});

test.each(['transaction.updated', 'address.created', 'customer.imported', 'constructor'])('the type %s is not used', (type) => {
  expect(read(type, null)).toBeNull();
});

describe('an event that cannot be read', () => {
  const details = (totals: Record<string, unknown>) => ({
    ...transaction,
    details: { ...transaction.details, totals: { ...transaction.details.totals, ...totals } },
  });

  test.each<[string, string, unknown, string]>([
    ['transaction.completed', 'data.id', { ...transaction, id: undefined }, 'is required'],
    ['transaction.completed', 'data.currency_code', { ...transaction, currency_code: 'XYZ' }, 'unknown_currency'],
    ['transaction.completed', 'data.details.totals.grand_total', details({ grand_total: '-1' }), 'must be a whole number'],
    ['transaction.completed', 'data.details.totals.grand_total', details({ grand_total: '1.5' }), 'must be a whole number'],
    ['transaction.completed', 'data.details.totals.grand_total', details({ grand_total: 15 }), 'must be a string'],
    ['transaction.completed', 'data.details.totals.tax', details({ tax: undefined }), 'is required'],
    ['adjustment.created', 'data.transaction_id', { ...adjustment, transaction_id: null }, 'must be a string'],
    ['customer.created', 'data.id', {}, 'is required'],
    ['product.updated', 'data.name', { id: 'pro_1', status: 'active' }, 'is required'],
    ['payout.paid', 'data.amount', { id: 'pay_1', status: 'paid', currency_code: 'EUR', amount: '-5' }, 'must be a whole number'],
    ['subscription.updated', 'data', null, 'must be an object'],
  ])('%s names %s', (type, path, data, message) => {
    const act = () => read(type, data);
    expect(act).toThrow(EventFieldError);
    expect(act).toThrow(message);
    expect(act).toThrow(expect.objectContaining({ path }));
  });

  test('names a missing time', () => {
    expect(() => readPaddleEvent({ id: 'evt_1', type: 'payout.paid', body: { data: {} } }, 'live')).toThrow('occurred_at is required.');
  });
});
