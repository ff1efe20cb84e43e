import { describe, expect, test } from '@jest/globals';
import { ComputeTables, column, formula, links, shop } from './fixtures/compute-tables.ts';
import { openTestPorts } from './fixtures/ports.ts';

const ports = openTestPorts();

describe('a formula', () => {
  test('is computed with each write, before the formulas that read it', async () => {
    const { companies } = await shop(ports());
    await companies.add(formula('doubled', '{rate} * 2'));
    await companies.add(formula('text', '{name} & ": " & {doubled}'));
    const [id] = await companies.insert({ name: 'Ada', rate: 4 });
    expect(await companies.computed(id!)).toEqual({ doubled: 8, text: 'Ada: 8' });
    await companies.update(id!, { rate: 5 });
    expect(await companies.computed(id!)).toEqual({ doubled: 10, text: 'Ada: 10' });
  });

  test('is rounded to its precision, also near zero and with halves away from zero', async () => {
    const { companies } = await shop(ports());
    await companies.add(column('rounded', 'formula', { expression: '{rate} / 1', precision: 2 }));
    const ids = await companies.insert({ rate: 1e-7 }, { rate: -1e-7 }, { rate: 2.345 }, { rate: -2.345 }, { rate: 1e20 });
    const values = await Promise.all(ids.map(async (id) => (await companies.computed(id)).rounded));
    expect(values).toEqual([0, 0, 2.35, -2.35, 1e20]);
  });

  test('that fails for a row leaves an empty cell with an error', async () => {
    const { companies } = await shop(ports());
    await companies.add(formula('share', '100 / {rate}'));
    const [bad, good] = await companies.insert({ rate: 0 }, { rate: 8 });
    expect(await companies.computed(bad!)).toEqual({ share: expect.stringMatching(/^#/) });
    expect(await companies.computed(good!)).toEqual({ share: 12.5 });
    await companies.update(bad!, { rate: 4 });
    expect((await companies.stored())[0]).toMatchObject({ errors: null });
  });

  test('that depends on the current time is never stored or rolled up, and neither are its readers', async () => {
    const { companies, orders } = await shop(ports());
    await companies.add(formula('days', 'DATETIME_DIFF(NOW(), CREATED_TIME(), "days")'));
    await companies.add(formula('old', '{days} > 3'));
    const [id] = await companies.insert({ name: 'Ada' });
    expect(await companies.computed(id!)).toEqual({});
    await expect(orders.add(column('ages', 'lookup', { reference_column: 'company', target_column: 'old' }))).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'field_config.target_column', code: 'volatile' }] },
    });
  });

  test('cannot start to depend on the current time while rollups read it', async () => {
    const { companies, orders } = await shop(ports());
    await companies.add(formula('doubled', '{rate} * 2'));
    await orders.add(column('rates', 'lookup', { reference_column: 'company', target_column: 'doubled' }));
    await expect(companies.edit('doubled', { field_config: { expression: 'YEAR(NOW())' } })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('rates'),
    });
  });

  test('with an error is rejected with the position of the error', async () => {
    const { companies } = await shop(ports());
    const path = 'field_config.expression';
    for (const [expression, position, code, message] of [
      ['{nam} & "x"', 0, 'unknown_column', 'at character 1: there is no column nam in this table; did you mean "name"?'],
      ['1 + SUMM(1)', 4, 'unknown_function', 'at character 5: there is no function SUMM; did you mean "SUM"?'],
      [
        'SQRT("a")',
        5,
        'wrong_type',
        'at character 6: SQRT takes a number as its number, and this is a text; use VALUE() to make a number of it',
      ],
    ] as const) {
      const refused = await companies.add(formula('wrong', expression)).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'invalid', extras: { position, errors: [{ path, code, message }] } });
      expect((refused as Error).message).toBe(`${path}: ${message}${message.endsWith('?') ? '' : '.'}`);
    }
  });
});

describe('cells computed from other rows', () => {
  test('follow links from both sides and chains over three tables', async () => {
    const { tables, companies, orders } = await shop(ports());
    const lines = await tables.table('Lines', column('price', 'number'), links('order', orders, 'lines'));
    await orders.add(column('sum', 'rollup', { reference_column: 'lines', target_column: 'price', function: 'sum' }));
    await orders.add(formula('gross', '{sum} * 1.2'));
    await companies.add(column('total', 'rollup', { reference_column: 'orders', target_column: 'gross', function: 'sum' }));
    await companies.add(column('count', 'count', { reference_column: 'orders' }));
    await lines.add(column('company', 'lookup', { reference_column: 'order', target_column: 'title' }));
    const [ada, bob] = await companies.insert({ name: 'Ada' }, { name: 'Bob' });
    const [first, second] = await orders.insert({ title: 'one', company: [ada!] }, { title: 'two', company: [ada!] });
    const [line] = await lines.insert({ price: 10, order: [first!] }, { price: 5, order: [second!] });
    expect(await companies.computed(ada!)).toEqual({ total: 18, count: 2 });
    expect(await lines.computed(line!)).toEqual({ company: ['one'] });
    await lines.update(line!, { price: 20 });
    expect(await companies.computed(ada!)).toEqual({ total: 30, count: 2 });
    await orders.update(first!, { company: [bob!], title: 'uno' });
    expect(await companies.computed(ada!)).toEqual({ total: 6, count: 1 });
    expect(await companies.computed(bob!)).toEqual({ total: 24, count: 1 });
    expect(await lines.computed(line!)).toEqual({ company: ['uno'] });
    await lines.remove(line!);
    await orders.remove(second!);
    expect(await companies.computed(ada!)).toEqual({ total: 0, count: 0 });
    expect(await companies.computed(bob!)).toEqual({ total: 0, count: 1 });
  });

  test('support every rollup function', async () => {
    const { companies, orders } = await shop(ports());
    const roll = (key: string, name: string, target_column?: string, rest: object = {}) =>
      companies.add(
        column(key, 'rollup', { reference_column: 'orders', function: name, ...(target_column ? { target_column } : {}), ...rest }),
      );
    await roll('sum', 'sum', 'amount');
    await roll('average', 'average', 'amount');
    await roll('min', 'min', 'amount');
    await roll('latest', 'max', 'due');
    await roll('numbers', 'count', 'amount');
    await roll('all', 'count_all');
    await roll('every', 'and', 'paid');
    await roll('some', 'or', 'paid');
    await roll('titles', 'array_join', 'title', { separator: '; ' });
    await roll('unique', 'array_unique', 'title');
    await roll('large', 'sum', 'amount', { filter: [{ column_key: 'amount', op: 'gte', value: 2 }] });
    const [ada, bob] = await companies.insert({ name: 'Ada' }, { name: 'Bob' });
    await orders.insert(
      { title: 'a', amount: 0.1, paid: true, due: '2026-01-01', company: [ada!] },
      { title: 'b', amount: 0.2, due: '2026-03-01', company: [ada!] },
      { title: 'a', amount: 3, paid: true, company: [ada!] },
      { company: [ada!] },
    );
    expect(await companies.computed(ada!)).toEqual({
      sum: 3.3,
      average: 1.1,
      min: 0.1,
      latest: '2026-03-01',
      numbers: 3,
      all: 4,
      every: false,
      some: true,
      titles: 'a; b; a',
      unique: ['a', 'b'],
      large: 3,
    });
    expect(await companies.computed(bob!)).toEqual({ sum: 0, numbers: 0, all: 0, large: 0 });
  });

  test('can read rows of the same table', async () => {
    const tables = new ComputeTables(ports());
    const tasks = await tables.table('Tasks', column('name', 'text'), column('hours', 'number'));
    await tasks.add(links('parent', tasks, 'children'));
    await tasks.add(column('inner', 'rollup', { reference_column: 'children', target_column: 'hours', function: 'sum' }));
    await tasks.add(column('above', 'lookup', { reference_column: 'parent', target_column: 'inner' }));
    await tasks.add(column('same', 'count', { table_id: tasks.id, match: [{ target_column: 'name', equals_column: 'name' }] }));
    const [top] = await tasks.insert({ name: 'x', hours: 1 });
    const [one, two] = await tasks.insert({ name: 'x', hours: 2, parent: [top!] }, { name: 'y', hours: 3, parent: [top!] });
    expect(await tasks.computed(top!)).toEqual({ inner: 5, same: 2 });
    expect(await tasks.computed(two!)).toEqual({ inner: 0, above: [5], same: 1 });
    await tasks.update(two!, { name: 'x', hours: 4 });
    expect(await tasks.computed(one!)).toEqual({ inner: 0, above: [6], same: 3 });
  });

  test('can match rows by equal cells and follow changes on both sides', async () => {
    const { tables, orders } = await shop(ports());
    const people = await tables.table('People', column('name', 'text'));
    await people.add(
      column('spent', 'rollup', {
        table_id: orders.id,
        match: [{ target_column: 'title', equals_column: 'name' }],
        target_column: 'amount',
        function: 'sum',
        filter: [{ column_key: 'paid', op: 'eq', value: true }],
      }),
    );
    const [ada] = await people.insert({ name: 'Ada' });
    const [one, two] = await orders.insert({ title: 'Ada', amount: 5, paid: true }, { title: 'Bob', amount: 7, paid: true });
    expect(await people.computed(ada!)).toEqual({ spent: 5 });
    await orders.update(two!, { title: 'Ada' });
    expect(await people.computed(ada!)).toEqual({ spent: 12 });
    await orders.update(one!, { paid: false });
    expect(await people.computed(ada!)).toEqual({ spent: 7 });
    await people.update(ada!, { name: 'Unknown' });
    expect(await people.computed(ada!)).toEqual({ spent: 0 });
    await people.update(ada!, { name: 'Ada' });
    await orders.remove(two!);
    expect(await people.computed(ada!)).toEqual({ spent: 0 });
  });

  test('reject an invalid config with all errors', async () => {
    const { companies } = await shop(ports());
    await expect(
      companies.add(
        column('bad', 'rollup', {
          reference_column: 'orders',
          target_column: 'title',
          function: 'sum',
          filter: [{ column_key: 'amont', op: 'eq', value: 1 }],
        }),
      ),
    ).rejects.toMatchObject({
      code: 'invalid',
      extras: {
        errors: [
          { path: 'field_config.filter.0.column_key', code: 'unknown_column' },
          { path: 'field_config.function', code: 'wrong_type' },
        ],
      },
    });
    await expect(companies.add(column('bad', 'count', {}))).rejects.toMatchObject({ code: 'invalid' });
    await expect(companies.add(column('bad', 'lookup', { reference_column: 'name', target_column: 'x' }))).rejects.toMatchObject({
      extras: { errors: [{ path: 'field_config.reference_column', code: 'wrong_type' }] },
    });
  });
});

describe('a lookup', () => {
  test('of lists is one list, and a rollup of it reads the single values', async () => {
    const { tables, companies, orders } = await shop(ports());
    const lines = await tables.table('Lines', column('price', 'number'), links('order', orders, 'lines'));
    await orders.add(column('prices', 'lookup', { reference_column: 'lines', target_column: 'price' }));
    await companies.add(column('all', 'lookup', { reference_column: 'orders', target_column: 'prices' }));
    await companies.add(column('sum', 'rollup', { reference_column: 'orders', target_column: 'prices', function: 'sum' }));
    await companies.add(column('unique', 'rollup', { reference_column: 'orders', target_column: 'prices', function: 'array_unique' }));
    await companies.add(formula('most', 'MAX({all})'));
    const [ada] = await companies.insert({ name: 'Ada' });
    const [one, two] = await orders.insert({ company: [ada!] }, { company: [ada!] });
    await lines.insert({ price: 1, order: [one!] }, { price: 2, order: [one!] }, { price: 2, order: [two!] });
    expect(await companies.computed(ada!)).toEqual({ all: [1, 2, 2], sum: 5, unique: [1, 2], most: 2 });
  });

  test('of a sum beyond the number range has an error', async () => {
    const { companies, orders } = await shop(ports());
    await companies.add(column('sum', 'rollup', { reference_column: 'orders', target_column: 'amount', function: 'sum' }));
    const [ada] = await companies.insert({ name: 'Ada' });
    await orders.insert({ amount: 1.7e308, company: [ada!] }, { amount: 1.7e308, company: [ada!] });
    expect(await companies.computed(ada!)).toEqual({ sum: '#out_of_range' });
  });
});
