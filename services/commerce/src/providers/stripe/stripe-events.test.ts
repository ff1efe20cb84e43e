import { describe, expect, test } from '@jest/globals';
import { AT, BEFORE, CREATED, dispute, intent, readLive as read, refund, session } from '../../../test/fixtures/stripe-event-objects.ts';
import { readStripeEvent } from './stripe-events.ts';

const transactions = { kind: 'transactions', reference: AT, delay_ms: 2_000 };

describe('a payment intent', () => {
  test('that succeeded is a payment; its items and its balance transaction are read next', () => {
    expect(read('payment_intent.succeeded', intent)).toEqual({
      facts: [
        {
          kind: 'payment',
          source_id: 'pi_1',
          order: 'pi_1',
          aliases: ['ch_1'],
          amount: 4_900,
          currency: 'EUR',
          at: AT,
          data: { payer: { email: 'ada@example.com' }, description: 'Two lamps' },
        },
      ],
      pulls: [{ kind: 'order', reference: 'pi_1' }, transactions],
    });
  });

  test('may have an expanded charge, no charge, no email and no description', () => {
    const fact = (over: Record<string, unknown>) => read('payment_intent.succeeded', { ...intent, ...over })!.facts![0]!;
    expect(fact({ latest_charge: { id: 'ch_2', object: 'charge' } }).aliases).toEqual(['ch_2']);
    expect(fact({ latest_charge: null }).aliases).toEqual([]);
    expect(fact({ receipt_email: null, description: undefined }).data).toEqual({ payer: null, description: null });
    expect(fact({ receipt_email: 'not an address' }).data.payer).toBeNull();
  });

  test.each([
    ['jpy', 'JPY'],
    ['kwd', 'KWD'],
    ['huf', 'HUF'],
    ['isk', 'ISK'],
    ['ugx', 'UGX'],
    ['mga', 'MGA'],
  ])('in %s has the amount in the smallest unit that Stripe names', (currency, code) => {
    expect(read('payment_intent.succeeded', { ...intent, currency, amount_received: 500 })!.facts).toMatchObject([
      { currency: code, amount: 500 },
    ]);
  });

  test('that failed has the charge as its source, which differs for each attempt', () => {
    const failed = (over: Record<string, unknown>) => {
      const { facts, pulls } = read('payment_intent.payment_failed', { ...intent, amount_received: 0, ...over })!;
      expect(pulls).toEqual([{ kind: 'order', reference: 'pi_1' }]);
      return facts![0]!;
    };
    const error = {
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      charge: 'ch_9',
      payment_method: { billing_details: { email: 'bob@example.com', name: 'Bob', phone: null } },
    };
    expect(failed({ last_payment_error: error })).toEqual({
      kind: 'payment_failed',
      source_id: 'ch_9',
      order: 'pi_1',
      amount: 4_900,
      currency: 'EUR',
      at: AT,
      data: { payer: { email: 'bob@example.com', name: 'Bob' }, failure_code: 'insufficient_funds', awaits_lines: true },
    });
    // The latest charge is that of an earlier attempt.
    expect(failed({ last_payment_error: { code: 'payment_intent_authentication_failure' } })).toMatchObject({
      source_id: 'evt_1',
      data: { failure_code: 'payment_intent_authentication_failure' },
    });
    expect(failed({ last_payment_error: null, latest_charge: null })).toMatchObject({ source_id: 'evt_1', data: { failure_code: null } });
  });

  test('that was canceled ends its order', () => {
    const canceled = { ...intent, canceled_at: CREATED - 10, cancellation_reason: 'abandoned' };
    expect(read('payment_intent.canceled', canceled)).toEqual({
      facts: [
        { kind: 'canceled', source_id: 'pi_1', order: 'pi_1', amount: null, currency: null, at: BEFORE, data: { reason: 'abandoned' } },
      ],
    });
  });
});

describe('a refund', () => {
  test.each(['refund.created', 'refund.updated', 'charge.refund.updated'])('that succeeded is a fact of %s', (type) => {
    expect(read(type, refund)).toEqual({
      facts: [
        {
          kind: 'refund',
          source_id: 're_1',
          order: 'pi_1',
          aliases: ['ch_1'],
          amount: 1_000,
          currency: 'EUR',
          at: BEFORE,
          data: { reason: 'requested_by_customer' },
        },
      ],
      pulls: [transactions],
    });
  });

  test('of a charge without a payment intent has the charge as its order', () => {
    expect(read('refund.created', { ...refund, payment_intent: null })!.facts).toMatchObject([{ order: 'ch_1', aliases: [] }]);
  });

  const updated = (type: string, over: Record<string, unknown>, previous: Record<string, unknown>) =>
    read(type, null, { data: { object: { ...refund, ...over }, previous_attributes: previous } });

  test('that failed is a failed refund of the event about that', () => {
    const failed = { status: 'failed', failure_reason: 'expired_or_canceled_card' };
    expect(read('refund.failed', { ...refund, ...failed })).toMatchObject({
      facts: [{ kind: 'refund_failed', source_id: 're_1', amount: 1_000, at: AT, data: { failure_code: 'expired_or_canceled_card' } }],
      pulls: [transactions],
    });
    for (const type of ['refund.updated', 'charge.refund.updated']) expect(updated(type, failed, { status: 'succeeded' })).toEqual({});
  });

  test('that was canceled is a failed refund of the event that changed its status', () => {
    const canceled = { status: 'canceled' };
    expect(updated('refund.updated', canceled, { status: 'requires_action' })!.facts).toMatchObject([
      { kind: 'refund_failed', source_id: 're_1', at: AT, data: { failure_code: 'canceled' } },
    ]);
    expect(updated('refund.updated', canceled, { metadata: {} })).toEqual({});
    expect(updated('charge.refund.updated', canceled, { status: 'requires_action' })).toEqual({});
  });

  test.each(['pending', 'requires_action', null])('in the state %s says nothing yet', (status) => {
    expect(read('refund.updated', { ...refund, status })).toEqual({});
  });
});

describe('a dispute', () => {
  const inquiry = { ...dispute, status: 'warning_needs_response' };
  const withdrawal = { amount: -4_900, created: CREATED - 9 };
  const escalated = { ...dispute, created: CREATED - 864_000, balance_transactions: [withdrawal] };
  const updated = (object: Record<string, unknown>, previous: Record<string, unknown>) =>
    read('charge.dispute.updated', null, { data: { object, previous_attributes: previous } });

  const fact = {
    kind: 'dispute',
    source_id: 'dp_1',
    order: 'pi_1',
    aliases: ['ch_1'],
    amount: 4_900,
    currency: 'EUR',
    at: BEFORE,
    data: { reason: 'fraudulent', due_at: AT },
  };

  test('has the time until which evidence can be sent', () => {
    expect(read('charge.dispute.created', dispute)).toEqual({ facts: [fact], pulls: [transactions] });
  });

  test('is the same fact when its money is withdrawn', () => {
    expect(read('charge.dispute.funds_withdrawn', { ...dispute, balance_transactions: [withdrawal] })).toEqual({
      facts: [fact],
      pulls: [transactions],
    });
  });

  test('says nothing more when evidence is sent, and its money may come back', () => {
    expect(updated({ ...dispute, status: 'under_review', balance_transactions: [withdrawal] }, { status: 'needs_response' })).toEqual({});
    expect(read('charge.dispute.funds_reinstated', { ...dispute, status: 'won' })).toEqual({ pulls: [transactions] });
  });

  test.each(['warning_needs_response', 'warning_under_review', 'prevented'])(
    'in the state %s takes no money, and is not a dispute yet',
    (status) => {
      expect(read('charge.dispute.created', { ...dispute, status })).toEqual({});
      expect(updated({ ...dispute, status }, { status: 'warning_needs_response' })).toEqual({});
    },
  );

  test.each(['warning_needs_response', 'warning_under_review'])('begins when an inquiry in the state %s escalates', (status) => {
    const begun = { facts: [{ ...fact, at: '2026-09-21T14:13:11.000Z' }], pulls: [transactions] };
    expect(updated(escalated, { status })).toEqual(begun);
    expect(read('charge.dispute.funds_withdrawn', escalated)).toEqual(begun);
    // The event about the withdrawal follows.
    expect(updated({ ...escalated, balance_transactions: [] }, { status })).toEqual({});
  });

  test.each([
    ['won', 'won'],
    ['lost', 'lost'],
    ['prevented', 'won'],
  ])('closed as %s is %s', (status, outcome) => {
    expect(read('charge.dispute.closed', { ...dispute, status })!.facts).toMatchObject([
      { kind: 'dispute_end', source_id: 'dp_1', at: AT, data: { outcome } },
    ]);
  });

  test('that was an inquiry until its end says nothing', () => {
    expect(read('charge.dispute.closed', { ...inquiry, status: 'warning_closed' })).toEqual({});
  });

  test('closed in another state is an error', () => {
    expect(() => read('charge.dispute.closed', dispute)).toThrow('data.object.status must be that of a closed dispute.');
  });
});

describe('a checkout session', () => {
  test.each(['checkout.session.completed', 'checkout.session.async_payment_succeeded'])('of %s asks for the items of its order', (type) => {
    expect(read(type, session)).toEqual({ pulls: [{ kind: 'order', reference: 'pi_1' }] });
  });

  test('without anything to pay is an order and a payment of 0', () => {
    const free = { ...session, payment_intent: null, amount_total: 0, client_reference_id: 'A-7' };
    expect(read('checkout.session.completed', free)).toEqual({
      facts: [
        {
          kind: 'payment',
          source_id: 'cs_test_1',
          order: 'cs_test_1',
          aliases: [],
          amount: 0,
          currency: 'EUR',
          at: AT,
          data: { payer: { email: 'ada@example.com' }, number: 'A-7' },
        },
      ],
      pulls: [{ kind: 'order', reference: 'cs_test_1' }],
    });
  });

  test('of a subscription asks for its invoice, and one that only saves a card says nothing', () => {
    const subscribed = { ...session, payment_intent: null, invoice: 'in_1' };
    expect(read('checkout.session.completed', subscribed)).toEqual({ pulls: [{ kind: 'invoice', reference: 'in_1' }] });
    const setup = { ...session, payment_intent: null, amount_total: null, currency: null };
    expect(read('checkout.session.completed', setup)).toEqual({ pulls: [] });
  });
});

test.each([
  ['invoice.paid', 'in_1', [{ kind: 'invoice', reference: 'in_1' }]],
  ['invoice.finalized', 'in_1', [{ kind: 'invoice', reference: 'in_1' }]],
  ['customer.subscription.deleted', 'sub_1', [{ kind: 'subscription', reference: 'sub_1' }]],
  ['product.updated', 'prod_1', [{ kind: 'product', reference: 'prod_1' }]],
  ['price.created', 'price_1', [{ kind: 'price', reference: 'price_1' }]],
  ['payout.paid', 'po_1', [{ kind: 'payout', reference: 'po_1' }, transactions]],
])('%s asks for the present state of %s', (type, id, pulls) => {
  expect(read(type, { id })).toEqual({ pulls });
});

test('a deleted product or price is inactive, since it can no longer be read', () => {
  expect(read('product.deleted', { id: 'prod_1', name: 'Lamp', description: null, active: true })).toEqual({
    products: [{ reference: 'prod_1', title: 'Lamp', description: null, active: false }],
    observed_at: AT,
  });
  const price = {
    id: 'price_1',
    product: 'prod_1',
    currency: 'eur',
    unit_amount: 900,
    recurring: { interval: 'month', interval_count: 3 },
  };
  expect(read('price.deleted', price)).toEqual({
    prices: [
      { reference: 'price_1', product: 'prod_1', active: false, currency: 'EUR', unit_amount: 900, interval: 'month', interval_count: 3 },
    ],
    observed_at: AT,
  });
});

test.each([
  'charge.succeeded',
  'customer.created',
  'invoice.upcoming',
  'invoice_payment.paid',
  'v2.core.account.updated',
  'constructor',
  '',
])('the type %j is not used, with any body', (type) => {
  expect(readStripeEvent({ id: 'evt_1', type, body: null }, 'live')).toBeNull();
});
