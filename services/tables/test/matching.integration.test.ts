import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { contacts, MAX_MERGED_LOOKUP } from '@space/contracts/contacts';
import { columns, MAX_MATCHED_ROWS, rows, snapshots, tables } from '@space/contracts/tables';
import { sql } from '@space/database';
import { startServices, type TestServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';
import { newSpace, refusal } from './fixtures/space.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, tablesService]);
});
afterAll(() => space.stop());

const openFilter = [{ column_key: 'stage', op: 'eq' as const, value: 'open' }];

/** Creates a table of deals: one formula, `count` open deals and one that is won. */
async function deals(count: number, ...more: Record<string, unknown>[]) {
  const here = newSpace(space);
  const { id: table_id } = await here.table(
    'Deals',
    { key: 'name', type: 'text' },
    { key: 'amount', type: 'number' },
    { key: 'stage', type: 'select', options: ['open', 'won', 'lost'] },
    { key: 'tax', type: 'formula', field_config: { expression: '{amount} * 2' } },
    ...more,
  );
  const csv = ['name,amount,stage', ...Array.from({ length: count }, (_, n) => `deal ${n},${n},open`), 'last,7,won'].join('\n');
  await here.call(rows, 'import', { table_id, csv });
  const list = async (stage: string) =>
    (await here.call(rows, 'list', { table_id, filters: [{ column_key: 'stage', op: 'eq', value: stage }], limit: 200 })).data;
  const total = async () => (await here.call(tables, 'get', { table_id })).row_count;
  return { ...here, table_id, list, total };
}

const undoOf = (operation: { undo?: unknown }, input: object, output: object) =>
  (operation.undo as (input: object, output: object) => { tool: string; arguments: Record<string, unknown> } | null)(input, output);

describe('changing all rows that filters match', () => {
  test('changes them, computes their formulas, emits an event for each and is undone by its snapshot', async () => {
    const { call, table_id, list, events } = await deals(150);
    const before = (await events()).length;
    const input = { table_id, filters: openFilter, data: { stage: 'lost', amount: 3 }, expected_count: 150 };
    const answer = await call(rows, 'update_matching', input);
    // One deal had the amount already, and its stage is another one, so it changes too.
    expect(answer).toMatchObject({ matched: 150, updated: 150, snapshot_id: expect.stringMatching(/^snp_/) });
    expect(answer.row_ids).toHaveLength(20);
    expect(new Set((await list('lost')).map(({ data }) => data.tax))).toEqual(new Set([6]));
    const emitted = (await events()).slice(before);
    expect(emitted).toHaveLength(150);
    expect(emitted[5]).toMatchObject({
      type: 'table_row_updated',
      data: {
        data: { stage: 'lost', amount: 3, tax: 6 },
        changed: ['amount', 'stage', 'tax'],
        previous: { amount: 5, stage: 'open', tax: 10 },
      },
    });
    const undo = undoOf(rows.operations.update_matching, input, answer)!;
    await call(rows, 'revert_bulk', undo.arguments as never);
    expect((await list('open')).map(({ data }) => data.tax)).toEqual(Array.from({ length: 150 }, (_, n) => 2 * n));
    expect((await call(snapshots, 'list', { table_id })).data.map(({ kind }) => kind)).toContain('before_change');
  });

  test('in a dry run says how many and which rows, and changes nothing', async () => {
    const { call, table_id, list, events } = await deals(3);
    const before = (await events()).length;
    const ids = (await list('open')).map(({ id }) => id);
    const input = { table_id, filters: openFilter, data: { stage: 'lost' } };
    expect(await call(rows, 'update_matching', input, { dry_run: true })).toMatchObject({ matched: 3, updated: 3, row_ids: ids });
    expect(await call(rows, 'delete_matching', { table_id, filters: openFilter }, { dry_run: true })).toMatchObject({
      matched: 3,
      deleted: 3,
      row_ids: ids,
    });
    expect(await list('open')).toHaveLength(3);
    expect(await events()).toHaveLength(before);
    expect((await call(snapshots, 'list', { table_id })).data.map(({ kind }) => kind)).toEqual(['before_import']);
  });

  test('changes nothing when another number of rows matches than expected', async () => {
    const { call, table_id, list } = await deals(3);
    const input = { table_id, filters: openFilter, expected_count: 2 };
    for (const act of [call(rows, 'update_matching', { ...input, data: { stage: 'lost' } }), call(rows, 'delete_matching', input)])
      expect(await refusal(act)).toMatchObject({
        code: 'conflict',
        extras: { matched: 3 },
        message: expect.stringContaining('match 3 rows, not 2'),
      });
    expect(await list('open')).toHaveLength(3);
  });

  test('writes nothing and takes no snapshot when no row matches', async () => {
    const { call, table_id } = await deals(0);
    const input = { table_id, filters: openFilter };
    const nothing = { matched: 0, row_ids: [], snapshot_id: null };
    const updated = await call(rows, 'update_matching', { ...input, data: { stage: 'lost' } });
    const deleted = await call(rows, 'delete_matching', input);
    expect([updated, deleted]).toEqual([
      { ...nothing, updated: 0 },
      { ...nothing, deleted: 0 },
    ]);
    expect(undoOf(rows.operations.update_matching, input, updated)).toBeNull();
    expect(undoOf(rows.operations.delete_matching, input, deleted)).toBeNull();
    expect((await call(snapshots, 'list', { table_id })).data).toHaveLength(1);
  });

  test('recomputes a rollup of another table', async () => {
    const { call, table, table_id } = await deals(2, { key: 'region', type: 'text' });
    const regions = await table('Regions', { key: 'name', type: 'text' });
    await call(columns, 'create', {
      table_id: regions.id,
      key: 'sum',
      label: 'Sum',
      type: 'rollup',
      field_config: { table_id, match: [{ target_column: 'region', equals_column: 'name' }], target_column: 'amount', function: 'sum' },
    });
    const { id: row_id } = await call(rows, 'create', { table_id: regions.id, data: { name: 'North' } });
    const sum = async () => (await call(rows, 'get', { table_id: regions.id, row_id })).data.sum;
    await call(rows, 'update_matching', { table_id, filters: openFilter, data: { region: 'North', amount: 5 } });
    expect(await sum()).toBe(10);
    await call(rows, 'delete_matching', { table_id, filters: [{ column_key: 'name', op: 'eq', value: 'deal 0' }] });
    expect(await sum()).toBe(5);
  });

  test('refuses filters by contacts of more merges than one call looks up', async () => {
    const { call, table_id, caller } = await deals(1, { key: 'who', type: 'contact' });
    const { id } = await call(contacts, 'create', { name: 'Ada', email: 'ada@example.com' });
    await space.ports.database.query(sql.typeAlias('void')`
      insert into contacts.contact_alias (space_id, id, email, contact_id, created_at)
      select ${caller.space_id}, 'con_' || n, n || '@example.com', ${id}, now() from generate_series(1, ${MAX_MERGED_LOOKUP}) as n`);
    const filters = [{ column_key: 'who', op: 'has_none' as const, value: [id] }];
    expect(await refusal(call(rows, 'delete_matching', { table_id, filters }))).toMatchObject({
      code: 'limit_reached',
      message: expect.stringContaining('name fewer contacts'),
    });
    expect((await call(rows, 'list', { table_id, filters })).data).toHaveLength(2);
  });

  test('refuses a wrong cell, a second row with a unique value and a filter on a column that is being recomputed', async () => {
    const { call, table_id, list } = await deals(2, { key: 'code', type: 'text', field_config: { unique: true } });
    const change = (data: Record<string, string>) => refusal(call(rows, 'update_matching', { table_id, filters: openFilter, data }));
    expect(await change({ amount: 'much' })).toMatchObject({ code: 'invalid', extras: { errors: [{ path: 'data.amount' }] } });
    expect(await change({ code: 'X1' })).toMatchObject({ code: 'duplicate' });
    await space.ports.database.query(sql.typeAlias('void')`
      with changed as (update tables.user_column set status = 'pending' where table_id = ${table_id} and key = 'tax')
      update tables.user_table set status_version = status_version + 1 where id = ${table_id}`);
    const filters = [{ column_key: 'tax', op: 'gt' as const, value: 0 }];
    expect(await refusal(call(rows, 'delete_matching', { table_id, filters }))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('tax'),
    });
    expect(await list('open')).toHaveLength(2);
  });

  test('refuses an inverse reference, whose links a revert does not restore', async () => {
    const { call, table_id, table } = await deals(2);
    const notes = await table('Notes', {
      key: 'deal',
      type: 'reference',
      reference_target: { table_id, cardinality: 'many', symmetric_key: 'notes' },
    });
    const note = await call(rows, 'create', { table_id: notes.id, data: {} });
    const refused = await refusal(call(rows, 'update_matching', { table_id, filters: openFilter, data: { notes: [note.id] } }));
    expect(refused).toMatchObject({ code: 'invalid', extras: { errors: [{ path: 'data.notes', code: 'inverse_column' }] } });
    expect((await call(rows, 'get', { table_id: notes.id, row_id: note.id })).data.deal ?? []).toEqual([]);
  });
});

describe('deleting all rows that filters match', () => {
  test('deletes them, emits an event for each and is undone by its snapshot', async () => {
    const { call, table_id, total, events } = await deals(150);
    const before = (await events()).length;
    const input = { table_id, filters: openFilter, expected_count: 150 };
    const answer = await call(rows, 'delete_matching', input);
    expect(answer).toMatchObject({ matched: 150, deleted: 150 });
    expect(await total()).toBe(1);
    const emitted = (await events()).slice(before);
    expect(emitted.map(({ type }) => type)).toEqual(Array(150).fill('table_row_deleted'));
    await call(rows, 'revert_bulk', undoOf(rows.operations.delete_matching, input, answer)!.arguments as never);
    expect(await total()).toBe(151);
  });

  test('has the person of each row in its event', async () => {
    const { call, table_id, contact, events } = await deals(0, { key: 'who', type: 'contact' });
    const ada = await contact('Ada', 'ada@example.com');
    await call(rows, 'create', { table_id, data: { stage: 'open', who: [ada.id] } });
    await call(rows, 'delete_matching', { table_id, filters: openFilter });
    expect((await events()).at(-1)).toMatchObject({ type: 'table_row_deleted', data: { contact_id: ada.id, contact: { name: 'Ada' } } });
  });

  test('refuses more rows than one call changes, with their number', async () => {
    const { call, table_id, total } = await deals(0);
    const row_table = await space.ports.database.oneFirst(sql.unsafe`select row_table from tables.user_table where id = ${table_id}`);
    await space.ports.database.query(sql.unsafe`
      insert into ${sql.identifier(['tables', String(row_table)])} (id, seq, created_at, updated_at, created_by, updated_by, data, computed)
      select 'row_' || n, nextval('tables.row_seq'), now(), now(), '{}', '{}', '{"c1": "many"}', '{}' from generate_series(1, ${MAX_MATCHED_ROWS + 1}) as n`);
    const filters = [{ column_key: 'name', op: 'eq' as const, value: 'many' }];
    const problem = await refusal(call(rows, 'delete_matching', { table_id, filters }, { dry_run: true }));
    expect(problem).toMatchObject({ code: 'invalid', message: expect.stringContaining(`match ${MAX_MATCHED_ROWS + 1} rows`) });
    expect(await total()).toBe(1);
  });
});

describe('reverting several rows', () => {
  test('undoes a bulk change, a bulk deletion and an upsert, and is undone the same way', async () => {
    const { call, table_id, list, total } = await deals(3, { key: 'code', type: 'text', field_config: { unique: true } });
    const state = async () => (await list('open')).map(({ data }) => [data.name, data.amount, data.code]);
    const [first, second, third] = (await list('open')).map(({ id }) => id) as [string, string, string];
    const before = await state();
    const revert = async (name: 'update_bulk' | 'delete_bulk' | 'upsert' | 'revert_bulk', output: object) => {
      const undo = undoOf(rows.operations[name], { table_id }, output)!;
      expect(undo.tool).toBe('revert_table_rows');
      return call(rows, 'revert_bulk', undo.arguments as never);
    };

    const updates = [first, second].map((row_id, n) => ({ row_id, data: { amount: 100, code: `A${n}` } }));
    const changed = await call(rows, 'update_bulk', { table_id, updates });
    const after = await state();
    const back = await revert('update_bulk', changed);
    expect(await state()).toEqual(before);
    await revert('revert_bulk', back);
    expect(await state()).toEqual(after);

    const gone = await call(rows, 'delete_bulk', { table_id, row_ids: [second, third] });
    expect(await total()).toBe(2);
    const restored = await revert('delete_bulk', gone);
    expect(await state()).toEqual(after);
    await revert('revert_bulk', restored);
    expect(await total()).toBe(2);

    const upserted = await call(rows, 'upsert', {
      table_id,
      key: 'code',
      rows: [
        { code: 'A0', amount: 1 },
        { code: 'N', stage: 'open' },
      ],
    });
    expect(await total()).toBe(3);
    await revert('upsert', upserted);
    expect(await total()).toBe(2);
    expect(await state()).toEqual([after[0]]);
  });

  test('is refused whole for an unknown version, and has no undo for a row that did not change', async () => {
    const { call, table_id, list } = await deals(2);
    const [first, second] = (await list('open')).map(({ id }) => id) as [string, string];
    const same = await call(rows, 'update_bulk', { table_id, updates: [{ row_id: first, data: { amount: 0 } }] });
    expect([same.previous_versions, undoOf(rows.operations.update_bulk, { table_id }, same)]).toEqual([[], null]);
    const versions = [
      { row_id: first, version: null },
      { row_id: second, version: 1 },
    ];
    expect(await refusal(call(rows, 'revert_bulk', { table_id, versions }))).toMatchObject({ code: 'not_found' });
    expect(await list('open')).toHaveLength(2);
  });
});
