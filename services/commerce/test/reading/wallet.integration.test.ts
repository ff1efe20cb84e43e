import { describe, expect, test } from '@jest/globals';
import { wallet } from '@space/contracts/commerce';
import type { ArgumentsOf } from '@space/contracts/core';
import { closeDays } from '../../src/reading/closings.ts';
import { useReading } from './reading-space.ts';

const reading = useReading();

/** Creates a Space with a connection. */
async function newShop() {
  const space = reading.newSpace();
  const connection = await space.rows.connection();
  const ids = async (input: ArgumentsOf<(typeof wallet)['operations']['list_transactions']> = {}) =>
    (await space.call(wallet, 'list_transactions', input)).data.map(({ id }) => id);
  return { ...space, connection, ids };
}

const transactionOf = ({ id }: { readonly id: string }) => id.replace('jrn_', 'wtx_');

describe('the balances of the wallet', () => {
  test('are those of the provider and of the ledger, with the difference', async () => {
    const { call, rows, connection } = await newShop();
    const silent = await rows.connection({ provider: 'signed', name: 'Market', created_at: '2026-05-05T00:00:00.000Z' });
    await rows.providerBalance(connection.id, { available: 3_000, pending: 1_734, reserved: 5 });
    await rows.providerBalance(connection.id, { currency: 'JPY', available: 700 });
    await rows.entry(
      connection.id,
      [
        ['balance', 'sales', 4_900],
        ['fees', 'balance', 161],
      ],
      { gross: 4_900, fee: 161 },
    );
    await rows.entry(silent.id, [['balance', 'sales', 1_000]], { currency: 'KWD', gross: 1_000 });
    const { data } = await call(wallet, 'get', {});
    expect(data).toEqual([
      {
        ...{ integration_id: connection.id, integration: 'Shop', provider: 'stripe', mode: 'live', currency: 'EUR' },
        ...{ available_amount: 30, available_amount_cents: 3_000, pending_amount: 17.34, pending_amount_cents: 1_734 },
        ...{ reserved_amount: 0.05, reserved_amount_cents: 5, stated_at: '2026-05-04T12:00:00.000Z' },
        ...{ ledger_amount: 47.39, ledger_amount_cents: 4_739, difference_amount: 0, difference_amount_cents: 0 },
      },
      expect.objectContaining({ currency: 'JPY', ledger_amount_cents: 0, difference_amount: 700, difference_amount_cents: 700 }),
      expect.objectContaining({
        ...{ integration_id: silent.id, provider: 'signed', currency: 'KWD', stated_at: null, available_amount_cents: 0 },
        ...{ ledger_amount: 1, ledger_amount_cents: 1_000, difference_amount_cents: 0 },
      }),
    ]);
    expect((await call(wallet, 'get', { currency: 'JPY' })).data.map(({ currency }) => currency)).toEqual(['JPY']);
  });

  test('are the same with and without a closing, and count movements after it', async () => {
    const { call, rows, connection } = await newShop();
    await rows.entry(connection.id, [['balance', 'sales', 900]], { entered_at: '2026-05-04T10:00:00.000Z' });
    await rows.entry(connection.id, [['balance', 'sales', 40]], { entered_at: '2026-05-05T00:00:00.000Z' });
    const ledger = async () => (await call(wallet, 'get', {})).data.map(({ ledger_amount_cents }) => ledger_amount_cents);
    expect(await ledger()).toEqual([940]);
    await closeDays(reading.ports.database, Date.parse('2026-05-05T09:00:00Z'));
    expect(await ledger()).toEqual([940]);
    await rows.entry(connection.id, [['bank', 'balance', 240]], { entered_at: '2026-05-05T10:00:00.000Z' });
    expect(await ledger()).toEqual([700]);
  });
});

describe('transactions of the wallet', () => {
  test('are ledger entries with their order and payout', async () => {
    const { call, rows, connection } = await newShop();
    const order = await rows.order(connection);
    await rows.alias(order, 'ch_1');
    const entry = await rows.entry(connection.id, [['balance', 'sales', 4_900]], {
      ...{
        gross: 4_900,
        fee: 161,
        exchange_rate: 1.0834,
        order_reference: 'ch_1',
        source_id: 'txn_1',
        available_at: '2026-05-06T00:00:00.000Z',
      },
    });
    const payout = await rows.payout(connection.id, ['txn_1']);
    const transaction = {
      ...{ id: transactionOf(entry), created_at: '2026-05-04T12:00:00.000Z', integration_id: connection.id, reference: 'txn_1' },
      ...{ category: 'charge', gross_amount: 49, gross_amount_cents: 4_900, fee_amount: 1.61, fee_amount_cents: 161, net_amount: 47.39 },
      ...{ net_amount_cents: 4_739, currency: 'EUR', exchange_rate: 1.0834, occurred_at: '2026-05-04T12:00:00.000Z' },
      ...{ available_at: '2026-05-06T00:00:00.000Z', order_id: order.id, payout_id: payout.id, ledger_entry_id: entry.id },
    };
    expect(await call(wallet, 'get_transaction', { id: transaction.id })).toEqual(transaction);
    expect((await call(wallet, 'list_transactions', {})).data).toEqual([transaction]);
  });

  test('have filters and pages through equal times', async () => {
    const { call, rows, connection, ids } = await newShop();
    const order = await rows.order(connection);
    const a = await rows.entry(connection.id, [], { order_reference: order.reference, occurred_at: '2026-05-05T00:00:00.000Z' });
    const b = await rows.entry(connection.id, [], { category: 'refund', gross: -100, source_id: 'txn_b' });
    const c = await rows.entry(connection.id, [], { currency: 'JPY' });
    const payout = await rows.payout(connection.id, ['txn_b']);
    const [ta, tb, tc] = [a, b, c].map(transactionOf);
    expect(await ids()).toEqual([ta, tc, tb]);
    expect(await ids({ category: 'refund' })).toEqual([tb]);
    expect(await ids({ currency: 'JPY' })).toEqual([tc]);
    expect(await ids({ order_id: order.id })).toEqual([ta]);
    expect(await ids({ payout_id: payout.id })).toEqual([tb]);
    expect(await ids({ payout_id: 'pyo_none' })).toEqual([]);
    expect(await ids({ from: '2026-05-05T00:00:00Z' })).toEqual([ta]);
    expect(await ids({ to: '2026-05-05T00:00:00Z' })).toEqual([tc, tb]);
    const first = await call(wallet, 'list_transactions', { limit: 2, include_total: true });
    expect([first.total, await ids({ limit: 2, cursor: first.next_cursor! })]).toEqual([3, [tb]]);
  });
});

describe('payouts', () => {
  test('are listed by arrival, also those without one, by status and time', async () => {
    const { call, rows, connection } = await newShop();
    const a = await rows.payout(connection.id, [], { arrival_at: null, status: 'pending', created_at: '2026-05-06T00:00:00.000Z' });
    const b = await rows.payout(connection.id, [], {
      arrival_at: '2026-05-07T00:00:00.000Z',
      failure_code: 'account_closed',
      status: 'failed',
    });
    const c = await rows.payout(connection.id, [], { arrival_at: '2026-05-07T00:00:00.000Z', currency: 'ISK', amount: 120_000 });
    const ids = async (input: ArgumentsOf<(typeof wallet)['operations']['list_payouts']> = {}) =>
      (await call(wallet, 'list_payouts', input)).data.map(({ id }) => id);
    expect(await ids()).toEqual([c.id, b.id, a.id]);
    expect(await ids({ status: 'failed' })).toEqual([b.id]);
    expect(await ids({ from: '2026-05-07T00:00:00Z' })).toEqual([c.id, b.id]);
    expect(await ids({ to: '2026-05-07T00:00:00Z' })).toEqual([a.id]);
    const first = await call(wallet, 'list_payouts', { limit: 1, include_total: true });
    expect(first).toMatchObject({ total: 3, data: [{ id: c.id, amount: 1_200, amount_cents: 120_000, currency: 'ISK' }] });
    expect(await ids({ limit: 2, cursor: first.next_cursor! })).toEqual([b.id, a.id]);
  });

  test('a payout is proved by its transactions, without its own entry', async () => {
    const { call, rows, connection } = await newShop();
    const parts = [
      { category: 'charge', gross: 3_000, fee: 100, source_id: 'a' },
      { category: 'charge', gross: 3_000, fee: 99, source_id: 'b' },
      { category: 'refund', gross: -901, fee: 0, source_id: 'c' },
      { category: 'payout', gross: -4_900, fee: 0, source_id: 'own' },
    ];
    for (const part of parts) await rows.entry(connection.id, [], part);
    const payout = await rows.payout(connection.id, ['a', 'b', 'c', 'own'], { version: 4 });
    const { output, etag } = await call.whole(wallet, 'get_payout', { id: payout.id });
    expect(etag).toMatch(/^"4\./);
    expect(output).toMatchObject({
      amount: 49,
      categories: [
        { category: 'charge', count: 2, net_amount: 58.01, net_amount_cents: 5_801 },
        { category: 'refund', count: 1, net_amount: -9.01, net_amount_cents: -901 },
      ],
      proof: { sum_of_transactions_amount: 49, sum_of_transactions_amount_cents: 4_900, equal: true },
    });
    const unproved = await rows.payout(connection.id, ['x']);
    expect(await call(wallet, 'get_payout', { id: unproved.id })).toMatchObject({
      categories: [],
      proof: { sum_of_transactions_amount_cents: 0, equal: false },
    });
  });
});

test('another Space sees nothing of the wallet, and the sentences name the thing', async () => {
  const { rows, connection } = await newShop();
  await rows.providerBalance(connection.id);
  const entry = await rows.entry(connection.id, [['balance', 'sales', 1]]);
  const payout = await rows.payout(connection.id);
  const { call } = reading.newSpace();
  expect(await call(wallet, 'get', {})).toEqual({ data: [] });
  for (const list of ['list_transactions', 'list_payouts'] as const)
    expect(await call(wallet, list, { include_total: true })).toMatchObject({ data: [], total: 0 });
  for (const id of [transactionOf(entry), entry.id])
    await expect(call(wallet, 'get_transaction', { id })).rejects.toMatchObject({
      code: 'not_found',
      message: `There is no transaction "${id}" in this Space.`,
    });
  await expect(call(wallet, 'get_payout', { id: payout.id })).rejects.toMatchObject({
    message: expect.stringMatching(/^There is no payout "pyo_\w+" in this Space\.$/),
  });
});
