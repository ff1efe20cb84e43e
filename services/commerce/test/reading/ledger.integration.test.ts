import { describe, expect, test } from '@jest/globals';
import { sql } from '@space/database';
import { z } from 'zod';
import { closeDays } from '../../src/reading/closings.ts';
import { insertRows } from '../fixtures/commerce-rows.ts';
import { useReading } from './reading-space.ts';

const reading = useReading();

/** Creates a Space with a connection and one entry of the ledger. */
async function newLedger() {
  const space = reading.newSpace();
  const { rows } = space;
  const connection = await rows.connection();
  const entry = await rows.entry(connection.id, [['balance', 'sales', 4_900]], { gross: 4_900, source_id: 'txn_1' });
  return { ...space, connection, entry };
}

/** Returns the SQLSTATE with which Postgres refuses a change. */
const refusal = (change: Promise<unknown>): Promise<string> =>
  change.then(
    () => 'accepted',
    (error: { code?: string; cause?: { code?: string } }) => error.cause?.code ?? error.code ?? String(error),
  );

describe('Postgres refuses', () => {
  test.each(['entry', 'movement', 'account'])('to update, delete or truncate rows of %s', async (table) => {
    await newLedger();
    const { database } = reading.ports;
    const name = sql.identifier(['commerce', table]);
    for (const statement of [
      sql.fragment`update ${name} set currency = currency`,
      sql.fragment`delete from ${name}`,
      sql.fragment`truncate ${name} cascade`,
    ])
      expect(await refusal(database.query(sql.typeAlias('void')`${statement}`))).toBe('23001');
  });

  test('to truncate the ledger with the connections', async () => {
    await newLedger();
    expect(await refusal(reading.ports.database.query(sql.typeAlias('void')`truncate commerce.connection cascade`))).toBe('23001');
  });

  test('a movement without an amount, or to the same account', async () => {
    const { rows, connection } = await newLedger();
    for (const amount of [0, -1]) expect(await refusal(rows.entry(connection.id, [['balance', 'sales', amount]]))).toBe('23514');
    expect(await refusal(rows.entry(connection.id, [['balance', 'balance', 1]]))).toBe('23514');
  });

  test('a movement in another currency, of another connection or of another Space', async () => {
    const { caller, entry, connection, rows } = await newLedger();
    const { database } = reading.ports;
    const movement = {
      ...{ space_id: caller.space_id, entry_id: entry.id, n: 7, integration_id: connection.id, debit: 'balance', credit: 'sales' },
      ...{ currency: 'EUR', amount: 1, entered_at: '2026-05-04T12:00:00.000Z' },
    };
    await rows.entry(connection.id, [['balance', 'sales', 1]], { currency: 'JPY' });
    const second = await rows.connection();
    await rows.entry(second.id, [['balance', 'sales', 1]]);
    const stranger = await newLedger();
    for (const over of [{ currency: 'JPY' }, { integration_id: second.id }, { space_id: stranger.caller.space_id }, { debit: 'bank' }])
      expect(await refusal(insertRows(database, 'movement', [{ ...movement, ...over }]))).toBe('23503');
    expect(await refusal(insertRows(database, 'movement', [movement]))).toBe('accepted');
  });

  test('a source that was entered before', async () => {
    const { connection, rows } = await newLedger();
    expect(await refusal(rows.entry(connection.id, [], { source_id: 'txn_1' }))).toBe('23505');
    const second = await rows.connection();
    expect(await refusal(rows.entry(second.id, [], { source_id: 'txn_1' }))).toBe('accepted');
  });

  test('a refund above the amount of an order', async () => {
    const { connection, rows } = await newLedger();
    expect(await refusal(rows.order(connection, { amount: 100, refunded: 101, status: 'refunded' }))).toBe('23514');
    expect(await refusal(rows.order(connection, { amount: 100, refunded: -1 }))).toBe('23514');
    expect(await refusal(rows.order(connection, { amount: 100, refunded: 100, status: 'refunded' }))).toBe('accepted');
  });
});

const Closing = z.object({ code: z.string(), currency: z.string(), until: z.number(), debit: z.number(), credit: z.number() });

describe('closings', () => {
  const NINE = Date.parse('2026-05-05T09:00:00Z');
  const closingsOf = (space_id: string) =>
    reading.ports.database.any(sql.type(Closing)`
      select code, currency, until, debit, credit from commerce.closing where space_id = ${space_id} order by currency, code`);
  const close = (now: number) => closeDays(reading.ports.database, now);

  test('count what was entered before the day, and advance only if there is something new', async () => {
    const { caller, rows, connection } = await newLedger();
    await close(NINE);
    const until = Date.parse('2026-05-05T00:00:00Z');
    const first = [
      { code: 'balance', currency: 'EUR', until, debit: 4_900, credit: 0 },
      { code: 'sales', currency: 'EUR', until, debit: 0, credit: 4_900 },
    ];
    expect(await closingsOf(caller.space_id)).toEqual(first);
    expect(await close(NINE)).toBe(0);
    await rows.entry(connection.id, [['fees', 'balance', 161]], { entered_at: '2026-05-05T00:00:00.000Z' });
    expect(await close(NINE)).toBe(0);
    expect(await closingsOf(caller.space_id)).toEqual(first);
    // The first hour of a day belongs to transactions that began before it.
    expect(await close(Date.parse('2026-05-06T00:59:59Z'))).toBe(0);
    expect(await close(Date.parse('2026-05-06T01:00:00Z'))).toBe(1);
    expect(await closingsOf(caller.space_id)).toMatchObject([
      { code: 'balance', until: Date.parse('2026-05-06T00:00:00Z'), debit: 4_900, credit: 161 },
      { code: 'fees', debit: 161, credit: 0 },
      { code: 'sales', debit: 0, credit: 4_900 },
    ]);
  });

  test('are the same when several processes close concurrently', async () => {
    const { caller, rows, connection } = await newLedger();
    await close(NINE);
    await rows.entry(connection.id, [['balance', 'sales', 100]], { entered_at: '2026-05-05T05:00:00.000Z' });
    const later = NINE + 86_400_000;
    const advanced = await Promise.all([close(later), close(later), close(later)]);
    expect(advanced.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect((await closingsOf(caller.space_id)).map(({ debit, credit }) => [debit, credit])).toEqual([
      [5_000, 0],
      [0, 5_000],
    ]);
  });

  test('are the same when they are computed again from nothing', async () => {
    const { caller, rows, connection } = await newLedger();
    const codes = ['balance', 'sales', 'fees', 'refunds'] as const;
    for (let day = 5; day < 12; day += 1) {
      const entered_at = `2026-05-${String(day).padStart(2, '0')}T12:00:00.000Z`;
      const [debit, credit] = [codes[day % 4]!, codes[(day + 1) % 4]!];
      await rows.entry(connection.id, [[debit, credit, day * 7]], { entered_at, currency: day % 3 === 0 ? 'JPY' : 'EUR' });
      await close(Date.parse(entered_at));
    }
    const end = Date.parse('2026-05-20T12:00:00Z');
    await close(end);
    const stepwise = await closingsOf(caller.space_id);
    await reading.ports.database.query(sql.typeAlias('void')`delete from commerce.closing where space_id = ${caller.space_id}`);
    await close(end);
    const totals = (closings: typeof stepwise) => closings.map(({ until: _until, ...rest }) => rest);
    expect(totals(await closingsOf(caller.space_id))).toEqual(totals(stepwise));
    expect(stepwise).toHaveLength(7);
  });
});
