import { describe, expect, test } from '@jest/globals';
import { finance, MAX_SUMMARY_ROWS } from '@space/contracts/commerce';
import type { ArgumentsOf, OutputOf } from '@space/contracts/core';
import { sql } from '@space/database';
import { insertRows } from '../fixtures/commerce-rows.ts';
import { useReading } from './reading-space.ts';

const reading = useReading();

type Operation = (typeof finance)['operations']['summary'];

/** Creates a Space with a connection, and a function that returns the rows of a summary. */
async function newShop() {
  const space = reading.newSpace();
  const connection = await space.rows.connection();
  const summary = async (input: ArgumentsOf<Operation>) => (await space.call(finance, 'summary', input)).data;
  return { ...space, connection, summary };
}

type Row = OutputOf<Operation>['data'][number];

/** Returns the parts of a row that tests compare, in smallest units. */
const short = (row: Row) => [row.key, row.currency, row.orders, row.gross_amount_cents, row.refunded_amount_cents, row.net_amount_cents];

describe('the summary of money', () => {
  test('counts payments, refunds and disputes on their own days, and never adds currencies', async () => {
    const { rows, connection, summary } = await newShop();
    const order = await rows.order(connection);
    const yen = await rows.order(connection, { currency: 'JPY' });
    await rows.fact(order, 'payment', { at: '2026-01-31T12:00:00.000Z' });
    await rows.fact(order, 'lines', { at: '2026-01-31T12:00:00.000Z', amount: null, currency: null });
    await rows.fact(yen, 'payment', { at: '2026-01-02T12:00:00.000Z', amount: 700, currency: 'JPY' });
    await rows.fact(order, 'refund', { source_id: 're_1', amount: 1_001, at: '2026-02-03T12:00:00.000Z' });
    await rows.fact(order, 'refund', { source_id: 're_2', amount: 300, at: '2026-02-04T12:00:00.000Z' });
    await rows.fact(order, 'refund', { source_id: 're_3', amount: 9_999, at: '2026-02-04T12:00:00.000Z', rejected: 'above the payment' });
    await rows.fact(order, 'refund_failed', { source_id: 're_2', amount: null, currency: null, at: '2026-03-01T12:00:00.000Z' });
    await rows.fact(order, 'refund_failed', { source_id: 're_3', amount: null, currency: null, at: '2026-03-01T12:00:00.000Z' });
    await rows.fact(order, 'dispute', { source_id: 'dp_1', amount: 2_000, at: '2026-02-05T12:00:00.000Z' });
    await rows.fact(order, 'dispute', { source_id: 'dp_2', amount: 400, at: '2026-02-06T12:00:00.000Z' });
    await rows.fact(order, 'dispute_end', { source_id: 'dp_1', amount: null, at: '2026-03-02T12:00:00.000Z', data: { outcome: 'won' } });
    await rows.fact(order, 'dispute_end', { source_id: 'dp_2', amount: null, at: '2026-03-02T12:00:00.000Z', data: { outcome: 'lost' } });
    await rows.entry(connection.id, [], { gross: 4_900, fee: 161, occurred_at: '2026-01-31T13:00:00.000Z' });
    await rows.entry(connection.id, [], { gross: 700, fee: 25, currency: 'USD', occurred_at: '2026-01-02T13:00:00.000Z' });
    await rows.entry(connection.id, [], { gross: 700, fee: 0, currency: 'CHF', occurred_at: '2026-01-02T13:00:00.000Z' });
    const data = await summary({ start_date: '2026-01-01', end_date: '2026-12-31' });
    expect(data).toEqual([
      {
        ...{ key: '2026-01-01', title: null, currency: 'EUR', orders: 1, gross_amount: 49, gross_amount_cents: 4_900 },
        ...{ refunded_amount: 0, refunded_amount_cents: 0, disputed_amount: 0, disputed_amount_cents: 0 },
        ...{ fee_amount: 1.61, fee_amount_cents: 161, net_amount: 47.39, net_amount_cents: 4_739 },
      },
      expect.objectContaining({ key: '2026-01-01', currency: 'JPY', orders: 1, gross_amount: 700, net_amount: 700 }),
      expect.objectContaining({ key: '2026-01-01', currency: 'USD', orders: 0, gross_amount: 0, fee_amount: 0.25, net_amount: -0.25 }),
      expect.objectContaining({ key: '2026-02-01', orders: 0, refunded_amount: 13.01, disputed_amount: 24, net_amount: -37.01 }),
      expect.objectContaining({ key: '2026-03-01', orders: 0, refunded_amount: -3, disputed_amount: -20, net_amount: 23 }),
    ]);
  });

  test('begins days by the clock of the zone, also when the clocks change', async () => {
    const { rows, connection, summary } = await newShop();
    const order = await rows.order(connection);
    // The clocks of Berlin skip an hour on 29 March 2026, which has 23 hours: 28 March 23:00 UTC to 29 March 22:00 UTC.
    for (const [at, amount] of [
      ['2026-03-28T22:59:59.999Z', 1],
      ['2026-03-28T23:00:00.000Z', 10],
      ['2026-03-29T21:59:59.999Z', 100],
      ['2026-03-29T22:00:00.000Z', 1_000],
      ['2026-03-31T21:59:59.999Z', 10_000],
      ['2026-03-31T22:00:00.000Z', 100_000],
    ] as const)
      await rows.fact(order, 'payment', { at, amount });
    const berlin = { start_date: '2026-03-28', end_date: '2026-03-31', timezone: 'Europe/Berlin' };
    expect((await summary({ ...berlin, by: 'day' })).map(short)).toEqual([
      ['2026-03-28', 'EUR', 1, 1, 0, 1],
      ['2026-03-29', 'EUR', 1, 110, 0, 110],
      ['2026-03-30', 'EUR', 1, 1_000, 0, 1_000],
      ['2026-03-31', 'EUR', 1, 10_000, 0, 10_000],
    ]);
    // 29 March is a Sunday, so a week ends with it; the Monday before is the 23rd.
    expect((await summary({ ...berlin, by: 'week' })).map(short)).toEqual([
      ['2026-03-23', 'EUR', 1, 111, 0, 111],
      ['2026-03-30', 'EUR', 1, 11_000, 0, 11_000],
    ]);
    expect((await summary({ ...berlin, end_date: '2026-04-01' })).map(short)).toEqual([
      ['2026-03-01', 'EUR', 1, 11_111, 0, 11_111],
      ['2026-04-01', 'EUR', 1, 100_000, 0, 100_000],
    ]);
    expect((await summary({ start_date: '2026-03-29', end_date: '2026-03-29', by: 'day' })).map(short)).toEqual([
      ['2026-03-29', 'EUR', 1, 1_100, 0, 1_100],
    ]);
    // In October 25 hours belong to one day.
    await rows.fact(order, 'payment', { at: '2026-10-24T22:00:00.000Z', amount: 3 });
    await rows.fact(order, 'payment', { at: '2026-10-25T22:59:59.999Z', amount: 4 });
    const october = { start_date: '2026-10-24', end_date: '2026-10-26', by: 'day', timezone: 'Europe/Berlin' } as const;
    expect((await summary(october)).map(short)).toEqual([['2026-10-25', 'EUR', 1, 7, 0, 7]]);
  });

  test('is by product, with the fees of its orders', async () => {
    const { rows, connection, summary } = await newShop();
    const product = await rows.product(connection.id);
    const order = await rows.order(connection, { product_id: product.id });
    const other = await rows.order(connection);
    await rows.fact(order, 'payment');
    await rows.fact(other, 'payment', { amount: 100 });
    await rows.entry(connection.id, [], { fee: 161, order_reference: order.reference });
    await rows.entry(connection.id, [], { fee: 5 });
    const data = await summary({ start_date: '2026-05-01', end_date: '2026-05-31', by: 'product' });
    expect(data).toMatchObject([
      { key: product.id, title: 'Field guide', orders: 1, gross_amount: 49, fee_amount: 1.61 },
      { key: null, title: null, orders: 1, gross_amount: 1, fee_amount: 0.05 },
    ]);
  });

  test('is by integration, without money of the test mode unless it is asked for', async () => {
    const { rows, connection, summary } = await newShop();
    const sandbox = await rows.connection({ mode: 'test', name: 'Sandbox' });
    await rows.fact(await rows.order(connection), 'payment');
    await rows.fact(await rows.order(sandbox), 'payment', { amount: 1 });
    await rows.entry(sandbox.id, [], { fee: 2 });
    const may = { start_date: '2026-05-01', end_date: '2026-05-31', by: 'integration' } as const;
    expect(await summary(may)).toMatchObject([{ key: connection.id, title: 'Shop', gross_amount_cents: 4_900, fee_amount_cents: 0 }]);
    expect(await summary({ ...may, mode: 'test' })).toMatchObject([
      { key: sandbox.id, title: 'Sandbox', gross_amount_cents: 1, fee_amount_cents: 2 },
    ]);
  });

  test('counts an order with two payments once', async () => {
    const { rows, connection, summary } = await newShop();
    const order = await rows.order(connection);
    await rows.fact(order, 'payment');
    await rows.fact(order, 'payment');
    expect(await summary({ start_date: '2026-05-01', end_date: '2026-05-31' })).toMatchObject([{ orders: 1, gross_amount: 98 }]);
  });

  test('is empty in another Space', async () => {
    const { rows, connection } = await newShop();
    await rows.fact(await rows.order(connection), 'payment');
    const other = await newShop();
    for (const by of ['day', 'product', 'integration'] as const)
      expect(await other.summary({ start_date: '2026-05-01', end_date: '2026-05-31', by })).toEqual([]);
  });
});

describe('a summary is refused', () => {
  test('that ends before it begins', async () => {
    const { summary } = await newShop();
    await expect(summary({ start_date: '2026-05-02', end_date: '2026-05-01' })).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'end_date' }] },
    });
  });

  test('of more than 731 days', async () => {
    const { summary } = await newShop();
    expect(await summary({ start_date: '2024-01-01', end_date: '2025-12-31' })).toEqual([]);
    await expect(summary({ start_date: '2024-01-01', end_date: '2026-01-01' })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/at most 731 days, and these are 732; ask for shorter periods/),
    });
  });

  test('of more rows than a summary may have, and the sentence says what to ask for', async () => {
    const { caller, rows, connection, summary } = await newShop();
    const orders = Array.from({ length: MAX_SUMMARY_ROWS + 1 }, (_, index) => ({
      id: `${caller.space_id}_${index}`,
      product_id: `prd_${index}`,
    }));
    const template = await rows.order(connection);
    const { database } = reading.ports;
    await insertRows(
      database,
      'sales_order',
      orders.map((order) => ({ ...template, space_id: caller.space_id, ...order, first_reference: order.id, reference: order.id })),
    );
    // Without it Postgres checks the foreign keys with plans for the few rows of the tests before.
    await database.query(sql.typeAlias('void')`analyze commerce.sales_order`);
    await insertRows(
      database,
      'fact',
      orders.map(({ id }) => ({
        ...{
          space_id: caller.space_id,
          integration_id: connection.id,
          kind: 'payment',
          source_id: id,
          order_id: id,
          reference: id,
          amount: 1,
          currency: 'EUR',
        },
        ...{ at: '2026-05-04T12:00:00.000Z', data: {}, received_at: '2026-05-04T12:00:00.000Z' },
      })),
    );
    const may = { start_date: '2026-05-01', end_date: '2026-05-31' };
    await expect(summary({ ...may, by: 'product' })).rejects.toMatchObject({
      code: 'invalid',
      message: 'The summary has more than 10000 rows; ask for fewer days, or for by=month.',
    });
    expect(await summary(may)).toMatchObject([{ orders: MAX_SUMMARY_ROWS + 1 }]);
  });
});
