import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { columns, rows } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { CallAs, TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import { newSpace, startTables } from './fixtures/space.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTables();
});
afterAll(() => services.stop());

const ROWS = 100;
const byAmount = [{ column_key: 'amount', direction: 'asc' as const }];

/** Creates the rows 0 to 99. */
const fill = (call: CallAs, table_id: string, row: (n: number) => Record<string, unknown>) =>
  call(rows, 'create_bulk', { table_id, rows: Array.from({ length: ROWS }, (_, n) => row(n)) } as never);

test('a frequent query returns the rows of each call with its values, limit and cursor, also after its columns change', async () => {
  const { call, table } = newSpace(services);
  const { id: table_id, columns: made } = await table('Frequent', { key: 'name', type: 'text' }, { key: 'amount', type: 'number' });
  await fill(call, table_id, (n) => ({ name: `${n}`, amount: n % 10 === 0 ? null : n }));
  const expected = (most: number) =>
    Array.from({ length: ROWS }, (_, n) => n)
      .filter((n) => n % 10 > 0 && n < most)
      .reverse();
  async function readAll(key: string): Promise<void> {
    for (let most = 1; most <= ROWS; most += 4) {
      const asked = {
        table_id,
        filters: [{ column_key: key, op: 'lt' as const, value: most }],
        sort: [{ column_key: key, direction: 'desc' as const }],
        limit: (most % 7) + 1,
      };
      const first = await call(rows, 'list', asked);
      expect(first.data.map(({ data }) => data[key])).toEqual(expected(most).slice(0, asked.limit));
      if (!first.has_more) continue;
      const next = await call(rows, 'list', { ...asked, cursor: first.next_cursor! });
      expect(next.data.map(({ data }) => data[key])).toEqual(expected(most).slice(asked.limit, 2 * asked.limit));
    }
  }
  await readAll('amount');
  await call(columns, 'update', { table_id, column_id: made[1]!.id, key: 'total' });
  await readAll('total');
  await call(columns, 'create', { table_id, key: 'note', label: 'Note', type: 'text' });
  await readAll('total');
});

test('a frequent query is planned for the values of each call', async () => {
  const { call, table } = newSpace(services);
  const { id: table_id } = await table('Planned', { key: 'amount', type: 'number' });
  await fill(call, table_id, (n) => ({ amount: n }));
  for (let most = 0; most < 60; most++)
    await call(rows, 'list', { table_id, filters: [{ column_key: 'amount', op: 'lt', value: most }], sort: byAmount });
  // A statement is prepared on each connection. Concurrent sleeps use all of them.
  const plansOfOne = () =>
    services.ports.database.one(sql.type(z.object({ generic: z.number(), custom: z.number() }))`
      select coalesce(sum(generic_plans), 0)::int as generic, coalesce(sum(custom_plans), 0)::int as custom
      from pg_sleep(0.05) left join pg_prepared_statements as p on p.name like 'rows-%' and position(${`rows_${table_id.slice(4)}`} in p.statement) > 0`);
  const plans = await Promise.all(Array.from({ length: 20 }, plansOfOne));
  expect(plans.filter(({ generic }) => generic > 0)).toEqual([]);
  expect(plans.some(({ custom }) => custom > 5)).toBe(true);
});
