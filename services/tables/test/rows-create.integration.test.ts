import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { columns, rows, tables } from '@space/contracts/tables';
import { sql } from '@space/database';
import { newSpaceCaller, type TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import { newSpace, refusal, startTables } from './fixtures/space.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startTables();
});
afterAll(() => space.stop());

const text = { key: 'name', type: 'text' };
const amount = { key: 'amount', type: 'number', field_config: { min: 0 } };

async function deals(...more: Record<string, unknown>[]) {
  const testSpace = newSpace(space);
  const { id: table_id } = await testSpace.table('Deals', text, amount, ...more);
  return { ...testSpace, table_id };
}

describe('creating a row', () => {
  test('returns every column by key, the title, and a version for If-Match', async () => {
    const { call, table_id } = await deals({ key: 'done', type: 'checkbox' });
    const created = await call.whole(rows, 'create', { table_id, data: { name: 'Engine', amount: 5 } });
    const now = new Date(space.ports.clock.now()).toISOString();
    expect(created.output).toEqual({
      id: expect.stringMatching(/^row_[0-9a-z]{26}$/),
      created_at: now,
      updated_at: now,
      title: 'Engine',
      data: { name: 'Engine', amount: 5, done: false },
    });
    expect(await call.whole(rows, 'get', { table_id, row_id: created.output.id })).toEqual(created);
    await call(rows, 'update', { table_id, row_id: created.output.id, data: { amount: 6 } }, { if_match: created.etag! });
  });

  test('emits one event with its cells, increments the row count and stores no empty cells', async () => {
    const { call, table_id, events } = await deals();
    const { id } = await call(rows, 'create', { table_id, data: { name: 'Engine', amount: null } });
    expect((await events()).map(({ type, data }) => [type, data])).toEqual([
      [
        'table_row_created',
        expect.objectContaining({ table_id, table: 'Deals', row_id: id, row: 'Engine', data: { name: 'Engine', amount: null } }),
      ],
    ]);
    expect(await call(tables, 'get', { table_id })).toMatchObject({ row_count: 1 });
    const row_table = `rows_${table_id.slice(4)}`;
    const data = await space.ports.database.oneFirst(
      sql.type(z.object({ data: z.json() }))`select data from ${sql.identifier(['tables', row_table])}`,
    );
    expect(data).toEqual({ c1: 'Engine' });
  });

  test('applies defaults to missing cells but not to cells set to null', async () => {
    const { call, table_id } = await deals({ key: 'stage', type: 'text', default_value: 'new' });
    expect(await call(rows, 'create', { table_id, data: {} })).toMatchObject({ data: { stage: 'new' } });
    expect(await call(rows, 'create', { table_id, data: { stage: null } })).toMatchObject({ data: { stage: null } });
  });

  test('reports all errors together: unknown columns with a similar name, read-only columns, invalid cells and missing required cells', async () => {
    const { call, table_id, events } = await deals(
      { key: 'code', type: 'text', required: true },
      { key: 'no', type: 'autonumber' },
      { key: 'day', type: 'date' },
    );
    const refused = await refusal(call(rows, 'create', { table_id, data: { nam: 'x', amount: 'much', no: 5, day: '2026-02-30' } }));
    expect(refused).toMatchObject({ code: 'invalid', status: 400 });
    expect(refused.extras.errors!.map(({ path, code }) => [path, code])).toEqual([
      ['data.nam', 'unknown_column'],
      ['data.amount', expect.any(String)],
      ['data.no', 'read_only_column'],
      ['data.day', expect.any(String)],
      ['data.code', 'required'],
    ]);
    expect(refused.extras.errors![0]!.message).toContain('did you mean "name"');
    expect(await events()).toEqual([]);
  });

  test('in an unknown table or a table of another Space returns 404', async () => {
    const { table_id } = await deals();
    const other = newSpace(space);
    expect(await refusal(other.call(rows, 'create', { table_id, data: {} }))).toMatchObject({ code: 'not_found' });
    expect(await refusal(other.call(rows, 'create_bulk', { table_id: 'tbl_none', rows: [{}] }))).toMatchObject({ code: 'not_found' });
  });

  test('in an archived table is rejected with the remedy', async () => {
    const { call, table_id } = await deals();
    const { id } = await call(rows, 'create', { table_id, data: {} });
    await call(tables, 'update', { table_id, archived: true });
    for (const act of [
      () => call(rows, 'create', { table_id, data: {} }),
      () => call(rows, 'update', { table_id, row_id: id, data: {} }),
      () => call(rows, 'delete', { table_id, row_id: id }),
    ])
      expect(await refusal(act())).toMatchObject({ code: 'conflict', message: expect.stringContaining('archived') });
  });

  test('computes its formulas before the response and the event', async () => {
    const { call, table_id, events } = await deals();
    await call(columns, 'create', {
      table_id,
      key: 'double',
      label: 'Double',
      type: 'formula',
      field_config: { expression: '{amount} * 2' },
    });
    await call(columns, 'create', { table_id, key: 'rest', label: 'Rest', type: 'formula', field_config: { expression: '1 / {amount}' } });
    const created = await call(rows, 'create', { table_id, data: { amount: 0 } });
    expect(created).toMatchObject({ data: { double: 0, rest: null }, _errors: { rest: { code: expect.any(String) } } });
    expect(await call(rows, 'get', { table_id, row_id: created.id })).toEqual(created);
    expect((await events())[0]!.data).toMatchObject({ data: { amount: 0, double: 0, rest: null } });
  });

  test('allocates consecutive autonumbers, also in bulk and concurrently', async () => {
    const { call, table_id } = await deals({ key: 'no', type: 'autonumber', field_config: { prefix: 'D-', pad: 3, start: 7 } });
    expect(await call(rows, 'create', { table_id, data: {} })).toMatchObject({ data: { no: 'D-007' } });
    const bulk = () => call(rows, 'create_bulk', { table_id, rows: Array.from({ length: 20 }, () => ({})) });
    const created = (await Promise.all([bulk(), bulk(), bulk()])).flatMap(({ data }) => data);
    expect(new Set(created.map(({ data }) => data.no)).size).toBe(60);
  });
});

describe('creating rows in bulk', () => {
  test('creates a hundred rows in order, each with a version and an event', async () => {
    const { call, table_id, events } = await deals();
    const given = Array.from({ length: 100 }, (_, index) => ({ name: `Engine ${index}`, amount: index }));
    const { data } = await call(rows, 'create_bulk', { table_id, rows: given });
    expect(data.map((row) => row.data)).toEqual(given);
    expect((await events()).map((event) => (event.data as unknown as { row_id: string }).row_id)).toEqual(data.map(({ id }) => id));
    expect(await call(tables, 'get', { table_id })).toMatchObject({ row_count: 100 });
    const page = await call(rows, 'list', { table_id, limit: 100 });
    expect(page.data).toEqual(data);
  });

  test('is atomic, and reports each invalid cell by row and column', async () => {
    const { call, table_id, events } = await deals();
    const refused = await refusal(
      call(rows, 'create_bulk', { table_id, rows: [{ name: 'a' }, { amount: -1 }, { name: 'b' }, { name: 5, amount: 'x' }] }),
    );
    expect(refused.extras.errors!.map(({ path }) => path)).toEqual(['rows.1.amount', 'rows.3.name', 'rows.3.amount']);
    expect(await events()).toEqual([]);
    expect(await call(tables, 'get', { table_id })).toMatchObject({ row_count: 0 });
  });

  test('reports at most a hundred errors', async () => {
    const { call, table_id } = await deals();
    const refused = await refusal(
      call(rows, 'create_bulk', { table_id, rows: Array.from({ length: 80 }, () => ({ amount: 'x', name: 1 })) }),
    );
    expect(refused.extras.errors).toHaveLength(100);
  });

  test('rejects more than a hundred rows', async () => {
    const { call, table_id } = await deals();
    const many = Array.from({ length: 101 }, () => ({}));
    expect(await refusal(call(rows, 'create_bulk', { table_id, rows: many }))).toMatchObject({ code: 'invalid' });
  });
});

describe('an idempotency key', () => {
  test('creates a row once and returns the same row and version', async () => {
    const { call, table_id, events } = await deals();
    const once = { idempotency_key: 'key-1' };
    const first = await call.whole(rows, 'create', { table_id, data: { name: 'x' } }, once);
    const second = await call.whole(rows, 'create', { table_id, data: { name: 'x' } }, once);
    expect(second).toEqual({ ...first, replayed: true });
    const bulk = { table_id, rows: [{ name: 'y' }, { name: 'z' }] };
    expect((await call.whole(rows, 'create_bulk', bulk, once)).output).toEqual((await call.whole(rows, 'create_bulk', bulk, once)).output);
    expect(await events()).toHaveLength(3);
  });
});

describe('a concurrent schema change', () => {
  test('is detected by the statement, and the write is retried with the new schema', async () => {
    const { call, table_id } = await deals();
    await call(rows, 'create', { table_id, data: { name: 'a', amount: 1 } });
    // Changes the schema in the database, as another process would, so that the cached schema is stale.
    const rename = (from: string, to: string) =>
      space.ports.database.transaction(async (tx) => {
        await tx.query(sql.typeAlias('void')`update tables.user_column set key = ${to} where table_id = ${table_id} and key = ${from}`);
        await tx.query(sql.typeAlias('void')`update tables.user_table set schema_version = schema_version + 1 where id = ${table_id}`);
      });
    await rename('amount', 'sum');
    const created = await call(rows, 'create', { table_id, data: { name: 'b' } });
    expect(created.data).toEqual({ name: 'b', sum: null });
    await rename('sum', 'total');
    expect((await call(rows, 'update', { table_id, row_id: created.id, data: { name: 'c' } })).data).toEqual({ name: 'c', total: null });
    await rename('total', 'whole');
    const bulk = call(rows, 'create_bulk', { table_id, rows: [{ name: 'b' }] }, { idempotency_key: 'k' });
    expect((await bulk).data[0]!.data).toEqual({ name: 'b', whole: null });
  });

  test('loses no row of a hundred concurrent writers', async () => {
    const { call, table_id } = await deals();
    const writing = Array.from({ length: 40 }, (_, index) => call(rows, 'create_bulk', { table_id, rows: [{ name: `r${index}` }, {}] }));
    const changing = (async () => {
      for (const key of ['a', 'b', 'c', 'd']) await call(columns, 'create', { table_id, key, label: key, type: 'text' });
    })();
    await Promise.all([...writing, changing]);
    expect(await call(tables, 'get', { table_id })).toMatchObject({ row_count: 80 });
  });
});

test('a row stores the actor that created it', async () => {
  const { call, table_id } = await deals({ key: 'by', type: 'created_by' });
  const { data } = await call(rows, 'create', { table_id, data: {} });
  expect(data.by).toMatchObject({ kind: 'api_key', name: newSpaceCaller().actor.name });
});
