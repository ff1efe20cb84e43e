import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { snapshots } from '@space/contracts/tables';
import { sql } from '@space/database';
import { emittedIn, startServices, type TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import { ensureColumnIndexes } from '../src/columns/column-indexes.queries.ts';
import { newTableInTime } from './fixtures/time.ts';
import { timeMachine } from './fixtures/time-machine.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([timeMachine]);
});
afterAll(() => space.stop());

const newTable = () => newTableInTime(space);

describe('restoring a snapshot', () => {
  test('restores deleted and changed rows, deletes rows created since, and reports the counts', async () => {
    const { table, snap, restore } = await newTable();
    const [unchanged, changed, deleted] = [
      await table.insert({ c1: 'unchanged' }),
      await table.insert({ c1: 'old' }),
      await table.insert({ c1: 'gone' }),
    ];
    const before = await table.state();
    const id = await snap();
    space.ports.clock.advance(1_000);
    await table.update(changed!, { c1: 'new', c2: 5 });
    await table.delete(deleted!);
    const made = await table.insert({ c1: 'made' });
    await table.delete(await table.insert({ c1: 'came and went' }));
    const after = await table.state();

    const answer = await restore(id);
    expect(answer).toEqual({
      snapshot_id: id,
      undo_snapshot_id: expect.stringMatching(/^snp_/),
      rows: { reinstated: 1, reverted: 1, removed: 1 },
      columns_changed: 0,
      views_changed: 0,
      warnings: [],
    });
    expect(await table.state()).toEqual(before);
    expect(await table.countedRows()).toBe(3);

    expect((await restore(answer.undo_snapshot_id)).rows).toEqual({ reinstated: 1, reverted: 1, removed: 1 });
    expect(await table.state()).toEqual(after);
    expect((await table.rows()).map(({ id }) => id)).toEqual([unchanged, changed, made]);
    expect(await table.countedRows()).toBe(3);
  });

  test('emits one event for any number of rows', async () => {
    const { table, call, restore } = await newTable();
    await table.insert({ c1: 'a' });
    const { id } = await call(snapshots, 'create', { table_id: table.id, label: 'Monday' });
    for (const name of ['b', 'c', 'd']) await table.insert({ c1: name });
    const { undo_snapshot_id } = await restore(id);
    expect(
      (await emittedIn(space.ports.database, 'tables', table.space)).map(({ type, data: { actor: _, actor_kind: __, ...data } }) => [
        type,
        data,
      ]),
    ).toEqual([
      ['table_snapshot_created', { table_id: table.id, table: 'Deals', snapshot_id: id, snapshot: 'Monday' }],
      [
        'table_restored',
        {
          table_id: table.id,
          table: 'Deals',
          snapshot_id: id,
          snapshot: 'Monday',
          undo_snapshot_id,
          rows: { reinstated: 0, reverted: 0, removed: 3 },
        },
      ],
    ]);
  });

  test('restores columns by id: new ones are deleted, deleted ones return with their cells, and swapped keys swap back', async () => {
    const { table, snap, restore } = await newTable();
    const row = await table.insert({ c1: 'Ada', c2: 7 });
    const [name, amount] = (await table.schema()).columns.map(({ id }) => id);
    const before = await table.state();
    const id = await snap();
    await table.changeColumn(name!, sql.fragment`key = 'other'`);
    await table.changeColumn(amount!, sql.fragment`key = 'name', label = 'Swapped', options = '[{"id":"a","name":"A","color":null}]'`);
    await table.retireColumn(name!);
    await table.addColumn({ key: 'other' });
    const after = await table.state();

    const answer = await restore(id);
    expect(answer.columns_changed).toBe(3);
    expect(await table.state()).toEqual(before);
    expect((await table.rows())[0]).toMatchObject({ id: row, data: { name: 'Ada', amount: 7 } });
    expect((await restore(answer.undo_snapshot_id)).columns_changed).toBe(3);
    expect(await table.state()).toEqual(after);
  });

  test('never reuses a cell id or a version', async () => {
    const { table, snap, restore } = await newTable();
    const id = await snap();
    await table.addColumn({ key: 'third' });
    const version = (await table.schema()).schema_version;
    await restore(id);
    await table.addColumn({ key: 'fourth' });
    const schema = await table.schema();
    expect(schema.byKey.get('fourth')!.cid).toBe('c4');
    expect(schema.schema_version).toBeGreaterThan(version + 1);
  });

  test('restores views by id, including the default, and reports share links of later views', async () => {
    const { table, snap, restore } = await newTable();
    const first = await table.addView('First', true);
    await table.addView('Second');
    const before = await table.state();
    const id = await snap();
    const third = await table.addView('Third', true);
    await table.alone((tx) => tx.query(sql.typeAlias('void')`delete from tables.view where id = ${first}`));
    await space.ports.database.query(sql.typeAlias('void')`
      insert into tables.share_link (space_id, id, table_id, view_id, token_hash, sealed_token, created_at, updated_at)
      values (${table.space}, 'shr_1', ${table.id}, ${third}, '\\x01', '\\x01', now(), now())`);
    const after = await table.state();
    const answer = await restore(id);
    expect(answer).toMatchObject({
      views_changed: 2,
      warnings: ['1 share link leads to a view created since, and is not found until that view is restored.'],
    });
    expect(await table.state()).toEqual(before);
    await restore(answer.undo_snapshot_id);
    expect(await table.state()).toEqual(after);
  });

  test('gives a restored view a version that it never had', async () => {
    const { table, snap, restore } = await newTable();
    const view = await table.addView('First');
    const id = await snap();
    const versionOf = () =>
      space.ports.database.oneFirst(sql.type(z.object({ version: z.number() }))`select version from tables.view where id = ${view}`);
    for (let change = 0; change < 3; change++)
      await table.alone((tx) =>
        tx.query(sql.typeAlias('void')`update tables.view set name = name || '!', version = version + 1 where id = ${view}`),
      );
    const last = await versionOf();
    await table.alone((tx) => tx.query(sql.typeAlias('void')`delete from tables.view where id = ${view}`));
    await restore(id);
    expect(await versionOf()).toBeGreaterThan(last);
  });

  test('restores the title column and the names, but not the slug', async () => {
    const { table, snap, restore } = await newTable();
    const before = await table.state();
    const id = await snap();
    await table.alone((tx) => table.set(tx, sql.fragment`title_column_id = null, plural_label = 'Other', slug = 'other-slug'`));
    await restore(id);
    expect(await table.state()).toEqual(before);
    const slug = await space.ports.database.oneFirst(
      sql.type(z.object({ slug: z.string() }))`select slug from tables.user_table where id = ${table.id}`,
    );
    expect(slug).toBe('other-slug');
  });

  test('restores the unique setting of a column', async () => {
    const { table, snap, restore } = await newTable();
    const column = (await table.schema()).byKey.get('name')!;
    const index = sql.identifier(['tables', `${table.row_table}_c1_unique`]);
    const ensure = async () => ensureColumnIndexes(space.ports.database, await table.schema());
    await table.insert({ c1: 'same' });
    const twin = await table.insert({ c1: 'same' });
    const repeats = await snap();
    await table.update(twin, { c1: 'another' });
    await table.changeColumn(column.id, sql.fragment`config = '{"unique":true}'`);
    await ensure();
    const undo = (await restore(repeats)).undo_snapshot_id;
    expect((await table.rows()).map(({ data }) => data.name)).toEqual(['same', 'same']);
    await restore(undo);
    await expect(table.insert({ c1: 'SAME' })).rejects.toMatchObject({ constraint: expect.stringContaining('unique') });
    await space.ports.database.query(sql.typeAlias('void')`drop index ${index}`);
  });

  test('swaps unique values back without a collision', async () => {
    const { table, snap, restore } = await newTable();
    await table.changeColumn((await table.schema()).byKey.get('name')!.id, sql.fragment`config = '{"unique":true}'`);
    await ensureColumnIndexes(space.ports.database, await table.schema());
    const [a, b] = [await table.insert({ c1: 'a' }), await table.insert({ c1: 'b' })];
    const id = await snap();
    await table.update(a!, { c1: 'x' });
    await table.update(b!, { c1: 'a' });
    await table.update(a!, { c1: 'b' });
    expect((await restore(id)).rows.reverted).toBe(2);
    expect((await table.rows()).map(({ data }) => data.name)).toEqual(['a', 'b']);
  });

  test('drops an index on numbers before restoring texts', async () => {
    const { table, snap, restore } = await newTable();
    const column = (await table.schema()).byKey.get('name')!.id;
    const row = await table.insert({ c1: 'twelve' });
    const id = await snap();
    await table.update(row, { c1: 12 });
    await table.changeColumn(column, sql.fragment`type = 'number', value_type = 'number'`);
    // Build concurrently, as the index task does. A plain build would also index the old text while another
    // transaction may still see it.
    await space.ports.database.query(sql.typeAlias('void')`
      create index concurrently ${sql.identifier([`${table.row_table}_c1_number`])} on ${sql.identifier(['tables', table.row_table])} (((data->'c1')::float8))`);
    await space.ports.database.query(sql.typeAlias('void')`
      insert into tables.cell_index (row_table, cid, kind, name, state) values (${table.row_table}, 'c1', 'number', ${`${table.row_table}_c1_number`}, 'ready')`);
    await restore(id);
    expect((await table.rows())[0]!.data.name).toBe('twelve');
  });

  test('is rejected for an archived table, an unknown snapshot and a snapshot of another table or Space', async () => {
    const { table, call, snap, restore } = await newTable();
    const id = await snap();
    const other = await newTable();
    await expect(restore('snp_none')).rejects.toMatchObject({ code: 'not_found' });
    await expect(other.restore(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(other.call(snapshots, 'restore', { table_id: table.id, snapshot_id: id })).rejects.toMatchObject({ code: 'not_found' });
    await table.alone((tx) => table.set(tx, sql.fragment`archived_at = now()`));
    await expect(restore(id)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('archived') });
    expect((await call(snapshots, 'list', { table_id: table.id })).data).toHaveLength(1);
  });

  test('with an idempotency key runs once', async () => {
    const { table, call, snap } = await newTable();
    const id = await snap();
    await table.insert({ c1: 'made' });
    const restore = () => call.whole(snapshots, 'restore', { table_id: table.id, snapshot_id: id }, { idempotency_key: 'once' });
    const first = await restore();
    await table.insert({ c1: 'later' });
    expect(await restore()).toEqual({ ...first, replayed: true });
    expect(await table.rows()).toHaveLength(1);
  });
});
