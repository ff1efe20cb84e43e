import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from '@space/database';
import { emittedIn, startServices, type TestServices } from '@space/runtime/testing';

import { ensureColumnIndexes } from '../src/columns/column-indexes.queries.ts';
import { newTableInTime } from './fixtures/time.ts';
import { rowVersions, timeMachine } from './fixtures/time-machine.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([timeMachine]);
});
afterAll(() => space.stop());

const newTable = () => newTableInTime(space, { key: 'done', type: 'checkbox' });

const wait = () => space.ports.clock.advance(1_000);

describe('reverting a row', () => {
  const reverting = async () => {
    const made = await newTable();
    const revert = (row_id: string, version: number) =>
      made.call.whole(rowVersions, 'revert', { table_id: made.table_id, row_id, version });
    const versions = async (row_id: string) => (await made.history(row_id)).data.map(({ action, version }) => [action, version] as const);
    const events = async () =>
      (await emittedIn(space.ports.database, 'tables', made.table.space)).filter(({ type }) => type.startsWith('table_row'));
    return { ...made, revert, versions, events };
  };

  test('restores its cells as a new version that can be reverted as well', async () => {
    const { table, revert, versions, events } = await reverting();
    const row = await table.insert({ c1: 'a', c2: 1 });
    wait();
    await table.update(row, { c1: 'b', c3: true });
    const [[, second], [, first]] = (await versions(row)) as [readonly [string, number], readonly [string, number]];
    wait();
    const { output, etag } = await revert(row, first);
    expect(output).toMatchObject({ id: row, title: 'a', data: { name: 'a', amount: 1, done: false }, updated_at: table.now });
    expect((await table.rows())[0]!.data).toEqual({ name: 'a', amount: 1 });
    expect(await events()).toMatchObject([
      { type: 'table_row_updated', data: { row_id: row, changed: ['name', 'done'], previous: { name: 'b', done: true } } },
    ]);
    expect((await versions(row)).map(([action]) => action)).toEqual(['updated', 'updated', 'created']);
    expect(etag).toMatch(new RegExp(`^"${(await versions(row))[0]![1]}\\.`));
    await revert(row, second);
    expect((await table.rows())[0]!.data).toEqual({ name: 'b', amount: 1, done: true });
  });

  test('to its current cells changes nothing', async () => {
    const { table, revert, versions, events } = await reverting();
    const row = await table.insert({ c1: 'a' });
    await revert(row, (await versions(row))[0]![1]);
    expect(await versions(row)).toHaveLength(1);
    expect(await events()).toEqual([]);
  });

  test('restores a deleted row with its id, author and creation time', async () => {
    const { table, revert, versions, events, history } = await reverting();
    const row = await table.insert({ c1: 'a' });
    const [before] = await table.rows();
    const [[, first]] = (await versions(row)) as [readonly [string, number]];
    wait();
    await table.delete(row);
    wait();
    const { output } = await revert(row, first);
    expect(output).toMatchObject({ id: row, data: { name: 'a' } });
    expect(await table.rows()).toMatchObject([
      { id: row, created_at: before!.created_at, created_by: before!.created_by, data: before!.data },
    ]);
    expect(await table.countedRows()).toBe(1);
    expect((await events()).map(({ type }) => type)).toEqual(['table_row_created']);
    expect((await history(row)).data.map(({ action, created_at }) => [action, created_at])).toEqual([
      ['restored', table.now],
      ['deleted', expect.any(String)],
      ['created', expect.any(String)],
    ]);
  });

  test('concurrently restores it once', async () => {
    const { table, revert, versions } = await reverting();
    const row = await table.insert({ c1: 'a' });
    const [[, first]] = (await versions(row)) as [readonly [string, number]];
    await table.delete(row);
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => revert(row, first)));
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' });
    expect(await table.countedRows()).toBe(1);
    expect(await table.rows()).toHaveLength(1);
  });

  test('converts cells to the current type of their column or rejects the call', async () => {
    const { table, revert, versions } = await reverting();
    const row = await table.insert({ c1: '12' });
    await table.update(row, { c1: 'twelve' });
    await table.update(row, { c1: 7 });
    await table.changeColumn((await table.schema()).columns[0]!.id, sql.fragment`type = 'number', value_type = 'number'`);
    const [, [, text], [, digits]] = (await versions(row)) as [unknown, readonly [string, number], readonly [string, number]];
    expect((await revert(row, digits)).output.data.name).toBe(12);
    await expect(revert(row, text)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('name must be a number') });
  });

  test('is rejected if another row holds its unique value', async () => {
    const { table, revert, versions } = await reverting();
    const row = await table.insert({ c1: 'a' });
    await table.update(row, { c1: 'b' });
    const other = await table.insert({ c1: 'A' });
    await table.changeColumn((await table.schema()).columns[0]!.id, sql.fragment`config = '{"unique":true}'`);
    await ensureColumnIndexes(space.ports.database, await table.schema());
    await expect(revert(row, (await versions(row))[1]![1])).rejects.toMatchObject({
      code: 'duplicate',
      message: expect.stringContaining(other),
    });
  });

  test('is rejected for an unknown or deleting version, an unknown row and an archived table', async () => {
    const { table, revert, versions } = await reverting();
    const row = await table.insert({ c1: 'a' });
    await table.delete(row);
    const [[, deletion], [, first]] = (await versions(row)) as [readonly [string, number], readonly [string, number]];
    await expect(revert(row, deletion)).rejects.toMatchObject({ code: 'not_found', message: expect.stringContaining('history') });
    await expect(revert(row, 1)).rejects.toMatchObject({ code: 'not_found' });
    await expect(revert('row_none', first)).rejects.toMatchObject({ code: 'not_found', message: expect.stringContaining('row_none') });
    await table.alone((tx) => table.set(tx, sql.fragment`archived_at = now()`));
    await expect(revert(row, first)).rejects.toMatchObject({ code: 'conflict' });
  });
});
