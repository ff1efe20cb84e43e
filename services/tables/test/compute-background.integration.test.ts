import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { sql } from '@space/database';
import { eventually, randomRuns } from '@space/runtime/testing';
import fc from 'fast-check';
import { LARGE_BATCHES } from '../src/compute/process-job.ts';
import { findProgress } from '../src/compute/recompute-jobs.queries.ts';
import { recomputeBatch, recomputeTask, startRecomputing } from '../src/compute/recompute-task.ts';
import type { StoredRow } from '../src/schema/schema.ts';
import { type ComputeTable, ComputeTables, column, shop } from './fixtures/compute-tables.ts';
import { openTestPorts } from './fixtures/ports.ts';

const ports = openTestPorts();

/** Rows for at least five batches. */
const BATCHED_ROWS = 5 * LARGE_BATCHES.max_rows;

describe('recomputing many rows', () => {
  test('one write updates thirty linked rows and six rollups', async () => {
    const { companies, orders } = await shop(ports());
    for (const name of ['sum', 'average', 'min', 'max', 'count', 'array_join'])
      await companies.add(column(name, 'rollup', { reference_column: 'orders', target_column: 'amount', function: name }));
    const ids = await companies.insert(...Array.from({ length: 30 }, () => ({ name: 'x' })));
    const [order] = await orders.insert({ amount: 3, company: ids });
    await orders.update(order!, { amount: 5 });
    for (const row of await companies.stored()) expect(Object.values(row.computed).toSorted()).toEqual([1, 5, 5, 5, 5, '5'].toSorted());
  });

  test('a thousand dependents are recomputed in the transaction, and more by a job while the column is pending', async () => {
    const { tables, companies, orders } = await shop(ports());
    const [ada] = await companies.insert({ name: 'Ada', rate: 2 });
    await orders.fill(3_000, () => ({ amount: 1, company: [ada!] }));
    await orders.add(column('rates', 'rollup', { reference_column: 'company', target_column: 'rate', function: 'sum' }));
    await orders.add(column('plus', 'formula', { expression: '{rates} + 1' }));
    expect(await orders.column('rates')).toMatchObject({ status: 'pending' });
    expect(await recomputeBatch(ports().database, startRecomputing())).toBe(true);
    const rates = await orders.column('rates');
    expect((await findProgress(ports().database, tables.space, orders.id)).get(rates.id)).toEqual({ done: 500, total: 3_000 });
    await tables.drain();
    expect(await orders.column('plus')).toMatchObject({ status: 'ok' });
    const schemaVersion = (await orders.schema()).schema_version;
    await companies.update(ada!, { rate: 7 });
    expect(count(await orders.stored(), rates.cid, 7)).toBe(1_000);
    expect(await tables.jobs()).toEqual([expect.objectContaining({ table_id: orders.id, row_count: 2_000 })]);
    expect(await orders.column('rates')).toMatchObject({ status: 'pending' });
    expect((await orders.schema()).schema_version).toBe(schemaVersion);
    await tables.drain();
    const stored = await orders.stored();
    expect(count(stored, rates.cid, 7)).toBe(3_000);
    expect(count(stored, (await orders.column('plus')).cid, 8)).toBe(3_000);
    expect(await orders.column('rates')).toMatchObject({ status: 'ok' });
  });

  test('creates no row versions, and merges equal jobs', async () => {
    const { tables, companies, orders } = await shop(ports());
    const [ada] = await companies.insert({ name: 'Ada', rate: 1 });
    await orders.fill(3_000, () => ({ company: [ada!] }));
    await orders.add(column('rates', 'lookup', { reference_column: 'company', target_column: 'rate' }));
    const before = new Map((await orders.stored()).map(({ id, seq }) => [id, seq]));
    for (const rate of [2, 3, 4]) await companies.update(ada!, { rate });
    expect(await tables.jobs()).toHaveLength(1);
    await tables.drain();
    const stored = await orders.stored();
    expect(stored.every(({ id, seq }) => before.get(id) === seq)).toBe(true);
    const { cid } = await orders.column('rates');
    expect(stored.every(({ computed }) => JSON.stringify(computed[cid]) === '[4]')).toBe(true);
  });

  test('updates the dependents of a large table after its job', async () => {
    const { tables, companies, orders } = await shop(ports());
    const [ada] = await companies.insert({ name: 'Ada' });
    await orders.fill(2_500, () => ({ amount: 2, company: [ada!] }));
    await orders.add(column('twice', 'formula', { expression: '{amount} * 2' }));
    await companies.add(column('total', 'rollup', { reference_column: 'orders', target_column: 'twice', function: 'sum' }));
    await tables.drain();
    expect(await companies.computed(ada!)).toEqual({ total: 10_000 });
    await orders.edit('twice', { field_config: { expression: '{amount} * 3' } });
    expect(await companies.computed(ada!)).toEqual({ total: 10_000 });
    await tables.drain();
    expect(await companies.computed(ada!)).toEqual({ total: 15_000 });
  });

  test('changes a formula in the background, in many batches', async () => {
    const tables = new ComputeTables(ports());
    const items = await tables.table('Items', column('price', 'number'), column('qty', 'number'));
    await items.add(column('total', 'formula', { expression: '1' }));
    await items.add(column('share', 'formula', { expression: '{total} / {qty}' }));
    await items.fill(BATCHED_ROWS, (index) => ({ price: index / 4, qty: index % 7 }));
    await items.edit('total', { field_config: { expression: 'ROUND({price} * {qty}, 2)' } });
    const task = recomputeTask(ports());
    await task.start();
    await eventually(async () => expect(await items.column('share')).toMatchObject({ status: 'ok' }), { timeout: 120_000 });
    await task.stop();
    const { cid } = await items.column('total');
    const share = await items.column('share');
    const rows = await items.stored();
    const schema = await items.schema();
    const [price, qty] = [schema.byKey.get('price')!.cid, schema.byKey.get('qty')!.cid];
    for (const { data, computed, errors } of rows) {
      const total = Number(data[price]) * Number(data[qty]);
      if (Math.abs(Number(computed[cid]) - total) > 0.006) throw new Error(`${total} became ${computed[cid]}`);
      if (data[qty] === 0 ? !errors?.[share.cid] : computed[share.cid] === undefined || errors?.[share.cid])
        throw new Error(JSON.stringify({ data, computed, errors }));
    }
    expect(rows).toHaveLength(BATCHED_ROWS);
  });

  test('several processes share the jobs', async () => {
    const { tables, companies, orders } = await shop(ports());
    const [ada] = await companies.insert({ name: 'Ada', rate: 2 });
    await orders.fill(2_500, () => ({ amount: 1, company: [ada!] }));
    await orders.add(column('rates', 'rollup', { reference_column: 'company', target_column: 'rate', function: 'sum' }));
    await orders.add(column('twice', 'formula', { expression: '{amount} * 2' }));
    await companies.add(column('total', 'rollup', { reference_column: 'orders', target_column: 'twice', function: 'sum' }));
    await Promise.all([tables.drain(), tables.drain(), tables.drain()]);
    await tables.drain();
    const stored = await orders.stored();
    expect(count(stored, (await orders.column('rates')).cid, 2)).toBe(2_500);
    expect(count(stored, (await orders.column('twice')).cid, 2)).toBe(2_500);
    expect(await companies.computed(ada!)).toEqual({ total: 5_000 });
  });

  test('a job that fails permanently marks its column as broken and is not retried', async () => {
    const { tables, orders } = await shop(ports());
    await orders.fill(1_200, () => ({ amount: 1 }));
    await orders.add(column('twice', 'formula', { expression: '{amount} * 2' }));
    const { row_table } = await orders.schema();
    await ports().database.query(sql.typeAlias('void')`alter table ${sql.identifier(['tables', row_table])} rename column errors to lost`);
    await tables.drain();
    expect(await orders.column('twice')).toMatchObject({ status: 'error', error: { code: 'failed' } });
    expect(await tables.jobs()).toEqual([]);
  });
});

const count = (rows: readonly StoredRow[], cid: string, value: number): number =>
  rows.filter(({ computed }) => computed[cid] === value).length;

describe('concurrent changes', () => {
  test('two changes that would form a cycle together cannot both be saved', async () => {
    const { companies } = await shop(ports());
    await companies.add(column('a', 'formula', { expression: '{rate}' }));
    await companies.add(column('b', 'formula', { expression: '{rate}' }));
    const outcomes = await Promise.allSettled([
      companies.edit('a', { field_config: { expression: '{b} + 1' } }),
      companies.edit('b', { field_config: { expression: '{a} + 1' } }),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('writes to both linked tables leave the cells that a full computation returns', async () => {
    const act = fc.record({
      kind: fc.constantFrom('order', 'company', 'link', 'rename', 'add order', 'add company', 'remove order', 'remove company'),
      which: fc.nat(5),
      other: fc.nat(5),
      value: fc.nat(9),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 30 }), async (acts) => {
        const { companies, orders } = await shop(ports());
        await companies.add(column('total', 'rollup', { reference_column: 'orders', target_column: 'amount', function: 'sum' }));
        await companies.add(column('gross', 'formula', { expression: '{total} * 2' }));
        await companies.add(
          column('named', 'rollup', {
            table_id: orders.id,
            match: [{ target_column: 'title', equals_column: 'name' }],
            target_column: 'amount',
            function: 'sum',
          }),
        );
        await orders.add(column('of', 'lookup', { reference_column: 'company', target_column: 'gross' }));
        await orders.add(column('rates', 'rollup', { reference_column: 'company', target_column: 'rate', function: 'sum' }));
        const names = ['a', 'b', 'c'];
        const cs = await companies.insert(...names.map((name) => ({ name, rate: 1 })), ...names.map((name) => ({ name, rate: 2 })));
        const os = await orders.insert(...cs.map((id, index) => ({ title: names[index % 3]!, amount: index, company: [id] })));
        await Promise.all(
          acts.map(({ kind, which, other, value }) => {
            const [company, order] = [cs[which]!, os[other]!];
            if (kind === 'order') return orders.update(order, { amount: value });
            if (kind === 'company') return companies.update(company, { rate: value });
            if (kind === 'link') return orders.update(order, { company: [company, cs[value % 6]!] });
            if (kind === 'rename')
              return value % 2
                ? orders.update(order, { title: names[value % 3]! })
                : companies.update(company, { name: names[value % 3]! });
            if (kind === 'add order') return orders.insert({ title: names[value % 3]!, amount: value, company: [company] });
            if (kind === 'add company') return companies.insert({ name: names[value % 3]!, rate: value });
            return kind === 'remove order' ? orders.remove(order) : companies.remove(company);
          }),
        );
        await expectRight(companies, orders);
      }),
      { numRuns: randomRuns(12) },
    );
  });
});

async function expectRight(companies: ComputeTable, orders: ComputeTable): Promise<void> {
  const [cs, os] = [await companies.schema(), await orders.schema()];
  const cell = (row: StoredRow, key: string, schema = cs) => row.data[schema.byKey.get(key)!.cid] ?? null;
  const [companyRows, orderRows] = [await companies.stored(), await orders.stored()];
  const linked = (row: StoredRow) => new Set((cell(row, 'company', os) ?? []) as string[]);
  const sum = (rows: readonly StoredRow[], key: string, schema = cs) => rows.reduce((all, row) => all + Number(cell(row, key, schema)), 0);
  const gross = new Map<string, number>();
  for (const company of companyRows) {
    const total = sum(
      orderRows.filter((order) => linked(order).has(company.id)),
      'amount',
      os,
    );
    const named = sum(
      orderRows.filter((order) => cell(order, 'title', os) !== null && cell(order, 'title', os) === cell(company, 'name')),
      'amount',
      os,
    );
    gross.set(company.id, total * 2);
    expect(await companies.computed(company.id)).toEqual({ total, gross: total * 2, named });
  }
  for (const order of orderRows) {
    const ids = cell(order, 'company', os) as string[];
    const remaining = ids.filter((id) => gross.has(id));
    const of = remaining.map((id) => gross.get(id)!);
    const rates = ids.reduce(
      (all, id) => all + Number(companyRows.filter((one) => one.id === id).map((one) => cell(one, 'rate'))[0] ?? 0),
      0,
    );
    expect(await orders.computed(order.id)).toEqual({ ...(of.length > 0 ? { of } : {}), rates });
  }
}

describe('a column added during writes', () => {
  test('has the correct cells afterwards, and no write fails', async () => {
    const { companies, orders } = await shop(ports());
    const ids = await companies.insert(...Array.from({ length: 5 }, (_, rate) => ({ name: 'x', rate })));
    const inserted = await orders.insert(...ids.map((id, amount) => ({ amount, company: [id] })));
    let isOver = false;
    let round = 0;
    const writing = Promise.all(
      inserted.map(async (order, index) => {
        for (; !isOver; round++) await orders.update(order, { amount: round, company: [ids[(round + index) % 5]!] });
      }),
    );
    await delay(100);
    await companies.add(column('total', 'rollup', { reference_column: 'orders', target_column: 'amount', function: 'sum' }));
    await delay(100);
    await companies.add(column('gross', 'formula', { expression: '{total} * 2' }));
    await delay(100);
    await companies.add(
      column('named', 'rollup', {
        table_id: orders.id,
        match: [{ target_column: 'title', equals_column: 'name' }],
        target_column: 'amount',
        function: 'sum',
      }),
    );
    await delay(100);
    await orders.add(column('of', 'lookup', { reference_column: 'company', target_column: 'gross' }));
    await delay(100);
    await orders.add(column('rates', 'rollup', { reference_column: 'company', target_column: 'rate', function: 'sum' }));
    isOver = true;
    await writing;
    await expectRight(companies, orders);
  });
});
