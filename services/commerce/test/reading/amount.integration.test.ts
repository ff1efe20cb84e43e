import { expect, test } from '@jest/globals';
import { amountOf, currencyCodes } from '@space/contracts/commerce';
import { sql, unnestRows } from '@space/database';
import { z } from 'zod';
import { amountSql } from '../../src/reading/rows/amount-sql.ts';
import { useReading } from './reading-space.ts';

const reading = useReading();

const read = (rows: readonly { readonly currency: string; readonly cents: number }[]) =>
  reading.ports.database.any(sql.type(z.object({ currency: z.string(), cents: z.number(), text: z.string().nullable() }))`
    select currency, cents, to_json(${amountSql(sql.fragment`cents`, sql.fragment`currency`)})::text as text
    from ${unnestRows(rows, { currency: 'text', cents: 'int8' }, 'given')}`);

test('an amount in SQL is that of amountOf, for every currency and amounts up to 9 * 10^13', async () => {
  const edges = [0, 1, -1, 9, 10, 99, 100, 999, 1_000, 1_001, 9e13, -9e13, 9e13 - 1, 89_999_999_999_999];
  const random = () => Math.floor(Math.random() * 9e13) * (Math.random() < 0.2 ? -1 : 1);
  const rows = currencyCodes.flatMap((currency) => [...edges, ...Array.from({ length: 50 }, random)].map((cents) => ({ currency, cents })));
  const found = await read(rows);
  expect(found).toHaveLength(rows.length);
  // The text is that of the number, so that an answer reads the same from Postgres and from Node.
  for (const { currency, cents, text } of found)
    if (text !== JSON.stringify(amountOf(cents, currency))) throw new Error(`${cents} ${currency} is ${text}.`);
});

test.each([
  ['JPY', 1_234, '1234'],
  ['MGA', 1_234, '1234'],
  ['KWD', 1_234, '1.234'],
  ['HUF', 1_234, '12.34'],
  ['ISK', 1_200, '12'],
  ['UGX', 1_250, '12.5'],
])('an amount in %s has its number of decimals', async (currency, cents, text) => {
  expect(await read([{ currency, cents }])).toMatchObject([{ text }]);
});

test('an amount of an unknown currency is null', async () => {
  expect(await read([{ currency: 'XYZ', cents: 100 }])).toMatchObject([{ text: null }]);
});
