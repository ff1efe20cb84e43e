import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { columns, MAX_RECOMPUTE_ATTEMPTS, rows, snapshots, tables } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { Service } from '@space/runtime';
import { emittedIn, startServices, type TestServices } from '@space/runtime/testing';
import { recomputeBatch, startRecomputing } from '../src/compute/recompute-task.ts';
import { tablesService } from '../src/service.ts';
import { sharedTable } from './fixtures/visitor.ts';

const withoutTasks: Service = { ...tablesService, open: (ports) => ({ ...tablesService.open(ports), tasks: [] }) } as Service;

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, withoutTasks]);
});
afterAll(() => space.stop());

const ORDERS = 1_200;

/** Orders of one company of one country, and columns that sum over several tables: orders → companies → countries. */
async function shop() {
  const countries = await sharedTable(space.ports, [{ key: 'name', type: 'text' }], [{ name: 'Norway' }]);
  const { call, caller } = countries;
  const newTable = (name: string, ...list: Record<string, unknown>[]) =>
    call(tables, 'create', { name, columns: list.map((column) => ({ label: String(column.key), ...column })) } as never);
  const addColumn = (table_id: string, column: Record<string, unknown>) =>
    call(columns, 'create', { table_id, label: String(column.key), ...column } as never);
  const link = (table_id: string, symmetric_key: string) => ({
    type: 'reference',
    reference_target: { table_id, cardinality: 'many', symmetric_key },
  });
  const companies = await newTable('Companies', { key: 'name', type: 'text' });
  const orders = await newTable('Orders', { key: 'title', type: 'text' }, { key: 'amount', type: 'number' });
  await addColumn(orders.id, { key: 'company', ...link(companies.id, 'orders') });
  await addColumn(companies.id, { key: 'country', ...link(countries.table_id, 'companies') });
  const [norway] = (await call(rows, 'list', { table_id: countries.table_id })).data;
  const acme = await call(rows, 'create', { table_id: companies.id, data: { name: 'Acme', country: [norway!.id] } as never });
  const csv = `title,amount,company\n${`x,1,${acme.id}\n`.repeat(ORDERS)}`;
  expect(await call(rows, 'import', { table_id: orders.id, csv })).toMatchObject({ created: ORDERS });
  const expression = (factor: number) => ({ field_config: { expression: `{amount} * ${factor}` } });
  const times = await addColumn(orders.id, { key: 'times', type: 'formula', ...expression(2) });
  const sumOf = (reference_column: string, target_column: string) => ({
    type: 'rollup',
    field_config: { reference_column, target_column, function: 'sum' },
  });
  await addColumn(companies.id, { key: 'total', ...sumOf('orders', 'times') });
  await addColumn(companies.id, { key: 'gross', type: 'formula', field_config: { expression: '{total} * 10' } });
  await addColumn(companies.id, { key: 'plain', ...sumOf('orders', 'amount') });
  await addColumn(countries.table_id, { key: 'all', ...sumOf('companies', 'gross') });
  const state = startRecomputing();
  const batch = () => recomputeBatch(space.ports.database, state);
  const drain = async (between: () => Promise<void> = async () => {}) => {
    for (;;) {
      await between();
      if (!(await batch())) return;
    }
  };
  const read = async (table_id: string) => (await call(rows, 'list', { table_id })).data[0]!;
  /** Reads the cells that are computed from orders: each must have this sum, or be pending. */
  const expectSumOrPending = async (sum: number) => {
    const company = await read(companies.id);
    if (!company._pending?.includes('total')) expect(company.data).toMatchObject({ total: sum });
    if (!company._pending?.includes('gross')) expect(company.data).toMatchObject({ gross: sum * 10 });
    expect([company.data.plain, company._pending?.includes('plain') ?? false]).toEqual([ORDERS, false]);
    const country = await read(countries.table_id);
    if (!country._pending?.includes('all')) expect(country.data).toMatchObject({ all: sum * 10 });
    return [...(company._pending ?? []), ...(country._pending ?? [])];
  };
  await drain();
  expect(await expectSumOrPending(ORDERS * 2)).toEqual([]);
  const multiply = (factor: number) =>
    call(columns, 'update', { table_id: orders.id, column_id: times.id, ...expression(factor) } as never);
  return { ...countries, call, caller, companies, orders, acme, countries, times, batch, drain, expectSumOrPending, multiply };
}

describe('cells computed from another table', () => {
  test('are pending while a changed formula of that table is computed, over several hops, and whole afterwards', async () => {
    const { drain, expectSumOrPending, multiply, call, companies, countries } = await shop();
    await multiply(3);
    const seen: string[][] = [];
    await drain(async () => void seen.push(await expectSumOrPending(ORDERS * 3)));
    expect(seen[0]).toEqual(['total', 'gross', 'all']);
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.at(-1)).toEqual([]);
    for (const table_id of [companies.id, countries.table_id])
      expect((await call(tables, 'get', { table_id })).columns.every(({ status }) => status === 'ok')).toBe(true);
  });

  test('are pending while that table is computed after a restore', async () => {
    const { drain, expectSumOrPending, multiply, call, orders } = await shop();
    const { id: snapshot_id } = await call(snapshots, 'create', { table_id: orders.id });
    await multiply(3);
    await drain();
    await call(snapshots, 'restore', { table_id: orders.id, snapshot_id });
    const seen: string[][] = [];
    await drain(async () => void seen.push(await expectSumOrPending(ORDERS * 2)));
    expect(seen[0]).toEqual(['total', 'gross', 'all']);
    expect(seen.at(-1)).toEqual([]);
  });

  test('are pending when a single write leaves rows of that table to a job', async () => {
    const { drain, call, companies, orders, acme, countries } = await shop();
    const lookup = { reference_column: 'company', target_column: 'rate', function: 'sum' };
    await call(columns, 'create', { table_id: companies.id, key: 'rate', label: 'Rate', type: 'number' } as never);
    await call(columns, 'create', { table_id: orders.id, key: 'rate', label: 'Rate', type: 'rollup', field_config: lookup } as never);
    const sum = { reference_column: 'companies', target_column: 'rates', function: 'sum' };
    const rates = { reference_column: 'orders', target_column: 'rate', function: 'sum' };
    await call(columns, 'create', { table_id: companies.id, key: 'rates', label: 'Rates', type: 'rollup', field_config: rates } as never);
    await call(columns, 'create', {
      table_id: countries.table_id,
      key: 'rates',
      label: 'Rates',
      type: 'rollup',
      field_config: sum,
    } as never);
    await drain();
    const written = await call(rows, 'update', { table_id: companies.id, row_id: acme.id, data: { rate: 5 } as never });
    expect(written._pending).toContain('rates');
    for (const table_id of [companies.id, countries.table_id])
      expect((await call(rows, 'list', { table_id })).data[0]!._pending).toEqual(['rates']);
    await drain();
    for (const table_id of [companies.id, countries.table_id]) {
      const [row] = (await call(rows, 'list', { table_id })).data;
      expect([row!.data.rates, row!._pending]).toEqual([5 * ORDERS, undefined]);
    }
  });

  test('are named by aggregates, exports, share pages, answers of writes and events', async () => {
    const { drain, multiply, call, caller, companies, acme, countries } = await shop();
    const { token } = await countries.share('grid', { columns: [{ column_key: 'name' }, { column_key: 'all', function: 'sum' }] });
    const page = async () => String((await countries.visitor.open(token)).body);
    const sums = () => call(tables, 'aggregate', { table_id: companies.id, aggregates: [{ function: 'sum', column_key: 'total' }] });
    const exported = () => call(rows, 'export', { table_id: companies.id, fields: ['name', 'total', 'plain'] });
    expect(await sums()).not.toHaveProperty('pending');
    expect(await exported()).toEqual({ csv: 'name,total,plain\r\nAcme,2400,1200\r\n', has_more: false, next_cursor: null });
    expect(await page()).not.toContain('updating');
    await multiply(3);
    expect(await sums()).toMatchObject({ pending: ['total'] });
    expect(await call(tables, 'aggregate', { table_id: companies.id })).not.toHaveProperty('pending');
    expect(await exported()).toMatchObject({ csv: 'name,total,plain,_pending\r\nAcme,2400,1200,total\r\n', pending: ['total'] });
    expect((await page()).match(/updating/g)).toHaveLength(2);
    const renamed = await call(rows, 'update', { table_id: companies.id, row_id: acme.id, data: { name: 'Acme AS' } as never });
    expect(renamed._pending).toEqual(['total', 'gross']);
    const last = async () => (await emittedIn(space.ports.database, 'tables', caller.space_id)).at(-1)!.data as Record<string, unknown>;
    expect(await last()).toMatchObject({ changed: ['name'], pending: ['total', 'gross'] });
    await drain();
    await call(rows, 'update', { table_id: companies.id, row_id: acme.id, data: { name: 'Acme' } as never });
    expect(await last()).not.toHaveProperty('pending');
    expect(await exported()).toMatchObject({ csv: 'name,total,plain\r\nAcme,3600,1200\r\n' });
    expect(await page()).not.toContain('updating');
  });

  test('of a further page of an export are not given without a mark', async () => {
    const { drain, multiply, call, orders } = await shop();
    const exported = (more: object) => call(rows, 'export', { table_id: orders.id, fields: ['times'], limit: 1, ...more });
    const { next_cursor: unmarked } = await exported({});
    await multiply(3);
    await expect(exported({ cursor: unmarked! })).rejects.toMatchObject({ code: 'conflict', status: 409 });
    const { csv, next_cursor: marked } = await exported({});
    expect(csv).toBe('times,_pending\r\n2,times\r\n');
    await drain();
    expect(await exported({ cursor: marked! })).toMatchObject({ csv: '3,\r\n', has_more: true });
  });

  test('are released when their column no longer reads the pending one, and marked when it does again', async () => {
    const { drain, multiply, call, companies, countries } = await shop();
    const total = (await call(tables, 'get', { table_id: companies.id })).columns.find(({ key }) => key === 'total')!;
    const sum = (target_column: string) =>
      call(columns, 'update', {
        table_id: companies.id,
        column_id: total.id,
        field_config: { reference_column: 'orders', target_column, function: 'sum' },
      } as never);
    await multiply(3);
    await sum('amount');
    for (const [table_id, sums] of [
      [companies.id, { total: ORDERS, gross: ORDERS * 10 }],
      [countries.table_id, { all: ORDERS * 10 }],
    ] as const) {
      const [row] = (await call(rows, 'list', { table_id })).data;
      expect(row!._pending).toBeUndefined();
      expect(row!.data).toMatchObject(sums);
    }
    await sum('times');
    expect((await call(rows, 'list', { table_id: companies.id })).data[0]!._pending).toEqual(['total', 'gross']);
    await drain();
    expect((await call(rows, 'list', { table_id: companies.id })).data[0]).toMatchObject({ data: { total: ORDERS * 3 } });
  });

  test('are broken with the column that could not be computed, and work again with it', async () => {
    const { drain, multiply, call, caller, companies, expectSumOrPending } = await shop();
    await multiply(3);
    await space.ports.database.query(sql.typeAlias('void')`
      update tables.recompute_job set attempts = ${MAX_RECOMPUTE_ATTEMPTS} where space_id = ${caller.space_id}`);
    await drain();
    const status = async () =>
      (await call(tables, 'get', { table_id: companies.id })).columns.flatMap((column) =>
        column.status === 'ok' ? [] : [[column.key, column.status, column.error?.code]],
      );
    expect(await status()).toEqual([
      ['total', 'error', 'broken_column'],
      ['gross', 'error', 'broken_column'],
    ]);
    await multiply(4);
    await drain();
    expect(await status()).toEqual([]);
    expect(await expectSumOrPending(ORDERS * 4)).toEqual([]);
  });
});
