import { expect, test } from '@jest/globals';
import { countsOf, differentFacts, factsBySource } from '../../../test/fixtures/same-facts.ts';
import { readSignedEvent } from './signed-events.ts';

/** An event by its type and its data. */
type Sent = readonly [type: string, data: Record<string, unknown>];

/** Reads events as a shop sends them, and all of them once more with other ids, as a shop does that lost its own records. */
const readAll = (sent: readonly Sent[]) =>
  factsBySource(
    ['first', 'second'].flatMap((round) =>
      sent.map(([type, data], index) => readSignedEvent({ id: `${round}-${index}`, type, body: { type, data } }, 'live')),
    ),
  );

const at = (minute: number): string => `2026-09-21T14:${String(minute).padStart(2, '0')}:00Z`;

const money = { currency: 'EUR', amount_cents: 4_900 };
const order = { order_id: '1001', ...money };
const paid = { ...order, paid_at: at(3), items: [{ title: 'Lamp', quantity: 1, unit_amount_cents: 4_900, amount_cents: 4_900 }] };

test('an order with a refund that fails, and a dispute', () => {
  const facts = readAll([
    ['order.paid', paid],
    ['order.refunded', { ...order, refund_id: 'r1', amount_cents: 900, refunded_at: at(4), reason: 'broken' }],
    ['refund.failed', { ...order, refund_id: 'r1', amount_cents: 900, failed_at: at(5) }],
    ['order.disputed', { ...order, dispute_id: 'd1', disputed_at: at(6), due_at: at(50) }],
    ['dispute.closed', { ...order, dispute_id: 'd1', outcome: 'won', closed_at: at(9) }],
  ]);
  expect(differentFacts(facts)).toEqual([]);
  expect(countsOf(facts)).toEqual({
    'payment 1001': 2,
    'lines 1001': 2,
    'refund r1': 2,
    'refund_failed r1': 2,
    'dispute d1': 2,
    'dispute_end d1': 2,
  });
});

test('the order of an invoice that failed twice and is paid then, and one that is canceled', () => {
  const invoice = { invoice_id: 'i1', subscription_id: 's1', order_id: '1001', ...money };
  const facts = readAll([
    ['invoice.updated', { ...invoice, status: 'open', updated_at: at(1) }],
    ['payment.failed', { ...order, failed_at: at(1), failure_code: 'declined' }],
    ['payment.failed', { ...order, failed_at: at(2), failure_code: 'expired_card' }],
    ['order.paid', paid],
    ['invoice.updated', { ...invoice, status: 'paid', paid_at: at(3), updated_at: at(3) }],
    ['order.canceled', { order_id: '1002', canceled_at: at(4) }],
  ]);
  expect(differentFacts(facts)).toEqual([]);
  // A failure has no id in the shop, so each webhook is one.
  expect(countsOf(facts)).toEqual({
    'payment_failed first-1': 1,
    'payment_failed first-2': 1,
    'payment_failed second-1': 1,
    'payment_failed second-2': 1,
    'payment 1001': 2,
    'lines 1001': 2,
    'canceled 1002': 2,
  });
});

test('an order that is sent again with another amount differs, and the first one is stored', () => {
  const facts = readAll([
    ['order.paid', paid],
    ['order.paid', { ...paid, amount_cents: 5_000 }],
  ]);
  expect(differentFacts(facts).map(([key]) => key)).toContain('payment 1001');
});
