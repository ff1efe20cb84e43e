import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { columns, ROW_HISTORY_DAYS, rows, snapshots } from '@space/contracts/tables';
import { sql } from '@space/database';
import { startServices, type TestServices } from '@space/runtime/testing';
import { DAY_MS } from '@space/time';
import { tablesService } from '../src/service.ts';
import { refusal } from './fixtures/space.ts';
import { type BulkChange, createDeals, type Undo } from './fixtures/undoable-deals.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, tablesService]);
});
afterAll(() => space.stop());

const deals = (...more: Record<string, unknown>[]) => createDeals(space, ...more);

const changes: BulkChange[] = ['create_bulk', 'update_bulk', 'delete_bulk', 'upsert', 'update_matching', 'delete_matching', 'import'];

describe.each(changes)('the undo of %s', (name) => {
  test('makes its rows what they were and leaves a row that was created since', async () => {
    const { state, undo, change, add, events } = await deals();
    const before = await state();
    const made = await change(name);
    const after = await state();
    expect(after).not.toEqual(before);
    await add('later', { amount: 9 });
    const emitted = (await events()).length;
    const answer = await undo(made);
    expect(answer).toMatchObject({ conflicts: 0, conflict_ids: [], missing: 0 });
    const later = ['later', 9, null, 18];
    expect(await state()).toEqual([...before, later]);
    expect((await events()).length - emitted).toBe(answer.reverted + answer.deleted);
    expect(answer.reverted + answer.deleted).toBe(name === 'upsert' ? 4 : 3);

    const back = await undo(answer.undo);
    expect(back).toMatchObject({ conflicts: 0, missing: 0 });
    expect(await state()).toEqual([...after, later].toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
    await undo(back.undo);
    expect(await state()).toEqual([...before, later]);
  });

  test('reverts no row a second time', async () => {
    const { state, undo, change } = await deals();
    const before = await state();
    const made = await change(name);
    await undo(made);
    const again = await undo(made);
    expect(again).toMatchObject({ reverted: 0, deleted: 0, conflicts: 0, missing: 0 });
    expect(again.undo).toBeNull();
    expect(await state()).toEqual(before);
  });

  test('leaves rows that were changed and deleted since, and says so', async () => {
    const { state, undo, change, set, remove, add, table_id, call, id } = await deals();
    const made = await change(name);
    const deletes = name.startsWith('delete');
    const [changed, gone, other] = deletes
      ? ['a', 'b', 'c']
      : name === 'create_bulk' || name === 'import'
        ? ['n1', 'n2', 'n3']
        : ['a', 'b', 'c'];
    if (deletes) {
      // Another caller restores a row and changes it.
      const { data } = await call(rows, 'history', { table_id, row_id: id(changed!) });
      await call(rows, 'revert', { table_id, row_id: id(changed!), version: data[1]!.version });
      // A row has the unique value of a deleted row by now.
      await add(gone!, { amount: 5 });
    } else await remove(gone!);
    await set(changed!, { amount: 77 });
    const answer = await undo(made);
    const left = (await call(rows, 'list', { table_id, filters: [{ column_key: 'name', op: 'eq', value: changed! }] })).data[0]!;
    expect(left.data.amount).toBe(77);
    const created = name === 'create_bulk' || name === 'import';
    expect(answer).toMatchObject({
      conflicts: deletes ? 2 : 1,
      conflict_ids: deletes ? [id('a'), id('b')].toSorted() : [left.id],
      missing: created || deletes ? 0 : 1,
    });
    const names = (await state()).map(([key]) => key);
    expect(names.includes(other!)).toBe(!created);
    expect((await state()).find(([key]) => key === other)?.[2] ?? 'open').toBe('open');
    if (deletes) expect((await state()).find(([key]) => key === gone)).toEqual([gone, 5, null, 10]);
  });

  test('in a dry run counts and changes nothing', async () => {
    const { state, change, call } = await deals();
    const made = (await change(name))!;
    const after = await state();
    const input = rows.operations.revert_bulk.input.parse(made.arguments);
    const tried = await call(rows, 'revert_bulk', input as never, { dry_run: true });
    expect(tried.reverted + tried.deleted).toBeGreaterThan(2);
    expect(await state()).toEqual(after);
  });
});

describe('one change after the other', () => {
  test('is undone, the latest first', async () => {
    const { state, undo, change } = await deals();
    const states = [await state()];
    const made: Undo[] = [];
    for (const name of ['import', 'upsert', 'update_matching', 'delete_bulk'] as const) {
      made.push(await change(name));
      states.push(await state());
    }
    for (const [at, step] of [...made.entries()].toReversed()) {
      expect(await undo(step)).toMatchObject({ conflicts: 0, missing: 0 });
      expect(await state()).toEqual(states[at]);
    }
  });
});

describe('the undo of a change by its snapshot', () => {
  test('reverts 2,000 rows with an event for each, and a rollup of another table follows', async () => {
    const { call, table, table_id, undo, change, events } = await deals();
    const csv = `name,amount,stage\n${Array.from({ length: 2_000 }, (_, n) => `deal ${n},1,open`).join('\n')}`;
    await call(rows, 'import', { table_id, csv });
    const regions = await table('Regions', { key: 'stage', type: 'text' });
    await call(columns, 'create', {
      table_id: regions.id,
      key: 'sum',
      label: 'Sum',
      type: 'rollup',
      field_config: { table_id, match: [{ target_column: 'stage', equals_column: 'stage' }], target_column: 'amount', function: 'sum' },
    });
    const { id: row_id } = await call(rows, 'create', { table_id: regions.id, data: { stage: 'open' } });
    const sum = async () => (await call(rows, 'get', { table_id: regions.id, row_id })).data.sum;
    expect(await sum()).toBe(2_003);
    for (const name of ['update_matching', 'delete_matching'] as const) {
      const made = await change(name);
      expect(await sum()).toBe(0);
      const emitted = (await events()).length;
      expect(await undo(made)).toMatchObject({ reverted: 2_003, deleted: 0, conflicts: 0 });
      expect((await events()).length - emitted).toBe(2_003);
      expect(await sum()).toBe(2_003);
    }
  });

  test('has the people of the rows in its events', async () => {
    const { call, contact, table_id, undo, change, events, set } = await deals({ key: 'who', type: 'contact' });
    const ada = await contact('Ada', 'ada@example.com');
    await set('a', { who: [ada.id] as never });
    const made = await change('delete_matching');
    await undo(made);
    const restored = (await events()).filter(({ type, data }) => type === 'table_row_created' && data.row === 'a').at(-1);
    expect(restored).toMatchObject({ data: { contact_id: ada.id, contact: { name: 'Ada' } } });
    expect((await call(rows, 'list', { table_id, filters: [{ column_key: 'who', op: 'has_any', value: [ada.id] }] })).data).toHaveLength(1);
  });

  test('restores deleted rows with their ids, numbers, times and authors', async () => {
    const { call, table_id, undo, change } = await deals({ key: 'number', type: 'autonumber' });
    const list = async () => (await call(rows, 'list', { table_id, sort: 'name' })).data;
    const before = await list();
    space.ports.clock.advance(1_000);
    await undo(await change('delete_matching'));
    expect(await list()).toEqual(before.map((row) => ({ ...row, updated_at: expect.any(String) })));
    const { data } = await call(rows, 'history', { table_id, row_id: before[0]!.id });
    expect(data.map(({ action }) => action)).toEqual(['restored', 'deleted', 'created']);
  });

  test('leaves the columns, the views and a choice that were made since', async () => {
    const { call, table_id, undo, change, state } = await deals();
    const before = await state();
    const made = await change('update_matching');
    await call(columns, 'create', { table_id, key: 'notes', label: 'Notes', type: 'text' });
    await undo(made);
    expect(await state()).toEqual(before);
    expect((await call(columns, 'list', { table_id })).data.map(({ key }) => key)).toContain('notes');
  });

  test('is refused without versions and snapshot, with both, and for a snapshot that no change of rows took', async () => {
    const { call, table_id, change, id } = await deals();
    const revert = (input: object) => refusal(call(rows, 'revert_bulk', { table_id, ...input } as never));
    const made = (await change('update_matching'))!.arguments as { snapshot_id: string };
    const versions = [{ row_id: id('a'), version: null }];
    const wrong = (path: string, message: string) => ({ code: 'invalid', extras: { errors: [{ path, message }] } });
    expect(await revert({})).toMatchObject(wrong('versions', 'is required unless snapshot_id is given'));
    expect(await revert({ ...made, versions })).toMatchObject(wrong('versions', 'cannot be given together with snapshot_id'));
    expect(await revert({ snapshot_id: 'snp_none' })).toMatchObject({ code: 'unresolved_reference' });
    const other = await deals();
    expect(await refusal(other.call(rows, 'revert_bulk', { ...made, table_id: other.table_id }))).toMatchObject({
      code: 'unresolved_reference',
    });
    const manual = await call(snapshots, 'create', { table_id });
    expect(await revert({ snapshot_id: manual.id })).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('restore the snapshot'),
    });
    await space.ports.database.query(sql.typeAlias('void')`
      update tables.snapshot set created_at = created_at - make_interval(secs => ${(ROW_HISTORY_DAYS * DAY_MS) / 1_000 + 1})
      where id = ${made.snapshot_id}`);
    expect(await revert(made)).toMatchObject({ code: 'invalid', message: expect.stringContaining('180 days') });
  });

  test('by two callers at the same time happens once', async () => {
    const { undo, change, state } = await deals();
    const before = await state();
    const made = await change('delete_matching');
    const answers = await Promise.all([undo(made), undo(made)]);
    expect(answers.map(({ reverted }) => reverted).toSorted()).toEqual([0, 3]);
    expect(await state()).toEqual(before);
  });
});

test('versions without skip_changed are restored also over later changes', async () => {
  const { call, table_id, id, set, state } = await deals();
  const before = await state();
  const { previous_versions } = await call(rows, 'update_bulk', { table_id, updates: [{ row_id: id('a'), data: { stage: 'lost' } }] });
  await set('a', { amount: 77 });
  expect(await call(rows, 'revert_bulk', { table_id, versions: previous_versions! })).toMatchObject({ reverted: 1, conflicts: 0 });
  expect(await state()).toEqual(before);
});
