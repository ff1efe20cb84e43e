import { describe, expect, test } from '@jest/globals';
import { billing } from '@space/contracts/commerce';
import type { ArgumentsOf } from '@space/contracts/core';
import { useReading } from './reading-space.ts';

const reading = useReading();

/** Creates a Space with a connection. */
async function newShop() {
  const space = reading.newSpace();
  return { ...space, connection: await space.rows.connection({ mode: 'test' }) };
}

describe('products', () => {
  test('have their prices in exact decimals', async () => {
    const { call, rows, connection } = await newShop();
    const product = await rows.product(connection.id, { description: 'Maps', version: 3 });
    const once = await rows.price(product);
    const monthly = await rows.price(product, { currency: 'JPY', interval: 'month', interval_count: 3 });
    const chosen = await rows.price(product, { unit_amount: null, active: false });
    const { output, etag } = await call.whole(billing, 'get_product', { id: product.id });
    expect(etag).toMatch(/^"3\./);
    expect(output).toEqual({
      ...{ id: product.id, created_at: '2026-05-04T12:00:00.000Z', updated_at: '2026-05-04T12:00:00.000Z', integration_id: connection.id },
      ...{ provider: 'stripe', reference: product.reference, mode: 'test', title: 'Field guide', description: 'Maps', active: true },
      prices: [
        {
          ...{ id: once.id, reference: once.reference, active: true, currency: 'EUR', unit_amount: 49, unit_amount_cents: 4_900 },
          ...{ interval: null, interval_count: null },
        },
        {
          ...{ id: monthly.id, reference: monthly.reference, active: true, currency: 'JPY', unit_amount: 4_900, unit_amount_cents: 4_900 },
          ...{ interval: 'month', interval_count: 3 },
        },
        {
          ...{ id: chosen.id, reference: chosen.reference, active: false, currency: 'EUR', unit_amount: null, unit_amount_cents: null },
          ...{ interval: null, interval_count: null },
        },
      ],
    });
    expect((await call(billing, 'list_products', {})).data).toEqual([output]);
  });

  test('are listed by title or time, by activity and part of the title, page by page', async () => {
    const { call, rows, connection } = await newShop();
    const guide = await rows.product(connection.id);
    const club = await rows.product(connection.id, { title: 'Club_2026', active: false });
    const ids = async (input: ArgumentsOf<(typeof billing)['operations']['list_products']>) =>
      (await call(billing, 'list_products', input)).data.map(({ id }) => id);
    expect(await ids({})).toEqual([club.id, guide.id]);
    expect(await ids({ sort: '-title' })).toEqual([guide.id, club.id]);
    expect(await ids({ sort: 'created_at' })).toEqual([guide.id, club.id]);
    expect(await ids({ active: true })).toEqual([guide.id]);
    expect(await ids({ active: false })).toEqual([club.id]);
    expect(await ids({ search: 'LUB_' })).toEqual([club.id]);
    const first = await call(billing, 'list_products', { limit: 1, include_total: true });
    expect([first.total, first.data[0]!.id, await ids({ limit: 1, cursor: first.next_cursor! })]).toEqual([2, club.id, [guide.id]]);
  });
});

describe('invoices', () => {
  test('name their order and subscription', async () => {
    const { call, rows, connection } = await newShop();
    const order = await rows.order(connection);
    await rows.alias(order, 'in_charge');
    const subscription = await rows.subscription(connection.id);
    const invoice = await rows.invoice(connection.id, {
      ...{ order_reference: 'in_charge', subscription_reference: subscription.reference, status: 'paid', currency: 'HUF', amount: 123_450 },
      ...{
        paid: 123_450,
        number: 'R-7',
        email: 'ada@example.com',
        issued_at: '2026-05-01T00:00:00.000Z',
        paid_at: '2026-05-02T00:00:00.000Z',
      },
    });
    expect(await call(billing, 'get_invoice', { id: invoice.id })).toEqual({
      ...{ id: invoice.id, created_at: '2026-05-04T12:00:00.000Z', updated_at: '2026-05-04T12:00:00.000Z', integration_id: connection.id },
      ...{ provider: 'stripe', reference: invoice.reference, mode: 'live', number: 'R-7', status: 'paid', is_overdue: false },
      ...{ contact_id: null, email: 'ada@example.com', subscription_id: subscription.id, order_id: order.id, amount: 1_234.5 },
      ...{
        amount_cents: 123_450,
        currency: 'HUF',
        paid_amount: 1_234.5,
        paid_amount_cents: 123_450,
        issued_at: '2026-05-01T00:00:00.000Z',
      },
      ...{ due_at: null, paid_at: '2026-05-02T00:00:00.000Z' },
    });
  });

  test('are overdue when they are open after the due date', async () => {
    const { call, rows, connection } = await newShop();
    reading.ports.clock.set(Date.parse('2026-05-10T00:00:00Z'));
    const late = await rows.invoice(connection.id, { due_at: '2026-05-09T23:59:59.999Z' });
    const later = await rows.invoice(connection.id, { due_at: '2026-05-10T00:00:00.000Z' });
    const undated = await rows.invoice(connection.id, { contact_id: 'con_a' });
    await rows.invoice(connection.id, { due_at: '2026-05-01T00:00:00.000Z', status: 'void' });
    const ids = async (input: ArgumentsOf<(typeof billing)['operations']['list_invoices']>) =>
      (await call(billing, 'list_invoices', input)).data.map(({ id }) => id);
    expect(await ids({ overdue: true })).toEqual([late.id]);
    expect(await ids({ overdue: false, status: 'open' })).toEqual([undated.id, later.id]);
    expect(await ids({ contact_id: 'con_a' })).toEqual([undated.id]);
    reading.ports.clock.advance(1);
    expect(await ids({ overdue: true })).toEqual([later.id, late.id]);
    expect(await call(billing, 'get_invoice', { id: later.id })).toMatchObject({ is_overdue: true });
  });
});

describe('subscriptions', () => {
  test('are read and listed', async () => {
    const { call, rows, connection } = await newShop();
    const club = await rows.subscription(connection.id, {
      ...{ product_id: 'prd_club', contact_id: 'con_a', interval: 'month', interval_count: 1, quantity: 1.5, version: 2 },
      ...{ started_at: '2026-05-01T00:00:00.000Z', period_end: '2026-06-01T00:00:00.000Z' },
    });
    const ended = await rows.subscription(connection.id, { status: 'ended' });
    const { output, etag } = await call.whole(billing, 'get_subscription', { id: club.id });
    expect(etag).toMatch(/^"2\./);
    expect(output).toMatchObject({
      ...{
        id: club.id,
        status: 'active',
        quantity: 1.5,
        amount: 9,
        amount_cents: 900,
        currency: 'EUR',
        interval: 'month',
        product_id: 'prd_club',
      },
      ...{ started_at: '2026-05-01T00:00:00.000Z', period_ends_at: '2026-06-01T00:00:00.000Z', cancel_at: null, ended_at: null },
    });
    const ids = async (input: ArgumentsOf<(typeof billing)['operations']['list_subscriptions']>) =>
      (await call(billing, 'list_subscriptions', input)).data.map(({ id }) => id);
    expect(await ids({})).toEqual([ended.id, club.id]);
    expect(await ids({ sort: 'created_at' })).toEqual([club.id, ended.id]);
    expect(await ids({ status: 'ended' })).toEqual([ended.id]);
    expect(await ids({ product_id: 'prd_club', contact_id: 'con_a' })).toEqual([club.id]);
  });
});

test('another Space sees none of them, and the sentences name the thing', async () => {
  const { rows, connection } = await newShop();
  const [product, invoice, subscription] = [
    await rows.product(connection.id),
    await rows.invoice(connection.id),
    await rows.subscription(connection.id),
  ];
  const { call } = reading.newSpace();
  for (const list of ['list_products', 'list_invoices', 'list_subscriptions'] as const)
    expect(await call(billing, list, { include_total: true })).toMatchObject({ data: [], total: 0 });
  for (const [name, { id }] of [
    ['get_product', product],
    ['get_invoice', invoice],
    ['get_subscription', subscription],
  ] as const)
    await expect(call(billing, name, { id })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/^There is no [a-z]+ "[a-z]{3}_\w+" in this Space\.$/),
    });
});
