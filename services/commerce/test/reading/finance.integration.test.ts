import { describe, expect, test } from '@jest/globals';
import { finance } from '@space/contracts/commerce';
import type { ArgumentsOf } from '@space/contracts/core';
import { sql } from '@space/database';
import { closeDays } from '../../src/reading/closings.ts';
import { useReading } from './reading-space.ts';

const reading = useReading();

/** Creates a Space with a connection. */
async function newShop() {
  const space = reading.newSpace();
  const connection = await space.rows.connection();
  const accounts = (input: ArgumentsOf<(typeof finance)['operations']['list_accounts']> = {}) =>
    space.call(finance, 'list_accounts', input);
  const ids = async (input: ArgumentsOf<(typeof finance)['operations']['list_entries']> = {}) =>
    (await space.call(finance, 'list_entries', input)).data.map(({ id }) => id);
  return { ...space, connection, accounts, ids };
}

/** Returns the lines of a trial balance, in smallest units. */
const lines = ({ data }: Awaited<ReturnType<Awaited<ReturnType<typeof newShop>>['accounts']>>) =>
  data.map((line) => [line.account, line.currency, line.debit_amount_cents, line.credit_amount_cents, line.balance_amount_cents]);

describe('the trial balance', () => {
  test('has the debits and credits of each account and currency, and is balanced', async () => {
    const { rows, connection, accounts } = await newShop();
    const second = await rows.connection();
    await rows.entry(connection.id, [
      ['balance', 'sales', 4_900],
      ['fees', 'balance', 161],
    ]);
    await rows.entry(second.id, [['balance', 'sales', 100]]);
    await rows.entry(second.id, [['balance', 'sales', 1_234]], { currency: 'KWD' });
    const balance = await accounts();
    expect(balance.balanced).toBe(true);
    expect(lines(balance)).toEqual([
      ['balance', 'EUR', 5_000, 161, 4_839],
      ['sales', 'EUR', 0, 5_000, -5_000],
      ['fees', 'EUR', 161, 0, 161],
      ['balance', 'KWD', 1_234, 0, 1_234],
      ['sales', 'KWD', 0, 1_234, -1_234],
    ]);
    expect(balance.data[0]).toMatchObject({ debit_amount: 50, credit_amount: 1.61, balance_amount: 48.39 });
    expect(balance.data[3]).toMatchObject({ debit_amount: 1.234 });
    expect(lines(await accounts({ integration_id: second.id }))).toHaveLength(4);
  });

  test('is the same with closings', async () => {
    const { rows, connection, accounts } = await newShop();
    await rows.entry(connection.id, [['balance', 'sales', 4_900]]);
    await closeDays(reading.ports.database, Date.parse('2026-05-06T00:00:00Z'));
    await rows.entry(connection.id, [['refunds', 'balance', 900]], { entered_at: '2026-05-06T00:00:00.000Z' });
    expect(lines(await accounts())).toEqual([
      ['balance', 'EUR', 4_900, 900, 4_000],
      ['sales', 'EUR', 0, 4_900, -4_900],
      ['refunds', 'EUR', 900, 0, 900],
    ]);
  });

  test('at the end of a day has the entries that occurred until then', async () => {
    const { rows, connection, accounts } = await newShop();
    const late = '2026-05-09T00:00:00.000Z';
    await rows.entry(connection.id, [['balance', 'sales', 1]], { occurred_at: '2026-05-03T23:59:59.999Z', entered_at: late });
    await rows.entry(connection.id, [['balance', 'sales', 10]], { occurred_at: '2026-05-04T00:00:00.000Z' });
    expect(lines(await accounts({ date: '2026-05-03' }))).toEqual([
      ['balance', 'EUR', 1, 0, 1],
      ['sales', 'EUR', 0, 1, -1],
    ]);
    expect(lines(await accounts({ date: '2026-05-04' }))[0]).toEqual(['balance', 'EUR', 11, 0, 11]);
    expect(await accounts({ date: '2026-05-02' })).toEqual({ data: [], balanced: true });
  });

  test('is of live money unless the test mode is asked for', async () => {
    const { rows, accounts } = await newShop();
    const sandbox = await rows.connection({ mode: 'test' });
    await rows.entry(sandbox.id, [['balance', 'sales', 1]]);
    expect(lines(await accounts())).toEqual([]);
    expect(lines(await accounts({ mode: 'test' }))).toHaveLength(2);
    expect(lines(await accounts({ mode: 'test', date: '2026-05-04' }))).toHaveLength(2);
    expect(lines(await accounts({ date: '2026-05-04' }))).toEqual([]);
  });

  test('says so if debits and credits differ, as with a wrong closing', async () => {
    const { caller, rows, connection, accounts } = await newShop();
    await rows.entry(connection.id, [['balance', 'sales', 4_900]]);
    const { database } = reading.ports;
    await closeDays(database, Date.parse('2026-05-06T00:00:00Z'));
    await database.query(sql.typeAlias('void')`
      update commerce.closing set debit = debit + 1 where space_id = ${caller.space_id} and code = 'balance'`);
    expect(await accounts()).toMatchObject({ balanced: false });
  });
});

describe('ledger entries', () => {
  test('have their movements and their order', async () => {
    const { call, rows, connection } = await newShop();
    const order = await rows.order(connection);
    await rows.alias(order, 'ch_1');
    const entry = await rows.entry(
      connection.id,
      [
        ['balance', 'sales', 4_739],
        ['fees', 'sales', 161],
      ],
      {
        ...{ gross: 4_900, fee: 161, order_reference: 'ch_1', entered_at: '2026-05-05T00:00:00.000Z' },
      },
    );
    const shown = {
      ...{ id: entry.id, created_at: '2026-05-05T00:00:00.000Z', integration_id: connection.id, source_id: entry.source_id },
      ...{ category: 'charge', order_id: order.id, occurred_at: '2026-05-04T12:00:00.000Z' },
      movements: [
        { debit: 'balance', credit: 'sales', amount: 47.39, amount_cents: 4_739, currency: 'EUR' },
        { debit: 'fees', credit: 'sales', amount: 1.61, amount_cents: 161, currency: 'EUR' },
      ],
    };
    const { output, etag } = await call.whole(finance, 'get_entry', { id: entry.id });
    expect([output, etag]).toEqual([shown, undefined]);
    expect((await call(finance, 'list_entries', {})).data).toEqual([shown]);
  });

  test('have filters and pages through equal times', async () => {
    const { call, rows, connection, ids } = await newShop();
    const second = await rows.connection();
    const order = await rows.order(connection);
    const a = await rows.entry(connection.id, [['balance', 'sales', 1]], { order_reference: order.reference });
    const b = await rows.entry(second.id, [['fees', 'balance', 1]]);
    const c = await rows.entry(connection.id, [['refunds', 'balance', 1]], { occurred_at: '2026-05-05T00:00:00.000Z' });
    expect(await ids()).toEqual([c.id, b.id, a.id]);
    expect(await ids({ account: 'balance' })).toEqual([c.id, b.id, a.id]);
    expect(await ids({ account: 'refunds' })).toEqual([c.id]);
    expect(await ids({ account: 'sales' })).toEqual([a.id]);
    expect(await ids({ order_id: order.id })).toEqual([a.id]);
    expect(await ids({ integration_id: second.id })).toEqual([b.id]);
    expect(await ids({ from: '2026-05-05T00:00:00Z' })).toEqual([c.id]);
    expect(await ids({ to: '2026-05-05T00:00:00Z' })).toEqual([b.id, a.id]);
    const first = await call(finance, 'list_entries', { limit: 2, include_total: true });
    expect([first.total, await ids({ limit: 2, cursor: first.next_cursor! })]).toEqual([3, [a.id]]);
  });
});

test('reconciliations are newest first, with the difference', async () => {
  const { call, rows, connection } = await newShop();
  const first = await rows.reconciliation(connection.id);
  const second = await rows.reconciliation(connection.id, {
    ...{ currency: 'JPY', provider: 100, ledger: 130, missing_count: 1, missing_ids: ['txn_1'], status: 'different' },
  });
  const { data, total } = await call(finance, 'list_reconciliations', { include_total: true });
  expect([total, data.map(({ id }) => id)]).toEqual([2, [second.id, first.id]]);
  expect(data[0]).toEqual({
    ...{ id: second.id, created_at: '2026-05-04T12:00:00.000Z', integration_id: connection.id, currency: 'JPY', provider_amount: 100 },
    ...{ provider_amount_cents: 100, ledger_amount: 130, ledger_amount_cents: 130, difference_amount: -30, difference_amount_cents: -30 },
    ...{ missing_count: 1, missing_ids: ['txn_1'], status: 'different' },
  });
  expect((await call(finance, 'list_reconciliations', { integration_id: 'int_none' })).data).toEqual([]);
});

test('another Space sees nothing of the ledger, and the sentence names the list', async () => {
  const { rows, connection } = await newShop();
  const entry = await rows.entry(connection.id, [['balance', 'sales', 1]]);
  await rows.reconciliation(connection.id);
  const { call, accounts, ids } = await newShop();
  expect([await accounts(), await accounts({ date: '2026-12-31' }), await ids()]).toEqual([
    { data: [], balanced: true },
    { data: [], balanced: true },
    [],
  ]);
  expect(await accounts({ integration_id: connection.id })).toEqual({ data: [], balanced: true });
  expect((await call(finance, 'list_reconciliations', {})).data).toEqual([]);
  await expect(call(finance, 'get_entry', { id: entry.id })).rejects.toMatchObject({
    code: 'not_found',
    message: `There is no ledger entry "${entry.id}" in this Space.`,
  });
});
