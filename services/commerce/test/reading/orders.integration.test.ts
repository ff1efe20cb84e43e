import { describe, expect, test } from '@jest/globals';
import { finance, orders } from '@space/contracts/commerce';
import type { ArgumentsOf } from '@space/contracts/core';
import { useReading } from './reading-space.ts';

const reading = useReading();

type ListInput = ArgumentsOf<(typeof orders)['operations']['list']>;

/** Creates a Space with a connection, and a function that returns the ids of the orders that a list finds. */
async function newShop() {
  const space = reading.newSpace();
  const connection = await space.rows.connection();
  const ids = async (input: ListInput = {}) => (await space.call(orders, 'list', input)).data.map(({ id }) => id);
  return { ...space, connection, ids };
}

describe('the list of orders', () => {
  test('shows an order with exact decimals, its items and its settlement', async () => {
    const { call, rows, connection } = await newShop();
    const product_id = 'prd_guide';
    const order = await rows.order(connection, {
      currency: 'USD',
      amount: 9_000_000_000_001,
      tax: 29,
      refunded: 1,
      email: 'ada@example.com',
      product_id,
      items: [
        { product_id, title: 'Guide', quantity: 2, unit_amount: 1_005, amount: 2_010, tax: 7 },
        { product_id: null, title: 'Map', quantity: 1, unit_amount: 100, amount: 100, tax: 0 },
      ],
      item_count: 2,
    });
    await rows.alias(order, 'ch_1');
    await rows.entry(connection.id, [['balance', 'sales', 100]], {
      ...{ order_reference: 'ch_1', gross: 4_567, fee: 161, exchange_rate: 0.9321 },
    });
    await rows.entry(connection.id, [], { order_reference: 'ch_1', category: 'refund', gross: -10, source_id: 're' });
    const { data } = await call(orders, 'list', {});
    expect(data).toEqual([
      {
        id: order.id,
        created_at: '2026-05-04T12:00:00.000Z',
        updated_at: '2026-05-04T12:00:00.000Z',
        number: order.number,
        status: 'paid',
        dispute_status: null,
        integration_id: connection.id,
        provider: 'stripe',
        reference: order.reference,
        mode: 'live',
        contact_id: null,
        email: 'ada@example.com',
        amount: 90_000_000_000.01,
        amount_cents: 9_000_000_000_001,
        currency: 'USD',
        subtotal_amount: 49,
        subtotal_amount_cents: 4_900,
        tax_amount: 0.29,
        tax_amount_cents: 29,
        discount_amount: 0,
        discount_amount_cents: 0,
        shipping_amount: 0,
        shipping_amount_cents: 0,
        refunded_amount: 0.01,
        refunded_amount_cents: 1,
        settlement: {
          ...{ currency: 'EUR', gross_amount: 45.67, gross_amount_cents: 4_567, fee_amount: 1.61, fee_amount_cents: 161 },
          ...{ net_amount: 44.06, net_amount_cents: 4_406, exchange_rate: 0.9321 },
        },
        product_id,
        product_title: 'Field guide',
        product_count: 2,
        paid_at: '2026-05-04T12:00:00.000Z',
        items: [
          {
            ...{ product_id, title: 'Guide', quantity: 2, unit_amount: 10.05, unit_amount_cents: 1_005, amount: 20.1, amount_cents: 2_010 },
            ...{ tax_amount: 0.07, tax_amount_cents: 7 },
          },
          {
            ...{ product_id: null, title: 'Map', quantity: 1, unit_amount: 1, unit_amount_cents: 100, amount: 1, amount_cents: 100 },
            ...{ tax_amount: 0, tax_amount_cents: 0 },
          },
        ],
      },
    ]);
  });

  test('shows amounts of currencies without decimals and with three', async () => {
    const { call, rows, connection } = await newShop();
    await rows.order(connection, { currency: 'JPY', amount: 1_234 });
    await rows.order(connection, { currency: 'KWD', amount: 1_234 });
    expect((await call(orders, 'list', {})).data).toMatchObject([
      { currency: 'KWD', amount: 1.234 },
      { currency: 'JPY', amount: 1_234 },
    ]);
  });

  test('shows an order that has no currency yet', async () => {
    const { call, rows, connection } = await newShop();
    const items = [{ product_id: null, title: 'Map', quantity: 1, unit_amount: 100, amount: 100, tax: 0 }];
    await rows.order(connection, { currency: null, status: 'canceled', amount: 0, subtotal: 0, paid_at: null, items });
    expect((await call(orders, 'list', {})).data).toMatchObject([
      { currency: null, amount: 0, settlement: null, items: [], product_count: 1 },
    ]);
  });

  test('is newest payment first, and pages through equal times without a gap', async () => {
    const { call, rows, connection, ids } = await newShop();
    const made: string[] = [];
    for (const hour of ['09', '10', '10', '10', '11'])
      made.push((await rows.order(connection, { sorted_at: `2026-05-04T${hour}:00:00.000Z` })).id);
    const newestFirst = made.toReversed();
    expect(await ids()).toEqual(newestFirst);
    const paged: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await call(orders, 'list', { limit: 2, include_total: true, ...(cursor && { cursor }) });
      expect(page.total).toBe(5);
      paged.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(newestFirst);
  });

  test('has filters', async () => {
    const { rows, connection, ids } = await newShop();
    const other = await rows.connection({ mode: 'test', name: 'Sandbox' });
    const a = await rows.order(connection, {
      email: 'Ada_L@Example.com',
      number: 'A-1042',
      contact_id: 'con_a',
      product_ids: ['prd_a', 'prd_b'],
    });
    const b = await rows.order(other, {
      status: 'refunded',
      currency: 'JPY',
      email: 'adaxl@example.com',
      sorted_at: '2026-06-01T00:00:00.000Z',
    });
    expect(await ids({ status: 'refunded' })).toEqual([b.id]);
    expect(await ids({ contact_id: 'con_a' })).toEqual([a.id]);
    expect(await ids({ product_id: 'prd_b' })).toEqual([a.id]);
    expect(await ids({ product_id: 'prd_c' })).toEqual([]);
    expect(await ids({ integration_id: other.id })).toEqual([b.id]);
    expect(await ids({ currency: 'JPY', mode: 'test' })).toEqual([b.id]);
    expect(await ids({ mode: 'live' })).toEqual([a.id]);
    expect(await ids({ from: '2026-06-01T00:00:00Z' })).toEqual([b.id]);
    expect(await ids({ to: '2026-06-01T00:00:00Z' })).toEqual([a.id]);
    expect(await ids({ search: 'EXAMPLE' })).toEqual([b.id, a.id]);
    expect(await ids({ search: 'a_l' })).toEqual([a.id]);
    expect(await ids({ search: 'a-10' })).toEqual([a.id]);
    expect(await ids({ search: '042' })).toEqual([]);
    expect(await ids({ search: '' })).toEqual([b.id, a.id]);
  });
});

describe('an order', () => {
  test('has its refunds, disputes, facts and ledger entries', async () => {
    const { call, rows, connection } = await newShop();
    const order = await rows.order(connection, { status: 'partially_refunded', refunded: 900, version: 7 });
    await rows.fact(order, 'payment', { source_id: 'ch_1' });
    const refund = await rows.fact(order, 'refund', {
      ...{ source_id: 're_1', amount: 900, at: '2026-05-05T08:00:00.000Z', data: { reason: 'duplicate' } },
    });
    const failed = await rows.fact(order, 'refund', { source_id: 're_2', amount: 100, at: '2026-05-06T08:00:00.000Z' });
    await rows.fact(order, 'refund_failed', { source_id: 're_2', amount: null, currency: null, at: '2026-05-07T08:00:00.000Z' });
    await rows.fact(order, 'refund', { source_id: 're_3', amount: 9_999, rejected: 'above the payment' });
    const dispute = await rows.fact(order, 'dispute', { source_id: 'dp_1', data: { due_at: '2026-06-01T00:00:00Z' } });
    const late = await rows.entry(connection.id, [], { order_reference: order.reference, occurred_at: '2026-05-09T00:00:00.000Z' });
    const early = await rows.entry(connection.id, [], { order_reference: order.reference });
    const { output, etag } = await call.whole(orders, 'get', { id: order.id });
    expect(etag).toMatch(/^"7\./);
    expect(output).toMatchObject({
      id: order.id,
      refunds: [
        {
          ...{ id: refund.id, order_id: order.id, status: 'succeeded', amount: 9, amount_cents: 900, currency: 'EUR', reason: 'duplicate' },
          ...{ refunded_at: '2026-05-05T08:00:00.000Z', reference: 're_1', provider: 'stripe', mode: 'live' },
        },
        { id: failed.id, status: 'failed', amount: 1, reason: null },
      ],
      disputes: [{ id: dispute.id, status: 'open', due_at: '2026-06-01T00:00:00.000Z', closed_at: null }],
      ledger_entry_ids: [early.id, late.id],
    });
    expect(output.facts.map(({ kind, source_id, amount_cents }) => [kind, source_id, amount_cents])).toEqual([
      ['dispute', 'dp_1', 4_900],
      ['payment', 'ch_1', 4_900],
      ['refund', 're_1', 900],
      ['refund', 're_2', 100],
      ['refund_failed', 're_2', null],
    ]);
  });

  test('is found by the id of an order that became one with it, also in filters', async () => {
    const { call, rows, connection } = await newShop();
    const order = await rows.order(connection);
    await rows.merged(order, 'ord_before');
    const refund = await rows.fact(order, 'refund');
    const entry = await rows.entry(connection.id, [], { order_reference: order.reference });
    expect((await call(orders, 'get', { id: 'ord_before' })).id).toBe(order.id);
    expect((await call(orders, 'list_refunds', { order_id: 'ord_before' })).data).toMatchObject([{ id: refund.id, order_id: order.id }]);
    expect((await call(finance, 'list_entries', { order_id: 'ord_before' })).data).toMatchObject([{ id: entry.id, order_id: order.id }]);
    const other = await newShop();
    await expect(other.call(orders, 'get', { id: 'ord_before' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('that does not exist, or is of another Space, is not found, and the sentence names the list', async () => {
    const { rows, connection } = await newShop();
    const order = await rows.order(connection);
    const other = await newShop();
    for (const id of [order.id, 'ord_none'])
      await expect(other.call(orders, 'get', { id })).rejects.toMatchObject({
        code: 'not_found',
        message: `There is no order "${id}" in this Space.`,
      });
    expect(await other.ids()).toEqual([]);
    expect(await other.ids({ contact_id: 'con_a' })).toEqual([]);
  });
});

describe('refunds and disputes', () => {
  test('are listed newest first, by order, status and time', async () => {
    const { call, rows, connection } = await newShop();
    const order = await rows.order(connection);
    const second = await rows.order(connection);
    const a = await rows.fact(order, 'refund', { at: '2026-05-01T00:00:00.000Z', source_id: 're_a' });
    const b = await rows.fact(order, 'refund', { at: '2026-05-02T00:00:00.000Z' });
    const c = await rows.fact(second, 'refund', { at: '2026-05-02T00:00:00.000Z' });
    await rows.fact(order, 'refund_failed', { source_id: 're_a', received_at: '2026-05-09T00:00:00.000Z' });
    const ids = async (input: ArgumentsOf<(typeof orders)['operations']['list_refunds']> = {}) =>
      (await call(orders, 'list_refunds', input)).data.map(({ id }) => id);
    expect(await ids()).toEqual([c.id, b.id, a.id]);
    expect(await ids({ order_id: order.id })).toEqual([b.id, a.id]);
    expect(await ids({ status: 'failed' })).toEqual([a.id]);
    expect(await ids({ status: 'succeeded' })).toEqual([c.id, b.id]);
    expect(await ids({ from: '2026-05-02T00:00:00Z' })).toEqual([c.id, b.id]);
    expect(await ids({ to: '2026-05-02T00:00:00Z' })).toEqual([a.id]);
    const first = await call(orders, 'list_refunds', { limit: 1, include_total: true });
    expect([first.data[0]!.id, first.total, await ids({ limit: 1, cursor: first.next_cursor! })]).toEqual([c.id, 3, [b.id]]);
    expect((await call(orders, 'list_refunds', { status: 'failed' })).data[0]!.updated_at).toBe('2026-05-09T00:00:00.000Z');
    expect((await reading.newSpace().call(orders, 'list_refunds', { include_total: true })).total).toBe(0);
  });

  test('a dispute has the outcome that closed it', async () => {
    const { call, rows, connection } = await newShop();
    const order = await rows.order(connection);
    const won = await rows.fact(order, 'dispute', { source_id: 'dp_won', data: { reason: 'fraudulent' } });
    await rows.fact(order, 'dispute_end', { source_id: 'dp_won', at: '2026-06-01T00:00:00.000Z', data: { outcome: 'won' } });
    const open = await rows.fact(order, 'dispute', { source_id: 'dp_open' });
    expect((await call(orders, 'list_disputes', { status: 'won' })).data).toMatchObject([
      { id: won.id, status: 'won', reason: 'fraudulent', closed_at: '2026-06-01T00:00:00.000Z', due_at: null },
    ]);
    expect((await call(orders, 'list_disputes', { status: 'open', order_id: order.id })).data.map(({ id }) => id)).toEqual([open.id]);
    expect((await call(orders, 'list_disputes', { status: 'lost' })).data).toEqual([]);
  });
});

describe('the export of orders', () => {
  test('writes exact decimals and escapes formulas', async () => {
    const { call, rows, connection } = await newShop();
    const order = await rows.order(connection, {
      email: '=a1@example.com',
      product_title: 'Guide, "2nd"',
      currency: 'KWD',
      amount: 9_000_000_000_010,
    });
    await rows.entry(connection.id, [], { order_reference: order.reference, gross: 100, fee: 150, currency: 'EUR' });
    const { csv, has_more } = await call(orders, 'export', {});
    const [head, line] = csv.split('\r\n');
    expect(has_more).toBe(false);
    const heads = head!.split(',');
    expect(heads.slice(0, 4)).toEqual(['id', 'created_at', 'paid_at', 'number']);
    expect(line).toContain(`'=a1@example.com,,"Guide, ""2nd""",1,KWD,9000000000.010,4.900,0.000,`);
    expect(line).toContain(',EUR,1.00,1.50,-0.50,,stripe,live,');
  });

  test('has the header on the first page only, and the filters of the list', async () => {
    const { call, rows, connection } = await newShop();
    for (const amount of [100, 200, 300]) await rows.order(connection, { amount });
    await rows.order(connection, { currency: 'JPY' });
    const first = await call(orders, 'export', { currency: 'EUR', limit: 2 });
    expect(first.csv.split('\r\n').map((line) => line.slice(0, 3))).toEqual(['id,', 'ord', 'ord', '']);
    const second = await call(orders, 'export', { currency: 'EUR', limit: 2, cursor: first.next_cursor! });
    expect(second.csv.split('\r\n').map((line) => line.slice(0, 3))).toEqual(['ord', '']);
    expect(second).toMatchObject({ has_more: false, next_cursor: null });
  });
});
