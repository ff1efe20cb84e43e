import { expect, test } from '@jest/globals';
import { countsOf, differentFacts, factsBySource } from '../../../test/fixtures/same-facts.ts';
import { readPaddleEvent } from './paddle-events.ts';

const timeOf = (minute: number): string => `2026-09-21T14:${String(minute).padStart(2, '0')}:00.123456Z`;

/** An event by its type, its data and the minute at which it happened. */
type Sent = readonly [type: string, data: Record<string, unknown>, minute: number];

/** Reads events as Paddle sends them, each of them also once more as a replay. */
const readAll = (sent: readonly Sent[]) =>
  factsBySource(
    [...sent, ...sent.toReversed()].map(([type, data, minute]) => {
      const id = `evt_${type}_${minute}`;
      return readPaddleEvent({ id, type, body: { event_id: id, event_type: type, occurred_at: timeOf(minute), data } }, 'live');
    }),
  );

const lamp = {
  quantity: 1,
  unit_totals: { subtotal: '4118' },
  totals: { tax: '782', total: '4900' },
  product: { id: 'pro_1', name: 'Lamp' },
};

const transaction = (id: string, over: Record<string, unknown> = {}) => ({
  id,
  customer_id: 'ctm_1',
  currency_code: 'EUR',
  invoice_id: null,
  invoice_number: null,
  details: {
    totals: { subtotal: '4118', tax: '782', discount: '0', grand_total: '4900', fee: '295' },
    payout_totals: null,
    line_items: [lamp],
  },
  ...over,
});

const adjustment = (id: string, action: string, status: string, created: number) => ({
  id,
  action,
  status,
  transaction_id: 'txn_1',
  currency_code: 'EUR',
  reason: 'error',
  created_at: timeOf(created),
  totals: { tax: '160', total: '1000', fee: '60' },
  payout_totals: null,
});

test('an order with refunds that are approved later, a chargeback and its reversal', () => {
  const facts = readAll([
    ['transaction.completed', transaction('txn_1'), 1],
    ['adjustment.created', adjustment('adj_1', 'refund', 'pending_approval', 2), 2],
    ['adjustment.updated', adjustment('adj_1', 'refund', 'approved', 2), 5],
    ['adjustment.updated', adjustment('adj_1', 'refund', 'approved', 2), 9],
    ['adjustment.created', adjustment('adj_2', 'chargeback_warning', 'approved', 10), 10],
    ['adjustment.created', adjustment('adj_3', 'chargeback', 'approved', 11), 11],
    ['adjustment.updated', adjustment('adj_3', 'chargeback', 'approved', 11), 12],
    ['adjustment.updated', adjustment('adj_3', 'chargeback', 'reversed', 11), 20],
    ['adjustment.created', adjustment('adj_4', 'chargeback_reverse', 'approved', 20), 20],
    ['adjustment.updated', adjustment('adj_4', 'chargeback_reverse', 'approved', 20), 21],
  ]);
  expect(differentFacts(facts)).toEqual([]);
  expect(countsOf(facts)).toEqual({
    'payment txn_1': 2,
    'lines txn_1': 2,
    'refund adj_1': 4,
    'dispute chargeback:txn_1': 4,
    'dispute_end chargeback:txn_1': 4,
  });
});

test('the transaction of a subscription that failed twice and is paid then', () => {
  const failedAt = (id: string, minute: number, status = 'error') => ({
    payment_attempt_id: id,
    status,
    error_code: status === 'error' ? 'declined' : null,
    created_at: timeOf(minute),
  });
  const renewal = (payments: readonly unknown[]) => transaction('txn_2', { subscription_id: 'sub_1', payments });
  const facts = readAll([
    ['transaction.payment_failed', renewal([failedAt('a1', 1), failedAt('a2', 2, 'created')]), 2],
    ['transaction.payment_failed', renewal([failedAt('a2', 2), failedAt('a1', 1)]), 3],
    // An event that comes late lists a later attempt.
    ['transaction.payment_failed', renewal([failedAt('a2', 2), failedAt('a1', 1)]), 4],
    ['transaction.completed', transaction('txn_2', { subscription_id: 'sub_1' }), 9],
  ]);
  expect(differentFacts(facts)).toEqual([]);
  expect(countsOf(facts)).toEqual({
    'payment_failed a1': 2,
    'unpaid_lines a1': 2,
    'payment_failed a2': 4,
    'unpaid_lines a2': 4,
    'payment txn_2': 2,
    'lines txn_2': 2,
  });
});
