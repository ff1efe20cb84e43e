import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Fact, Findings, NewEntry } from '../../src/provider-port/findings.ts';
import type { ProviderReader } from '../../src/provider-port/provider.ts';
import { readerOf } from '../fixtures/stripe-reading.ts';
import { type StripeServer, startStripeServer } from '../fixtures/stripe-server.ts';

const START = Date.parse('2026-09-21T14:00:00Z');
const SINCE = '2026-09-21T14:00:00.000Z';

let now = START;
let server: StripeServer;
let reader: ProviderReader;

beforeEach(async () => {
  now = START;
  server = await startStripeServer({ now: () => now });
  reader = readerOf(server.url);
});

afterEach(() => server.close());

const lamp = { product: 'prod_lamp', title: 'Lamp', quantity: 2, unit_amount: 2_000, tax: 380 };
const shade = { product: 'prod_shade', title: 'Shade', quantity: 1, unit_amount: 500, tax: 95 };
const sale = {
  amount: 5_175,
  currency: 'eur',
  items: [lamp, shade],
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  phone: '+44 20 7946 0000',
  description: 'Two lamps',
  shipping: 200,
  fee: 100,
};

const linesOf = ({ facts = [] }: Findings) => facts[0]!;

describe('an order', () => {
  test('of a checkout session has its items, totals, payer and further ids', async () => {
    const { intent, charge, session } = server.pay({ ...sale, client_reference_id: 'A-1001' });
    expect(await reader.pull({ kind: 'order', reference: intent.id })).toEqual({
      facts: [
        {
          kind: 'lines',
          source_id: intent.id,
          order: intent.id,
          aliases: [session!.id, charge.id],
          amount: null,
          currency: 'EUR',
          at: SINCE,
          data: {
            payer: { email: 'ada@example.com', name: 'Ada Lovelace', phone: '+44 20 7946 0000' },
            number: 'A-1001',
            description: 'Two lamps',
            items: [
              { product: 'prod_lamp', title: 'Lamp', quantity: 2, unit_amount: 2_000, amount: 4_380, tax: 380 },
              { product: 'prod_shade', title: 'Shade', quantity: 1, unit_amount: 500, amount: 595, tax: 95 },
            ],
            subtotal: 4_500,
            tax: 475,
            discount: 0,
            shipping: 200,
          },
        },
      ],
    });
  });

  test('of an invoice has its number, and its items with exclusive tax', async () => {
    const { intent, invoice, charge } = server.pay({ ...sale, via: 'invoice' });
    const { aliases, data } = linesOf(await reader.pull({ kind: 'order', reference: intent.id }));
    expect(aliases).toEqual([charge.id, invoice!.id]);
    expect(data).toMatchObject({ number: 'INV-1', subtotal: 4_500, tax: 475, discount: 0, shipping: 0 });
    expect(data.items).toContainEqual({ product: 'prod_lamp', title: 'Lamp', quantity: 2, unit_amount: 2_000, amount: 4_380, tax: 380 });
  });

  test('of a payment without session and invoice has no items, and no payer without an email', async () => {
    const { intent } = server.pay({ amount: 700, currency: 'jpy' });
    expect(linesOf(await reader.pull({ kind: 'order', reference: intent.id })).data).toEqual({
      payer: null,
      number: null,
      description: null,
      items: [],
    });
  });

  test('of a session without anything to pay is read from the session', async () => {
    const { session } = server.completeFree({ currency: 'eur', items: [{ ...lamp, unit_amount: 0, tax: 0 }], email: 'ada@example.com' });
    const lines = linesOf(await reader.pull({ kind: 'order', reference: session.id }));
    expect(lines).toMatchObject({ order: session.id, aliases: [], data: { payer: { email: 'ada@example.com' }, items: [{ amount: 0 }] } });
  });

  test('with 1,001 items has the first 1,000, read in pages of 100', async () => {
    const items = Array.from({ length: 1_001 }, (_, index) => ({ product: null, title: `Item ${index}`, quantity: 1, unit_amount: 1 }));
    const { intent } = server.pay({ amount: 1_001, currency: 'usd', items });
    const { data } = linesOf(await reader.pull({ kind: 'order', reference: intent.id }));
    expect(data.items).toHaveLength(1_000);
    expect(new Set(data.items!.map(({ title }) => title)).size).toBe(1_000);
    expect(server.requests.filter(({ path }) => path.endsWith('/line_items'))).toHaveLength(10);
  });

  test.each(['session', 'invoice'] as const)('of a %s that is not paid has the items of its latest attempt', async (via) => {
    const order = server.begin({ ...sale, via });
    const { charge: first } = server.decline(order);
    now += 60_000;
    const { charge } = server.decline(order);
    server.decline(order, null);
    const { facts } = await reader.pull({ kind: 'order', reference: order.intent });
    expect(facts).toMatchObject([{ kind: 'unpaid_lines', source_id: charge!.id, order: order.intent, at: '2026-09-21T14:01:00.000Z' }]);
    const [{ aliases, data }] = facts as [Fact];
    expect(aliases).not.toContain(first!.id);
    expect(data).toMatchObject({ payer: { email: 'ada@example.com' }, subtotal: 4_500 });
    expect(data.items!.map(({ product }) => product)).toEqual(['prod_lamp', 'prod_shade']);
    server.succeed(order);
    expect(linesOf(await reader.pull({ kind: 'order', reference: order.intent }))).toMatchObject({ source_id: order.intent, at: SINCE });
  });

  test('that is declined before a charge was made is its own attempt', async () => {
    const order = server.begin({ amount: 700, currency: 'jpy' });
    server.decline(order, null);
    const { facts } = await reader.pull({ kind: 'order', reference: order.intent });
    expect(facts).toMatchObject([{ kind: 'unpaid_lines', source_id: order.intent, at: SINCE, aliases: [], data: { items: [] } }]);
  });

  test('that Stripe does not have says nothing', async () => {
    expect(await reader.pull({ kind: 'order', reference: 'pi_none' })).toEqual({});
  });
});

describe('balance transactions', () => {
  const entries = async (since = SINCE): Promise<readonly NewEntry[]> =>
    (await reader.pull({ kind: 'transactions', reference: since })).entries!;

  test('become ledger entries that name their order, newest first', async () => {
    const { intent } = server.pay(sale);
    const { refund } = server.refund(intent.id, 1_000);
    const { dispute } = server.dispute(intent.id);
    server.closeDispute(dispute.id, 'won');
    server.failRefund(refund.id);
    server.payout(3_000, 'eur');
    const found = await entries();
    expect(found.map(({ category, order, gross, fee }) => [category, order, gross, fee])).toEqual([
      ['payout', null, -3_000, 0],
      ['refund_failure', intent.id, 1_000, 0],
      ['dispute_reversal', intent.id, 5_175, 0],
      ['dispute', intent.id, -5_175, 1_500],
      ['refund', intent.id, -1_000, 0],
      ['charge', intent.id, 5_175, 100],
    ]);
    expect(found.at(-1)).toMatchObject({
      currency: 'EUR',
      exchange_rate: null,
      occurred_at: SINCE,
      available_at: '2026-09-23T14:00:00.000Z',
      movements: [
        { debit: 'balance', credit: 'sales', amount: 5_175 },
        { debit: 'fees', credit: 'balance', amount: 100 },
      ],
    });
  });

  test('add up to the balances that Stripe states', async () => {
    const { intent } = server.pay(sale);
    server.refund(intent.id, 1_000);
    server.pay({ amount: 900, currency: 'jpy' });
    server.payout(400, 'jpy');
    const found = await entries();
    const balances = await reader.balances();
    expect(balances.map(({ currency }) => currency)).toEqual(['EUR', 'JPY']);
    for (const { currency, available, pending, reserved } of balances) {
      const sum = found.filter((entry) => entry.currency === currency).reduce((total, { gross, fee }) => total + gross - fee, 0);
      expect(available + pending + reserved).toBe(sum);
    }
  });

  test('in another currency than the payment have the currency of the account and the rate', async () => {
    server.pay({ amount: 10_000, currency: 'jpy', settlement: { currency: 'eur', rate: 0.61 } });
    expect(await entries()).toMatchObject([{ currency: 'EUR', gross: 6_100, exchange_rate: 0.61 }]);
  });

  test.each(['jpy', 'kwd', 'huf', 'isk', 'ugx', 'mga'])('in %s are entered with the amount that Stripe has', async (currency) => {
    server.pay({ amount: 12_300, currency });
    expect(await entries()).toMatchObject([{ currency: currency.toUpperCase(), gross: 12_300 }]);
    expect(await reader.balances()).toMatchObject([{ currency: currency.toUpperCase(), available: 0, pending: 12_300 }]);
  });

  test('of an unknown currency stop no other', async () => {
    server.pay({ amount: 10, currency: 'eur' });
    const { transaction } = server.pay({ amount: 10, currency: 'xyz' });
    expect(await reader.pull({ kind: 'transactions', reference: SINCE })).toMatchObject({
      entries: [{ currency: 'EUR' }],
      unread: [{ reference: transaction.id, reason: 'The transaction has an unknown_currency.' }],
    });
  });

  test('of a new category go to adjustments, and those of another balance are left out', async () => {
    server.enter({ amount: 70, currency: 'eur', reporting_category: 'new_in_2030', source: null });
    server.change(server.enter({ amount: 5, currency: 'eur', reporting_category: 'issuing_transaction', source: null }).id, {
      balance_type: 'issuing',
    });
    expect(await entries()).toMatchObject([
      { category: 'new_in_2030', movements: [{ debit: 'balance', credit: 'adjustments', amount: 70 }] },
    ]);
    expect(((await reader.pull({ kind: 'transactions', reference: SINCE })).entries ?? []).map(({ source_id }) => source_id)).toHaveLength(
      1,
    );
  });

  test('are read on all pages, from the given time on', async () => {
    server.pay({ amount: 1, currency: 'eur' });
    now += 60_000;
    const made = Array.from({ length: 250 }, () => server.pay({ amount: 2, currency: 'eur' }).transaction.id);
    expect((await entries('2026-09-21T14:01:00.000Z')).map(({ source_id }) => source_id)).toEqual(made.toReversed());
    expect(
      ((await reader.pull({ kind: 'transactions', reference: '2026-09-21T14:01:00.000Z' })).entries ?? []).map(
        ({ source_id }) => source_id,
      ),
    ).toEqual(made.toReversed());
    expect(((await reader.pull({ kind: 'transactions', reference: SINCE })).entries ?? []).map(({ source_id }) => source_id)).toHaveLength(
      251,
    );
  });
});

test('past events say what their webhooks said, earliest first, and one that cannot be read stops no other', async () => {
  const { intent } = server.pay(sale);
  const { refund } = server.refund(intent.id, 100);
  const broken = server.event('payment_intent.succeeded', { id: 'pi_x' });
  server.event('charge.succeeded', { id: 'ch_x' });
  const { facts, pulls, unread } = await reader.pull({ kind: 'events', reference: SINCE });
  expect(facts!.map(({ kind, source_id }) => [kind, source_id])).toEqual([
    ['payment', intent.id],
    ['refund', refund.id],
  ]);
  expect(pulls).toContainEqual({ kind: 'order', reference: intent.id });
  expect(unread).toEqual([{ reference: broken.id, reason: 'data.object.currency is required.' }]);
});
