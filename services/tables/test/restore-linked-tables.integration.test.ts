import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { snapshots } from '@space/contracts/tables';
import { sql } from '@space/database';
import { callAs, startServices, type TestServices } from '@space/runtime/testing';
import { saveDependencies } from '../src/compute/dependencies.ts';
import { startRecompute } from '../src/compute/recompute.ts';
import { newTableInTime } from './fixtures/time.ts';
import { TestTable, timeMachine } from './fixtures/time-machine.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([timeMachine]);
});
afterAll(() => space.stop());

const newTable = () => newTableInTime(space);

describe('restoring a table with linked tables', () => {
  const linked = async () => {
    const { table, ...rest } = await newTable();
    const companies = await new TestTable(space.ports, table.caller).create({ key: 'name' });
    const reference = await table.addColumn({
      key: 'company',
      type: 'reference',
      reference: { table_id: companies.id, cardinality: 'one', symmetric_column_id: null, is_inverse: false },
    });
    const mirror = await companies.addColumn({
      key: 'deals',
      type: 'reference',
      reference: { table_id: table.id, cardinality: 'many', symmetric_column_id: reference, is_inverse: true },
    });
    await table.changeColumn(reference, sql.fragment`reference = jsonb_set(reference, '{symmetric_column_id}', to_jsonb(${mirror}::text))`);
    return { table, companies, reference, mirror, ...rest };
  };

  test('keeps links to deleted rows and reports their number', async () => {
    const { table, companies, snap, restore } = await linked();
    const company = await companies.insert({ c1: 'Acme' });
    const deal = await table.insert({ c1: 'Engine', c3: [company] });
    const id = await snap();
    await table.delete(deal);
    await companies.delete(company);
    const answer = await restore(id);
    expect(answer.warnings).toEqual([
      '1 link in company leads to a row that is deleted; the links stay stored in case the rows are restored.',
    ]);
    expect((await table.rows())[0]!.data.company).toEqual([company]);
  });

  test('deletes and restores an inverse column together with its reference', async () => {
    const { table, companies, mirror, reference, restore, snap } = await linked();
    const whole = await snap();
    await table.retireColumn(reference);
    await companies.retireColumn(mirror);
    const version = (await companies.schema()).schema_version;
    const { undo_snapshot_id, warnings } = await restore(whole);
    expect(warnings).toEqual([]);
    expect((await companies.schema()).byId.get(mirror)).toMatchObject({ status: 'ok', reference: { symmetric_column_id: reference } });
    expect((await table.schema()).byId.get(reference)).toMatchObject({ status: 'ok', reference: { symmetric_column_id: mirror } });
    await restore(undo_snapshot_id);
    expect((await companies.schema()).byId.has(mirror)).toBe(false);
    expect((await companies.schema()).schema_version).toBeGreaterThan(version + 1);
    await companies.addColumn({ key: 'deals' });
    expect((await restore(whole)).warnings).toEqual([
      'The links of company no longer show in the other table: the column there was deleted.',
    ]);
  });

  test('unlinks the column whose inverse column is deleted, and links it again with the restore', async () => {
    const { companies, mirror, reference, table } = await linked();
    const call = callAs(space.ports, table.caller);
    const { id: snapshot_id } = await call(snapshots, 'create', { table_id: companies.id });
    await companies.retireColumn(mirror);
    await table.changeColumn(reference, sql.fragment`reference = jsonb_set(reference, '{symmetric_column_id}', 'null')`);
    const { undo_snapshot_id } = await call(snapshots, 'restore', { table_id: companies.id, snapshot_id });
    expect((await table.schema()).byId.get(reference)!.reference!.symmetric_column_id).toBe(mirror);
    await call(snapshots, 'restore', { table_id: companies.id, snapshot_id: undo_snapshot_id });
    expect((await table.schema()).byId.get(reference)!.reference!.symmetric_column_id).toBeNull();
  });

  test('restores a reference with an error if its table was deleted, and without inverse column if that was deleted', async () => {
    const { table, companies, mirror, snap, restore } = await linked();
    const id = await snap();
    await companies.retireColumn(mirror);
    await companies.addColumn({ key: 'deals' });
    expect((await restore(id)).warnings).toEqual(['The links of company no longer show in the other table: the column there was deleted.']);
    expect((await table.schema()).byKey.get('company')).toMatchObject({ status: 'ok', reference: { symmetric_column_id: null } });
    await space.ports.database.query(sql.typeAlias('void')`delete from tables.user_table where id = ${companies.id}`);
    expect((await restore(id)).warnings).toEqual([
      'The column company points to a table that was deleted; its cells are restored, but link to no row.',
    ]);
    expect((await table.schema()).byKey.get('company')).toMatchObject({ status: 'error', error: { code: 'table_gone' } });
  });

  const depend = (table: TestTable, column: string, ...reads: string[]) =>
    space.ports.database.transaction(async (tx) => {
      await saveDependencies(tx, table.space, column, reads);
      await startRecompute(tx, { space_id: table.space, table_id: table.id }, [column]);
    });

  test('marks columns of other tables that read a deleted column, and recovers them with the restore', async () => {
    const { table, companies, mirror, snap, restore } = await linked();
    const company = await companies.insert({ c1: 'Acme' });
    const before = await snap();
    const price = await table.addColumn({ key: 'price', type: 'number' });
    await table.insert({ c1: 'Engine', c3: [company], c4: 5 });
    const total = await companies.addColumn({
      key: 'total',
      type: 'rollup',
      config: { reference_column: mirror, target_column: price, function: 'sum' },
    });
    await depend(companies, total, mirror, price);
    const shown = async () => (await companies.computed())[0]!.total;
    expect(await shown()).toBe(5);
    const { undo_snapshot_id } = await restore(before);
    expect((await companies.schema()).byId.get(total)).toMatchObject({ status: 'error', error: { code: 'unknown_column' } });
    expect(await shown()).toBeUndefined();
    await restore(undo_snapshot_id);
    expect((await companies.schema()).byId.get(total)).toMatchObject({ status: 'ok', error: null });
    expect(await shown()).toBe(5);
  });

  test('recomputes cells of other tables from its rows, and its own cells from theirs', async () => {
    const { table, companies, mirror, reference, snap, restore } = await linked();
    const company = await companies.insert({ c1: 'Acme' });
    const amount = (await table.schema()).byKey.get('amount')!.id;
    const name = (await companies.schema()).byKey.get('name')!.id;
    const deal = await table.insert({ c1: 'Engine', c2: 5, c3: [company] });
    const total = await companies.addColumn({
      key: 'total',
      type: 'rollup',
      config: { reference_column: mirror, target_column: amount, function: 'sum' },
    });
    await depend(companies, total, mirror, amount);
    const customer = await table.addColumn({
      key: 'customer',
      type: 'lookup',
      config: { reference_column: reference, target_column: name },
    });
    await depend(table, customer, reference, name);
    const id = await snap();
    await table.update(deal, { c2: 7 });
    await companies.update(company, { c1: 'Acme & Sons' });
    await table.insert({ c1: 'Second', c2: 100, c3: [company] });
    const { undo_snapshot_id } = await restore(id);
    expect((await companies.computed())[0]!.total).toBe(5);
    expect((await table.computed())[0]!.customer).toEqual(['Acme & Sons']);
    await restore(undo_snapshot_id);
    expect((await companies.computed())[0]!.total).toBe(107);
    expect((await table.computed()).map(({ customer }) => customer)).toEqual([['Acme & Sons'], ['Acme & Sons']]);
  });

  test('breaks a cycle between two tables and reports it', async () => {
    const { table, companies, mirror, reference, snap, restore } = await linked();
    const amount = (await table.schema()).byKey.get('amount')!.id;
    const total = await companies.addColumn({
      key: 'total',
      type: 'rollup',
      config: { reference_column: mirror, target_column: amount, function: 'sum' },
    });
    await depend(companies, total, mirror, amount);
    const share = await table.addColumn({ key: 'share', type: 'lookup', config: { reference_column: reference, target_column: total } });
    await depend(table, share, reference, total);
    const id = await snap();
    const name = (await companies.schema()).byKey.get('name')!.id;
    await table.changeColumn(share, sql.fragment`config = jsonb_set(config, '{target_column}', to_jsonb(${name}::text))`);
    await depend(table, share, reference, name);
    await companies.changeColumn(
      total,
      sql.fragment`config = jsonb_set(config, '{target_column}', to_jsonb(${share}::text)) || '{"function":"count"}'`,
    );
    await depend(companies, total, mirror, share);
    const { warnings, undo_snapshot_id } = await restore(id);
    expect(warnings).toEqual(['The column share is empty: It would be computed from itself, by way of another table.']);
    expect((await table.schema()).byId.get(share)).toMatchObject({ status: 'error', error: { code: 'circular_reference' } });
    await restore(undo_snapshot_id);
    expect((await table.schema()).byId.get(share)).toMatchObject({ status: 'ok', config: { target_column: name } });
  });
});
