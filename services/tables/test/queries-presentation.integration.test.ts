import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_COUNTED_MATCHES } from '@space/contracts/core';
import { MAX_PENDING_ROWS, rows } from '@space/contracts/tables';
import { sql } from '@space/database';
import { callAs, newSpaceCaller, type TestServices } from '@space/runtime/testing';
import { startReaders, tableWith } from './fixtures/readers.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startReaders();
});
afterAll(() => space.stop());

describe('a row', () => {
  test('shows every column by key, null for empty cells and false for unchecked boxes', async () => {
    const table = await tableWith(space, {
      name: { type: 'text' },
      amount: { type: 'number' },
      paid: { type: 'checkbox' },
      stage: { type: 'select', options: ['Lead', 'Won'] },
      tags: { type: 'multi_select', options: ['A', 'B'] },
      made: { type: 'created_at' },
      by: { type: 'created_by' },
    });
    const [full, empty] = await table.insert({ name: 'Engine', amount: 1.5, paid: true, stage: 'opt_won', tags: ['opt_b', 'opt_a'] }, {});
    const { data } = await table.list();
    expect(data.map(({ id, title }) => [id, title])).toEqual([
      [full, 'Engine'],
      [empty, null],
    ]);
    expect(data[0]!.data).toEqual({
      name: 'Engine',
      amount: 1.5,
      paid: true,
      stage: 'opt_won',
      tags: ['opt_b', 'opt_a'],
      made: data[0]!.created_at,
      by: table.caller.actor,
    });
    expect(data[1]!.data).toMatchObject({ name: null, amount: null, paid: false, stage: null, tags: null });
  });

  test('has the same form in a list, alone, and with columns that Node presents', async () => {
    const cells = { name: 'Engine', amount: 3, paid: true };
    const plain = await tableWith(space, { name: { type: 'text' }, amount: { type: 'number' }, paid: { type: 'checkbox' } });
    const linked = await tableWith(space, {
      name: { type: 'text' },
      amount: { type: 'number' },
      paid: { type: 'checkbox' },
      who: { type: 'contact' },
    });
    const [id] = await plain.insert(cells);
    const [other] = await linked.insert(cells);
    const [listed] = (await plain.list()).data;
    expect(await plain.call(rows, 'get', { table_id: plain.table_id, row_id: id! })).toEqual(listed);
    const [shown] = (await linked.list()).data;
    expect(shown).toMatchObject({ title: listed!.title, data: { ...listed!.data, who: null } });
    expect(await linked.call(rows, 'get', { table_id: linked.table_id, row_id: other! })).toEqual(shown);
  });

  test('names linked contacts and rows, also from the other side', async () => {
    const caller = newSpaceCaller();
    const companies = await tableWith(space, { name: { type: 'text' }, deals: { type: 'reference' } }, caller);
    const deals = await tableWith(
      space,
      {
        title: { type: 'text' },
        company: {
          type: 'reference',
          reference: {
            table_id: companies.table_id,
            cardinality: 'many',
            symmetric_column_id: companies.column_ids.deals!,
            is_inverse: false,
          },
        },
        who: { type: 'contact' },
      },
      caller,
    );
    const reference = { table_id: deals.table_id, cardinality: 'many', symmetric_column_id: deals.column_ids.company, is_inverse: true };
    await space.ports.database.query(sql.typeAlias('void')`
      update tables.user_column set reference = ${JSON.stringify(reference)}::jsonb where id = ${companies.column_ids.deals!}`);
    const [acme] = await companies.insert({ name: 'Acme' });
    const [deal] = await deals.insert({ title: 'Big', company: [acme!, 'row_gone'], who: ['con_merged', 'con_gone', 'con_ada'] });
    const [shown] = (await deals.list()).data;
    expect(shown!.data).toEqual({
      title: 'Big',
      company: [{ row_id: acme, title: 'Acme' }],
      who: [
        { contact_id: 'con_ada', name: 'Ada', email: 'ada@example.com' },
        { contact_id: 'con_gone', name: null, email: null },
      ],
    });
    const [company] = (await companies.list()).data;
    expect(company!.data.deals).toEqual([{ row_id: deal, title: 'Big' }]);
    expect(await companies.ids({ filters: [{ column_key: 'deals', op: 'has_any', value: [deal!] }] })).toEqual([acme]);
    expect(await companies.ids({ filters: [{ column_key: 'deals', op: 'is_empty' }] })).toEqual([]);
    expect(await companies.ids({ filters: [{ column_key: 'deals', op: 'eq', value: deal! }] })).toEqual([acme]);
  });

  test('read alone has an ETag, and an unknown row and a row of another table both get 404', async () => {
    const one = await tableWith(space, { name: { type: 'text' } });
    const other = await tableWith(space, { name: { type: 'text' } }, one.caller);
    const [id] = await other.insert({ name: 'There' });
    expect((await other.call.whole(rows, 'get', { table_id: other.table_id, row_id: id! })).etag).toMatch(/^"\d+\.\d+"$/);
    for (const row_id of [id!, 'row_never'])
      await expect(one.call(rows, 'get', { table_id: one.table_id, row_id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(callAs(space.ports, newSpaceCaller())(rows, 'get', { table_id: other.table_id, row_id: id! })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('has the errors of empty computed cells, for requested columns only', async () => {
    const table = await tableWith(space, { name: { type: 'text' }, total: { type: 'rollup', value_type: 'number' }, n: { type: 'count' } });
    await table.insert({ name: 'x' });
    await space.ports.database.query(sql.typeAlias('void')`
      update ${sql.identifier(['tables', table.row_table])} set errors = '{"c2": {"code": "div_by_zero", "message": "Divided by zero."}}'`);
    const [row] = (await table.list()).data;
    expect(row!._errors).toEqual({ total: { code: 'div_by_zero', message: 'Divided by zero.' } });
    expect((await table.list({ fields: ['n'] })).data[0]).not.toHaveProperty('_errors');
  });

  test('lists cells that may be stale until their job has run', async () => {
    const table = await tableWith(space, { name: { type: 'text' }, n: { type: 'count', status: 'pending' } });
    const [done, waiting] = await table.insert({ name: 'done', n: 1 }, { name: 'waiting' });
    await space.ports.database.query(sql.typeAlias('void')`
      insert into tables.recompute_job (space_id, table_id, column_ids, after_row_id, total)
      values (${table.caller.space_id}, ${table.table_id}, array[${table.column_ids.n!}], ${done!}, 2)`);
    const { data } = await table.list();
    expect(data.map(({ id, _pending }) => [id, _pending])).toEqual([
      [done, undefined],
      [waiting, ['n']],
    ]);
  });

  test('counts every row as waiting when jobs list more rows than a call looks up', async () => {
    const table = await tableWith(space, { name: { type: 'text' }, n: { type: 'count', status: 'pending' } });
    await table.insert({ name: 'one', n: 1 }, { name: 'two' });
    const enqueue = (count: number) =>
      space.ports.database.query(sql.typeAlias('void')`
        insert into tables.recompute_job (space_id, table_id, column_ids, row_ids, total)
        select ${table.caller.space_id}, ${table.table_id}, array[${table.column_ids.n!}], array_agg('row_' || n), ${count}
        from generate_series(1, ${count}::integer) as n`);
    await enqueue(MAX_PENDING_ROWS - 1);
    expect((await table.list()).data.map(({ _pending }) => _pending)).toEqual([undefined, undefined]);
    await enqueue(1);
    expect((await table.list()).data.map(({ _pending }) => _pending)).toEqual([['n'], ['n']]);
  });
});

describe('a list of rows', () => {
  test('returns the requested fields only, and rejects an unknown field with a similar name', async () => {
    const table = await tableWith(space, { name: { type: 'text' }, amount: { type: 'number' } });
    await table.insert({ name: 'x', amount: 1 });
    expect((await table.list({ fields: ['amount'] })).data[0]).toMatchObject({ title: 'x', data: { amount: 1 } });
    expect((await table.list({ fields: ['amount'] })).data[0]!.data).not.toHaveProperty('name');
    expect((await table.list({ fields: [] })).data[0]!.data).toEqual({});
    await expect(table.list({ fields: ['amout'] })).rejects.toMatchObject({
      extras: { errors: [{ path: 'fields.0', code: 'unknown_column', message: expect.stringContaining('"amount"') }] },
    });
  });

  test('follows a change of columns immediately, even if its statement is prepared', async () => {
    const table = await tableWith(space, { name: { type: 'text' }, amount: { type: 'number' } });
    await table.insert({ name: 'x', amount: 1 });
    for (let time = 0; time < 8; time++) expect((await table.list()).data[0]!.data).toEqual({ name: 'x', amount: 1 });
    await space.ports.database.query(
      sql.typeAlias('void')`update tables.user_column set key = 'price' where id = ${table.column_ids.amount!}`,
    );
    await space.ports.database.query(
      sql.typeAlias('void')`update tables.user_table set schema_version = schema_version + 1 where id = ${table.table_id}`,
    );
    for (let time = 0; time < 8; time++) expect((await table.list()).data[0]!.data).toEqual({ name: 'x', price: 1 });
    await expect(table.list({ sort: [{ column_key: 'amount' }] })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('counts all rows and matching rows only on request', async () => {
    const table = await tableWith(space, { name: { type: 'text' }, amount: { type: 'number' } });
    await table.insert({ name: 'a', amount: 1 }, { name: 'b', amount: 2 }, { name: 'c', amount: 3 });
    expect(await table.list({ limit: 1 })).not.toHaveProperty('total');
    expect(await table.list({ limit: 1, include_total: true })).toMatchObject({ total: 3, has_more: true });
    const filters = [{ column_key: 'amount', op: 'gte' as const, value: 2 }];
    expect(await table.list({ limit: 1, include_total: true, filters })).toMatchObject({ total: 2, total_is_exact: true });
  });

  test(`counts filtered rows up to ${MAX_COUNTED_MATCHES}, and all rows of a table`, async () => {
    const table = await tableWith(space, { amount: { type: 'number' } });
    await table.insert(...Array.from({ length: MAX_COUNTED_MATCHES + 1 }, (_, n) => ({ amount: n })));
    const totalOf = async (args: Parameters<typeof table.list>[0]) => {
      const { total, total_is_exact } = await table.list({ ...args, limit: 1, include_total: true });
      return [total, total_is_exact];
    };
    const atLeast = (value: number) => ({ filters: [{ column_key: 'amount', op: 'gte' as const, value }] });
    expect(await totalOf({ sort: [{ column_key: 'amount' }] })).toEqual([MAX_COUNTED_MATCHES + 1, true]);
    expect(await totalOf(atLeast(0))).toEqual([MAX_COUNTED_MATCHES, false]);
    expect(await totalOf(atLeast(1))).toEqual([MAX_COUNTED_MATCHES, true]);
  });

  test('of a table outside the Space returns 404', async () => {
    const table = await tableWith(space, { name: { type: 'text' } });
    await expect(callAs(space.ports, newSpaceCaller())(rows, 'list', { table_id: table.table_id })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await table.list()).toEqual({ data: [], has_more: false, next_cursor: null });
  });
});
