import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_PAGE_BYTES } from '@space/contracts/core';
import { sql } from '@space/database';
import { startServices, type TestServices } from '@space/runtime/testing';
import { newTableInTime } from './fixtures/time.ts';
import { TestTable, timeMachine } from './fixtures/time-machine.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([timeMachine]);
});
afterAll(() => space.stop());

const newTable = () => newTableInTime(space, { key: 'done', type: 'checkbox' });

const wait = () => space.ports.clock.advance(1_000);

describe('the history of a row', () => {
  test('lists actions with author, time and changes, newest first', async () => {
    const { table, history } = await newTable();
    const row = await table.insert({ c1: 'a', c2: 1 });
    const created = table.now;
    wait();
    await table.update(row, { c1: 'b', c3: true });
    const updated = table.now;
    wait();
    await table.delete(row);
    const actor = table.caller.actor;
    expect(await history(row)).toEqual({
      data: [
        {
          version: expect.any(Number),
          created_at: table.now,
          action: 'deleted',
          actor,
          changes: { name: { from: 'b', to: null }, amount: { from: 1, to: null }, done: { from: true, to: false } },
        },
        {
          version: expect.any(Number),
          created_at: updated,
          action: 'updated',
          actor,
          changes: { name: { from: 'a', to: 'b' }, done: { from: false, to: true } },
        },
        {
          version: expect.any(Number),
          created_at: created,
          action: 'created',
          actor,
          changes: { name: { from: null, to: 'a' }, amount: { from: null, to: 1 } },
        },
      ],
      has_more: false,
      next_cursor: null,
    });
  });

  test('lists deletions, returns and changes by a restore at the time of the restore', async () => {
    const { table, restore, snap, history } = await newTable();
    const empty = await snap();
    const row = await table.insert({ c1: 'a' });
    const early = await snap();
    wait();
    await table.update(row, { c1: 'b' });
    wait();
    const { undo_snapshot_id } = await restore(early);
    const reverted = table.now;
    wait();
    await restore(empty);
    const removed = table.now;
    wait();
    await restore(undo_snapshot_id);
    const { data } = await history(row);
    expect(data.map(({ action, created_at, changes }) => [action, created_at, changes.name])).toEqual([
      ['restored', table.now, { from: null, to: 'b' }],
      ['deleted', removed, { from: 'a', to: null }],
      ['restored', reverted, { from: 'b', to: 'a' }],
      ['updated', expect.any(String), { from: 'a', to: 'b' }],
      ['created', expect.any(String), { from: null, to: 'a' }],
    ]);
    expect(data.map(({ version }) => version)).toEqual(data.map(({ version }) => version).toSorted((a, b) => b - a));
  });

  test('has pages of any size that concatenate to the same list', async () => {
    const { table, restore, snap, history } = await newTable();
    const empty = await snap();
    const row = await table.insert({ c1: '0' });
    const early = await snap();
    for (let turn = 1; turn < 4; turn++) {
      await table.update(row, { c1: String(turn) });
      await restore(early);
      const { undo_snapshot_id } = await restore(empty);
      await restore(undo_snapshot_id);
    }
    await table.delete(row);
    await restore(early);
    const { data: whole } = await history(row);
    expect(whole).toHaveLength(15);
    for (const limit of [1, 2, 3, 4, 14, 15]) {
      const joined: typeof whole = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await history(row, { limit, ...(cursor ? { cursor } : {}) });
        expect(page.data.length).toBe(page.has_more ? limit : page.data.length);
        joined.push(...page.data);
        cursor = page.next_cursor;
      }
      expect(joined).toEqual(whole);
    }
  });

  test('has pages of bounded size', async () => {
    const { table, history } = await newTable();
    const row = await table.insert({ c1: '0' });
    for (let turn = 1; turn <= 6; turn++) await table.update(row, { c1: `${turn}`.repeat(900_000) });
    const sizes: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await history(row, { limit: 200, ...(cursor ? { cursor } : {}) });
      expect(Buffer.byteLength(JSON.stringify(page.data))).toBeLessThan(MAX_PAGE_BYTES);
      expect(page.has_more).toBe(page.next_cursor !== null);
      sizes.push(page.data.length);
      cursor = page.next_cursor;
    }
    expect(sizes.reduce((all, size) => all + size)).toBe(7);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
  });

  test('shows live columns only, by their current key', async () => {
    const { table, history } = await newTable();
    const row = await table.insert({ c1: 'a', c2: 1 });
    const [name, amount] = (await table.schema()).columns;
    await table.changeColumn(name!.id, sql.fragment`key = 'title'`);
    await table.retireColumn(amount!.id);
    expect((await history(row)).data[0]!.changes).toEqual({ title: { from: null, to: 'a' } });
  });

  test('shows links with the current titles of rows, and none for deleted rows', async () => {
    const { table, history } = await newTable();
    const other = await new TestTable(space.ports, table.caller).create({ key: 'name' });
    await table.addColumn({
      key: 'company',
      type: 'reference',
      reference: { table_id: other.id, cardinality: 'many', symmetric_column_id: null, is_inverse: false },
    });
    const [acme, gone] = [await other.insert({ c1: 'Acme' }), await other.insert({ c1: 'Gone' })];
    const row = await table.insert({ c1: 'a', c4: [acme!] });
    await table.update(row, { c4: [acme!, gone!] });
    await other.update(acme!, { c1: 'Acme & Sons' });
    await other.delete(gone!);
    const link = { row_id: acme, title: 'Acme & Sons' };
    expect((await history(row)).data[0]!.changes).toEqual({ company: { from: [link], to: [link, { row_id: gone, title: null }] } });
  });

  test('is not found for an unknown row or a row of another table', async () => {
    const { table, history } = await newTable();
    const other = await newTable();
    await expect(history('row_none')).rejects.toMatchObject({ code: 'not_found' });
    await expect(history(await other.table.insert({ c1: 'a' }))).rejects.toMatchObject({ code: 'not_found' });
    await expect(history(await table.insert({}), { cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid' });
  });
});
