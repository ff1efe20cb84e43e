import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rows } from '@space/contracts/tables';
import { newId, sql } from '@space/database';
import type { TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import { startReaders, tableWith } from './fixtures/readers.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startReaders();
});
afterAll(() => space.stop());

describe('a list through a view', () => {
  test('has the filters of the view in addition to its own, and the view’s order and columns by default', async () => {
    const table = await tableWith(space, { name: { type: 'text' }, amount: { type: 'number' }, d: { type: 'text' } });
    await table.insert({ name: 'a', amount: 1 }, { name: 'b', amount: 2 }, { name: 'c', amount: 3 });
    const { name, amount } = table.column_ids;
    const view_id = newId('viw');
    const config = {
      filters: [{ column_key: amount, op: 'gte', value: 2 }],
      sort: [{ column_key: amount, direction: 'desc' }],
      columns: [{ column_key: name, visible: true }],
    };
    await space.ports.database.query(sql.typeAlias('void')`
      insert into tables.view (space_id, id, table_id, name, type, config, created_at, updated_at)
      values (${table.caller.space_id}, ${view_id}, ${table.table_id}, 'Large', 'grid', ${JSON.stringify(config)}::jsonb, now(), now())`);
    expect((await table.list({ view_id })).data.map(({ title, data }) => [title, data])).toEqual([
      ['c', { name: 'c' }],
      ['b', { name: 'b' }],
    ]);
    expect(await table.titles({ view_id, sort: [{ column_key: 'name' }] })).toEqual(['b', 'c']);
    expect(await table.titles({ view_id, filters: [{ column_key: 'name', op: 'neq', value: 'c' }] })).toEqual(['b']);
    expect(await table.list({ view_id, fields: ['d'], include_total: true })).toMatchObject({
      total: 2,
      data: [{ data: { d: null } }, {}],
    });
    await expect(table.list({ view_id: 'viw_gone' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('that does not exist is one of all errors of the request', async () => {
    const table = await tableWith(space, { name: { type: 'text' } });
    const filters = [{ column_key: 'late', op: 'eq' as const, value: 1 }];
    await expect(table.list({ view_id: 'viw_gone', filters, sort: [{ column_key: 'foo' }], fields: ['bar'] })).rejects.toMatchObject({
      code: 'invalid',
      extras: {
        errors: [
          { path: 'fields.0' },
          { path: 'filters.0.column_key' },
          { path: 'sort.0.column_key' },
          { path: 'view_id', code: 'not_found', message: 'is the id of no view of this table' },
        ],
      },
    });
  });
});

test('the order of rows has the short form of other lists', async () => {
  const table = await tableWith(space, { name: { type: 'text' }, amount: { type: 'number' } });
  await table.insert({ name: 'a', amount: 1 }, { name: 'c', amount: 2 }, { name: 'b', amount: 2 });
  expect(await table.titles({ sort: '-amount,name' })).toEqual(['b', 'c', 'a']);
  expect(await table.titles({ sort: 'name' })).toEqual(['a', 'b', 'c']);
  await expect(table.list({ sort: 'name,-foo' })).rejects.toMatchObject({ extras: { errors: [{ path: 'sort.1.column_key' }] } });
  const list = 'must be a list, such as [{"column_key": "due", "direction": "desc"}], or a text such as -due,name';
  for (const sort of ['', { name: 'asc' } as never])
    await expect(table.list({ sort })).rejects.toMatchObject({ extras: { errors: [{ path: 'sort', message: list }] } });
  await expect(table.list({ filters: {} as never })).rejects.toMatchObject({
    extras: { errors: [{ path: 'filters', message: 'must be a list, such as [{"column_key": "amount", "op": "gt", "value": 10}]' }] },
  });
  for (const [sort, way] of Object.entries({
    'name desc': 'write -name, or {"column_key": "name", "direction": "desc"}',
    'name:ASC': 'write name, or {"column_key": "name", "direction": "asc"}',
  }))
    await expect(table.list({ sort })).rejects.toMatchObject({
      extras: { errors: [{ path: 'sort.0.column_key', message: `there is no column "${sort}"; ${way}` }] },
    });
  await expect(table.list({ sort: 'a,b,c,d,e,f' })).rejects.toMatchObject({
    extras: { errors: [{ path: 'sort', message: 'must have at most 5 entries' }] },
  });
});

describe('a formula that depends on the current time', () => {
  test('is computed at each read and can be filtered and sorted by', async () => {
    const table = await tableWith(space, {
      name: { type: 'text' },
      due: { type: 'date' },
      late: { type: 'formula', value_type: 'boolean', config: { expression: '1 = 2' } },
      number: { type: 'autonumber', config: { prefix: 'INV-', pad: 4 } },
    });
    await space.ports.database.query(sql.typeAlias('void')`
      update tables.user_column set config = ${JSON.stringify({ expression: `{${table.column_ids.due}} < TODAY()` })}::jsonb
      where id = ${table.column_ids.late!}`);
    space.ports.clock.set(Date.parse('2026-03-11T12:00:00Z'));
    const [id] = await table.insert({ name: 'a', due: '2026-03-10', number: 7 }, { name: 'b', due: '2026-03-11', number: 8 });
    const shown = () => table.list().then(({ data }) => data.map((row) => [row.data.late, row.data.number]));
    expect(await shown()).toEqual([
      [true, 'INV-0007'],
      [false, 'INV-0008'],
    ]);
    expect(await table.titles({ filters: [{ column_key: 'late', op: 'eq', value: true }] })).toEqual(['a']);
    expect(await table.titles({ sort: [{ column_key: 'late' }] })).toEqual(['b', 'a']);
    space.ports.clock.advance(86_400_000);
    expect(await table.titles({ filters: [{ column_key: 'late', op: 'eq', value: true }] })).toEqual(['a', 'b']);
    expect((await table.call(rows, 'get', { table_id: table.table_id, row_id: id! })).data).toMatchObject({ late: true });
  });
});

describe('a list as of a time', () => {
  test('returns the rows of that time', async () => {
    const table = await tableWith(space, { name: { type: 'text' }, amount: { type: 'number' } });
    await table.insert({ name: 'then', amount: 1 });
    // Rows inserted by SQL have times of the Postgres clock.
    const as_of = await space.ports.database.oneFirst(sql.type(z.object({ now: z.string() }))`
      select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now from pg_sleep(0.005)`);
    await space.ports.database.query(sql.typeAlias('void')`select from pg_sleep(0.005)`);
    await table.insert({ name: 'later', amount: 2 });
    expect(await table.titles({ as_of })).toEqual(['then']);
    expect(await table.list({ as_of, include_total: true })).toMatchObject({ total: 1 });
    expect(await table.titles({ as_of, filters: [{ column_key: 'amount', op: 'gt', value: 1 }] })).toEqual([]);
  });
});
