import { describe, expect, test } from '@jest/globals';
import { column, formula, shop } from './fixtures/compute-tables.ts';
import { openTestPorts } from './fixtures/ports.ts';

const ports = openTestPorts();

describe('a dependency cycle', () => {
  test('is rejected with all columns of the cycle', async () => {
    const { companies } = await shop(ports());
    await companies.add(formula('total', '{rate} + 1'));
    await companies.add(formula('discount', '{total} * 2'));
    await expect(companies.edit('total', { field_config: { expression: '{discount} + 1' } })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('total → discount → total'),
      extras: { errors: [{ code: 'circular_reference' }] },
    });
    await expect(companies.edit('total', { field_config: { expression: '{total} + 1' } })).rejects.toMatchObject({
      message: expect.stringContaining('total → total'),
    });
  });

  test('across tables is rejected with the names of the tables', async () => {
    const { companies, orders } = await shop(ports());
    await companies.add(column('sum', 'rollup', { reference_column: 'orders', target_column: 'amount', function: 'sum' }));
    await orders.add(column('share', 'rollup', { reference_column: 'company', target_column: 'sum', function: 'sum' }));
    await expect(
      companies.edit('sum', { field_config: { reference_column: 'orders', target_column: 'share', function: 'sum' } }),
    ).rejects.toMatchObject({ message: expect.stringContaining('Companies.sum → Orders.share → Companies.sum') });
  });
});

describe('a dependency chain', () => {
  test('of more than fifty columns is rejected', async () => {
    const { companies } = await shop(ports());
    for (let index = 0; index < 49; index++) await companies.add(formula(`f${index}`, `{${index === 0 ? 'rate' : `f${index - 1}`}} + 1`));
    const [id] = await companies.insert({ rate: 1 });
    expect(await companies.computed(id!)).toMatchObject({ f48: 50 });
    await expect(companies.add(formula('last', '{f48}'))).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ code: 'chain_too_long' }] },
    });
  });
});

describe('a deleted column', () => {
  test('breaks its dependents, which report an error and recover with a restore', async () => {
    const { companies, orders } = await shop(ports());
    await companies.add(formula('doubled', '{rate} * 2'));
    await orders.add(column('rates', 'rollup', { reference_column: 'company', target_column: 'doubled', function: 'sum' }));
    await orders.add(formula('plus', '{rates} + 1'));
    const [ada] = await companies.insert({ rate: 3 });
    const [order] = await orders.insert({ company: [ada!] });
    expect(await orders.computed(order!)).toEqual({ rates: 6, plus: 7 });
    const id = await companies.drop('rate');
    expect(await companies.column('doubled')).toMatchObject({
      status: 'error',
      error: { code: 'unknown_column', message: expect.stringContaining('rate') },
    });
    expect(await orders.column('plus')).toMatchObject({
      status: 'error',
      error: { code: 'broken_column', message: expect.stringContaining('rates') },
    });
    expect(await companies.computed(ada!)).toEqual({});
    expect(await orders.computed(order!)).toEqual({});
    await orders.update(order!, { amount: 1 });
    expect(await orders.computed(order!)).toEqual({});
    await companies.bringBack(id);
    expect(await orders.column('plus')).toMatchObject({ status: 'ok', error: null });
    expect(await companies.computed(ada!)).toEqual({ doubled: 6 });
    expect(await orders.computed(order!)).toEqual({ rates: 6, plus: 7 });
  });
});
