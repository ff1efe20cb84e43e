import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rows, tables } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { TestServices } from '@space/runtime/testing';
import { newDeals } from './fixtures/deals.ts';
import { refusal, startTables } from './fixtures/space.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startTables();
});
afterAll(() => space.stop());

const deals = (...more: Record<string, unknown>[]) => newDeals(space, ...more);

describe('updating a row', () => {
  test('merges the given keys, empties cells with null and creates a new version', async () => {
    const { call, table_id, create } = await deals();
    const created = await create({ name: 'a', amount: 1 });
    space.ports.clock.advance(1_000);
    const changed = await call.whole(rows, 'update', { table_id, row_id: created.output.id, data: { amount: null } });
    expect(changed.output).toEqual({
      ...created.output,
      updated_at: new Date(space.ports.clock.now()).toISOString(),
      data: { name: 'a', amount: null },
      previous_version: Number.parseInt(created.etag!.slice(1), 10),
    });
    expect(changed.etag).not.toBe(created.etag);
    const { previous_version: _, ...row } = changed.output;
    expect(await call.whole(rows, 'get', { table_id, row_id: created.output.id })).toEqual({ ...changed, output: row });
  });

  test('emits an event with the changed and the previous cells', async () => {
    const { call, table_id, create, events } = await deals();
    const { output } = await create({ name: 'a', amount: 1 });
    await call(rows, 'update', { table_id, row_id: output.id, data: { name: 'a', amount: 2 } });
    expect((await events())[1]).toMatchObject({
      type: 'table_row_updated',
      data: { row_id: output.id, row: 'a', data: { name: 'a', amount: 2 }, changed: ['amount'], previous: { amount: 1 } },
    });
  });

  test('stores the previous version in the history with the actor that replaced it', async () => {
    const { call, table_id, create, history } = await deals();
    const created = await create({ name: 'a' });
    const changed = await call.whole(rows, 'update', { table_id, row_id: created.output.id, data: { name: 'b' } });
    const version = (etag: string | undefined) => Number.parseInt(etag!.slice(1), 10);
    expect(await history()).toEqual([
      { row_id: created.output.id, op: 'u', from_seq: version(created.etag), to_seq: version(changed.etag), data: { c1: 'a' } },
    ]);
  });

  test('to its current cells writes nothing and emits nothing', async () => {
    const { call, table_id, create, events, history } = await deals({ key: 'files', type: 'attachment' });
    const file = { url: 'https://example.com/a.pdf', name: 'a.pdf' };
    const created = await create({ name: 'a', amount: 1, files: [file] });
    const again = await call.whole(rows, 'update', { table_id, row_id: created.output.id, data: created.output.data });
    expect(again).toEqual({ ...created, output: { ...created.output, previous_version: null } });
    expect(await events()).toHaveLength(1);
    expect(await history()).toEqual([]);
  });

  test('with an outdated ETag returns 412 and changes nothing, for update and delete', async () => {
    const { call, table_id, create } = await deals();
    const created = await create({ name: 'a' });
    const row = { table_id, row_id: created.output.id };
    await call(rows, 'update', { ...row, data: { name: 'b' } }, { if_match: created.etag! });
    expect(await refusal(call(rows, 'update', { ...row, data: { name: 'c' } }, { if_match: created.etag! }))).toMatchObject({
      status: 412,
    });
    expect(await refusal(call(rows, 'delete', row, { if_match: created.etag! }))).toMatchObject({ status: 412 });
    expect(await call(rows, 'get', row)).toMatchObject({ data: { name: 'b' } });
  });

  test('accepts one of two concurrent updates with the same ETag', async () => {
    const { call, table_id, create } = await deals();
    const created = await create({ amount: 0 });
    const attempts = Array.from({ length: 10 }, (_, amount) =>
      call(rows, 'update', { table_id, row_id: created.output.id, data: { amount: amount + 1 } }, { if_match: created.etag! }).then(
        () => 'done',
        ({ status }) => status,
      ),
    );
    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 412)).toHaveLength(9);
  });

  test('concurrently loses no cell, and the history has every version', async () => {
    const { call, table_id, create, history } = await deals();
    const { output } = await create({});
    await Promise.all([
      ...Array.from({ length: 10 }, (_, index) => call(rows, 'update', { table_id, row_id: output.id, data: { amount: index } })),
      call(rows, 'update', { table_id, row_id: output.id, data: { name: 'last' } }),
    ]);
    expect(await call(rows, 'get', { table_id, row_id: output.id })).toMatchObject({ data: { name: 'last' } });
    const images = await history();
    for (const [index, image] of images.entries()) if (index > 0) expect(image.from_seq).toBe(images[index - 1]!.to_seq);
  });

  test('rejects an empty required cell with all errors', async () => {
    const { call, table_id, create } = await deals({ key: 'code', type: 'text', required: true });
    const { output } = await create({ code: 'x' });
    const refused = await refusal(call(rows, 'update', { table_id, row_id: output.id, data: { code: null, amount: 'x', what: 1 } }));
    expect(refused.extras.errors!.map(({ path, code }) => [path, code])).toEqual([
      ['data.code', 'required'],
      ['data.amount', expect.any(String)],
      ['data.what', 'unknown_column'],
    ]);
    expect(await call(rows, 'update', { table_id, row_id: output.id, data: { amount: 1 } })).toMatchObject({
      data: { code: 'x', amount: 1 },
    });
  });

  test('returns 404 for a missing row', async () => {
    const { call, table_id } = await deals();
    expect(await refusal(call(rows, 'update', { table_id, row_id: 'row_none', data: {} }))).toMatchObject({ code: 'not_found' });
    expect(await refusal(call(rows, 'delete', { table_id, row_id: 'row_none' }))).toMatchObject({ code: 'not_found' });
  });
});

describe('updating rows in bulk', () => {
  test('updates all rows in the given order and writes only the changed ones', async () => {
    const { call, table_id, create, events } = await deals();
    const created = [await create({ name: 'a' }), await create({ name: 'b' }), await create({ name: 'c' })].map(({ output }) => output);
    const updates = [created[2]!, created[0]!, created[1]!].map(({ id, data }) => ({
      row_id: id,
      data: { name: data.name === 'b' ? 'b' : 'new' },
    }));
    const { data } = await call(rows, 'update_bulk', { table_id, updates });
    expect(data.map((row) => [row.id, row.data.name])).toEqual([
      [created[2]!.id, 'new'],
      [created[0]!.id, 'new'],
      [created[1]!.id, 'b'],
    ]);
    expect((await events()).filter(({ type }) => type === 'table_row_updated')).toHaveLength(2);
  });

  test('is atomic, and reports each missing row and each invalid cell', async () => {
    const { call, table_id, create } = await deals();
    const { output } = await create({ name: 'a' });
    const missing = await refusal(
      call(rows, 'update_bulk', {
        table_id,
        updates: [
          { row_id: output.id, data: { name: 'b' } },
          { row_id: 'row_missing', data: {} },
        ],
      }),
    );
    expect(missing).toMatchObject({ code: 'not_found', message: expect.stringContaining('row_missing') });
    const wrong = await refusal(
      call(rows, 'update_bulk', {
        table_id,
        updates: [
          { row_id: output.id, data: { name: 'b' } },
          { row_id: 'row_x', data: { amount: 'x' } },
        ],
      }),
    );
    expect(wrong.extras.errors!.map(({ path }) => path)).toEqual(['updates.1.data.amount']);
    expect(await call(rows, 'get', { table_id, row_id: output.id })).toMatchObject({ data: { name: 'a' } });
  });

  test('rejects a row that is listed twice', async () => {
    const { call, table_id, create } = await deals();
    const { output } = await create({});
    const twice = [1, 2].map((amount) => ({ row_id: output.id, data: { amount } }));
    expect(await refusal(call(rows, 'update_bulk', { table_id, updates: twice }))).toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'updates.1.row_id', code: 'duplicate_row', message: expect.stringContaining('updates.0.row_id') }] },
    });
  });

  test('in crossing orders by many callers ends without a deadlock', async () => {
    const { call, table_id, create } = await deals();
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await create({})).output.id));
    const updates = (order: readonly string[], amount: number) => order.map((row_id) => ({ row_id, data: { amount } }));
    const calls = Array.from({ length: 12 }, (_, index) =>
      call(rows, 'update_bulk', { table_id, updates: updates(index % 2 ? ids : ids.toReversed(), index) }),
    );
    expect(await Promise.all(calls)).toHaveLength(12);
  });
});

test('a deadlock with another transaction is retried', async () => {
  const { call, table_id, create } = await deals();
  const [a, b] = [(await create({})).output.id, (await create({})).output.id];
  const row_table = sql.identifier(['tables', `rows_${table_id.slice(4)}`]);
  const held = Promise.withResolvers<void>();
  let tries = 0;
  const other = space.ports.database.transaction(async (tx) => {
    tries += 1;
    await tx.query(sql.typeAlias('void')`select from ${row_table} where id = ${b} for update`);
    held.resolve();
    await tx.query(sql.typeAlias('void')`select from pg_sleep(0.3)`);
    await tx.query(sql.typeAlias('void')`select from ${row_table} where id = ${a} for update`);
  });
  await held.promise;
  const updates = [a, b].map((row_id) => ({ row_id, data: { amount: 1 } }));
  const [changed] = await Promise.all([call(rows, 'update_bulk', { table_id, updates }), other]);
  expect(changed.data.map(({ data }) => data.amount)).toEqual([1, 1]);
  expect(tries).toBeLessThanOrEqual(2);
});

describe('deleting rows', () => {
  test('returns the deleted row, decrements the count, stores the history and emits the last cells', async () => {
    const { call, table_id, create, events, history } = await deals();
    const { output } = await create({ name: 'a', amount: 1 });
    expect(await call(rows, 'delete', { table_id, row_id: output.id })).toEqual({
      id: output.id,
      deleted: true,
      previous_version: expect.any(Number),
    });
    expect(await refusal(call(rows, 'get', { table_id, row_id: output.id }))).toMatchObject({ code: 'not_found' });
    expect(await call(tables, 'get', { table_id })).toMatchObject({ row_count: 0 });
    expect((await events())[1]).toMatchObject({
      type: 'table_row_deleted',
      data: { row_id: output.id, row: 'a', data: { name: 'a', amount: 1 } },
    });
    expect(await history()).toMatchObject([{ row_id: output.id, op: 'd', data: { c1: 'a', c2: 1 } }]);
  });

  test('in bulk is atomic and names the missing row', async () => {
    const { call, table_id, create } = await deals();
    const ids = await Promise.all([1, 2, 3].map(async (amount) => (await create({ amount })).output.id));
    expect(await refusal(call(rows, 'delete_bulk', { table_id, row_ids: [...ids, 'row_gone'] }))).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('row_gone'),
    });
    expect(await refusal(call(rows, 'delete_bulk', { table_id, row_ids: [ids[0]!, ids[0]!] }))).toMatchObject({ code: 'invalid' });
    expect(await call(rows, 'delete_bulk', { table_id, row_ids: ids })).toMatchObject({ row_ids: ids, deleted: 3 });
    expect(await call(tables, 'get', { table_id })).toMatchObject({ row_count: 0 });
  });

  test('by two concurrent calls succeeds once', async () => {
    const { call, table_id, create } = await deals();
    const { output } = await create({});
    const attempts = [1, 2, 3].map(() =>
      call(rows, 'delete', { table_id, row_id: output.id }).then(
        () => 'done',
        ({ code }) => code,
      ),
    );
    expect((await Promise.all(attempts)).toSorted()).toEqual(['done', 'not_found', 'not_found']);
    expect(await call(tables, 'get', { table_id })).toMatchObject({ row_count: 0 });
  });
});
