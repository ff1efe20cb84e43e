import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { columns, rows } from '@space/contracts/tables';
import { sql } from '@space/database';
import { serving } from '@space/runtime';
import { callAs, newSpaceCaller, startServices, type TestServices } from '@space/runtime/testing';
import { readMarks } from '../src/marks/marks.queries.ts';
import { rowMarksHandler } from '../src/marks/row-marks.ts';
import { createQueryContext } from '../src/query/query-context.ts';
import { buildRowQuery } from '../src/query/row-query-sql.ts';
import { rowTableSql } from '../src/schema/row-table-sql.ts';
import { startReaders, tableWith } from './fixtures/readers.ts';
import { newSpace, startTables } from './fixtures/space.ts';
import { makeTable, testSchemas } from './fixtures/table.ts';
import { tablesServiceWith } from './fixtures/tables-service.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startReaders();
});
afterAll(() => space.stop());

const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ amount: n % 7 }));

describe('marks of a list', () => {
  test('are those of the order and the filters of a view, and of a search', async () => {
    const table = await tableWith(space, { name: { type: 'text' }, amount: { type: 'number' } });
    await table.insert(...Array.from({ length: 300 }, (_, n) => ({ name: `${n % 2 === 0 ? 'Even' : 'Odd'} ${n}`, amount: 300 - n })));
    const view_id = 'view_01jd0000000000000000000000';
    const config = {
      filters: [{ column_key: table.column_ids.amount, op: 'lte', value: 250 }],
      sort: [{ column_key: table.column_ids.amount, direction: 'asc' }],
    };
    await space.ports.database.query(sql.typeAlias('void')`
      insert into tables.view (space_id, id, table_id, name, type, config, created_at, updated_at)
      values (${table.caller.space_id}, ${view_id}, ${table.table_id}, 'Cheap', 'grid', ${JSON.stringify(config)}::jsonb, now(), now())`);
    const { marks, total } = await table.marks({ view_id, search: 'even', every: 100 });
    expect([total, marks.map(({ offset }) => offset)]).toEqual([125, [100]]);
    const { data } = await table.list({ view_id, search: 'even', limit: 1, cursor: marks[0]!.cursor });
    expect(data).toEqual((await table.list({ view_id, search: 'even', limit: 1, offset: 100 })).data);
    expect(data[0]!.data.amount).toBe(202);
  });

  test('end before the last row, also in an empty table', async () => {
    const table = await tableWith(space, { amount: { type: 'number' } });
    expect(await table.marks()).toMatchObject({ marks: [], every: 1_000, total: 0, total_is_exact: true, is_complete: true });
    await table.insert(...numbers(200));
    expect((await table.marks({ every: 100 })).marks.map(({ offset }) => offset)).toEqual([100]);
  });

  test('stop at the first rows where only these are read, and say so', async () => {
    const { ports } = space;
    const table = await makeTable(ports, { amount: { type: 'number' } });
    await table.insert(...numbers(400));
    const schema = await testSchemas(ports).read(ports.database, table.caller.space_id, table.table_id);
    const query = buildRowQuery(await createQueryContext(ports.database, schema, 0), {
      sort: [{ column_key: 'amount', direction: 'desc' }],
    });
    const whole = await readMarks(ports.database, query, { every: 100 });
    const part = await readMarks(ports.database, query, { every: 100, most: 250 });
    const offsetsIn = ({ items }: { items: string }) => (JSON.parse(`[${items}]`) as { offset: number }[]).map(({ offset }) => offset);
    expect([offsetsIn(whole), whole]).toMatchObject([[100, 200, 300], { total: 400, total_is_exact: true, is_complete: true }]);
    expect([offsetsIn(part), part]).toMatchObject([[100, 200], { total: 250, total_is_exact: false, is_complete: false }]);
    expect(whole.items.startsWith(part.items)).toBe(true);
    expect(await readMarks(ports.database, query, { every: 100, most: 400 })).toEqual(whole);
  });

  test('are missing if even the first rows take too long, and the answer says so', async () => {
    const hasty = tablesServiceWith((ports, schemas) => [serving(rows, rowMarksHandler(ports, schemas, { whole: 50, part: 50 }) as never)]);
    const own = await startServices([hasty]);
    const { database } = own.ports;
    const { caller, table_id, row_table, insert } = await makeTable(own.ports, { amount: { type: 'number' } });
    await insert(...numbers(300));
    const [locked, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const locking = database.transaction(async (tx) => {
      await tx.query(sql.typeAlias('void')`lock table ${rowTableSql(row_table)} in access exclusive mode`);
      locked.resolve();
      await opened.promise;
    });
    await locked.promise;
    const filters = [{ column_key: 'created_at', op: 'within' as const, value: 'today' }];
    const answer = await callAs(own.ports, caller)(rows, 'marks', { table_id, filters });
    opened.resolve();
    await locking;
    await own.stop();
    expect(answer).toMatchObject({ marks: [], total: 0, total_is_exact: false, is_complete: false, version: null });
  });

  test('are refused for wrong intervals, columns and orders, and for tables and views of others', async () => {
    const table = await tableWith(space, { name: { type: 'text' }, files: { type: 'attachment' } });
    const refused: [Parameters<typeof table.marks>[0], string, string][] = [
      [{ every: 99 }, 'every', 'too_small'],
      [{ every: 10_001 }, 'every', 'too_big'],
      [{ sort: [{ column_key: 'price' }] }, 'sort.0.column_key', 'unknown_column'],
      [{ sort: [{ column_key: 'files' }] }, 'sort.0.column_key', 'not_sortable'],
      [{ filters: [{ column_key: 'price', op: 'eq', value: 1 }] }, 'filters.0.column_key', 'unknown_column'],
    ];
    for (const [args, path, code] of refused)
      await expect(table.marks(args)).rejects.toMatchObject({ code: 'invalid', extras: { errors: [{ path, code }] } });
    const stranger = callAs(space.ports, newSpaceCaller());
    await expect(stranger(rows, 'marks', { table_id: table.table_id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(table.marks({ view_id: 'view_01jd0000000000000000000000' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the version of marks', () => {
  let written: TestServices;
  beforeAll(async () => {
    written = await startTables();
  });
  afterAll(() => written.stop());

  test('stays the same until a row, a column or the request changes', async () => {
    const { call, table } = newSpace(written);
    const { id: table_id } = await table('Deals', { key: 'name', type: 'text' }, { key: 'amount', type: 'number' });
    const versionOf = async (args = {}) => (await call(rows, 'marks', { table_id, ...args })).version;
    const sort = [{ column_key: 'amount', direction: 'desc' as const }];
    const met = new Set<string | null>();
    const expectNew = async () => {
      const version = await versionOf({ sort });
      expect([version === null, met.has(version)]).toEqual([false, false]);
      expect(await versionOf({ sort })).toBe(version);
      met.add(version);
    };
    await expectNew();
    const { id: row_id } = await call(rows, 'create', { table_id, data: { amount: 1 } });
    await expectNew();
    await call(rows, 'update', { table_id, row_id, data: { amount: 2 } });
    await expectNew();
    await call(rows, 'delete', { table_id, row_id });
    await expectNew();
    await call(columns, 'create', { table_id, key: 'due', label: 'Due', type: 'date' });
    await expectNew();
    expect(met).not.toContain(await versionOf());
    expect(met).not.toContain(await versionOf({ sort, every: 100 }));
  });

  test('is answered without marks while it is current', async () => {
    const { call, table } = newSpace(written);
    const { id: table_id } = await table('Deals', { key: 'name', type: 'text' });
    const { version } = await call(rows, 'marks', { table_id });
    const known_version = version!;
    expect(await call(rows, 'marks', { table_id, known_version })).toMatchObject({ version, is_unchanged: true, marks: [], total: null });
    await call(rows, 'create', { table_id, data: { name: 'a' } });
    expect(await call(rows, 'marks', { table_id, known_version })).toMatchObject({ is_unchanged: false, marks: [], total: 1 });
  });

  test('is null while a row is being written, whose version may be earlier than that of a later row', async () => {
    const { call, table } = newSpace(written);
    const { id: table_id } = await table('Deals', { key: 'name', type: 'text' });
    const [locked, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = written.ports.database.transaction(async (tx) => {
      await tx.query(sql.typeAlias('void')`select from pg_advisory_xact_lock_shared(hashtextextended(${table_id}, 0))`);
      locked.resolve();
      await opened.promise;
    });
    await locked.promise;
    const { version } = await call(rows, 'marks', { table_id });
    opened.resolve();
    await writing;
    expect(version).toBeNull();
    expect((await call(rows, 'marks', { table_id })).version).not.toBeNull();
  });

  test('is null where cells change without their row, and with the time', async () => {
    const { call, table } = newSpace(written);
    const { id: table_id } = await table(
      'Deals',
      { key: 'name', type: 'text' },
      { key: 'due', type: 'date' },
      { key: 'buyer', type: 'contact' },
      { key: 'shout', type: 'formula', field_config: { expression: 'UPPER({name})' } },
    );
    const versionOf = async (args: object) => (await call(rows, 'marks', { table_id, ...args })).version;
    expect(await versionOf({ sort: [{ column_key: 'shout' }] })).toBeNull();
    expect(await versionOf({ filters: [{ column_key: 'buyer', op: 'is_empty' }] })).toBeNull();
    expect(await versionOf({ filters: [{ or: [{ column_key: 'due', op: 'within', value: 'today' }] }] })).toBeNull();
    expect(await versionOf({ sort: [{ column_key: 'due' }], search: 'a' })).not.toBeNull();
  });
});
