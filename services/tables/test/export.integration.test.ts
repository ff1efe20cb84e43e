import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { columns, rows } from '@space/contracts/tables';
import type { TestServices } from '@space/runtime/testing';
import { newSpace, refusal, startTables } from './fixtures/space.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startTables();
});
afterAll(() => space.stop());

async function table(...said: Record<string, unknown>[]) {
  const testSpace = newSpace(space);
  const { id: table_id } = await testSpace.table('Deals', ...said);
  const create = (...given: object[]) => testSpace.call(rows, 'create_bulk', { table_id, rows: given as never, typecast: true });
  const csv = (options: object = {}) => testSpace.call(rows, 'export', { table_id, ...options });
  return { ...testSpace, table_id, create, csv };
}

describe('a CSV export', () => {
  test('has the column keys as header, a line per row, and quotes where needed', async () => {
    const { create, csv } = await table(
      { key: 'name', type: 'text' },
      { key: 'amount', type: 'number' },
      { key: 'done', type: 'checkbox' },
    );
    await create({ name: 'a, "b"', amount: 1.5, done: true }, { name: 'two\nlines' });
    expect(await csv()).toEqual({
      csv: 'name,amount,done\r\n"a, ""b""",1.5,true\r\n"two\nlines",,\r\n',
      has_more: false,
      next_cursor: null,
    });
  });

  test('has as many rows per page as requested', async () => {
    const { create, csv } = await table({ key: 'name', type: 'text' });
    await create({ name: 'a' }, { name: 'b' }, { name: 'c' });
    const first = await csv({ limit: 2 });
    expect(first).toMatchObject({ csv: 'name\r\na\r\nb\r\n', has_more: true });
    expect(await csv({ limit: 2, cursor: first.next_cursor })).toEqual({ csv: 'c\r\n', has_more: false, next_cursor: null });
  });

  test('accepts the filters, sort, search and fields of the rows list', async () => {
    const { create, csv } = await table({ key: 'name', type: 'text' }, { key: 'amount', type: 'number' });
    await create({ name: 'a', amount: 1 }, { name: 'b', amount: 2 }, { name: 'ab', amount: 3 });
    const options = {
      filters: [{ column_key: 'amount', op: 'gt', value: 1 }],
      sort: [{ column_key: 'amount', direction: 'desc' }],
      search: 'b',
      fields: ['amount'],
    };
    expect((await csv(options)).csv).toBe('amount\r\n3\r\n2\r\n');
    expect(await refusal(csv({ fields: ['amuont'] }))).toMatchObject({
      extras: { errors: [{ path: 'fields.0', code: 'unknown_column' }] },
    });
  });

  test('continues after a page without a second header and without losing or repeating a row', async () => {
    const { create, csv } = await table({ key: 'name', type: 'text' });
    for (let start = 0; start < 1_200; start += 100)
      await create(...Array.from({ length: 100 }, (_, index) => ({ name: `r${start + index}` })));
    const first = await csv();
    expect(first.has_more).toBe(true);
    const second = await csv({ cursor: first.next_cursor });
    expect(second.has_more).toBe(false);
    expect((first.csv + second.csv).trim().split('\r\n')).toEqual(['name', ...Array.from({ length: 1_200 }, (_, index) => `r${index}`)]);
  });

  test('ends a page early if rows are large', async () => {
    const { call, table_id, csv } = await table({ key: 'name', type: 'long_text' });
    for (let round = 0; round < 4; round++)
      await call(rows, 'create_bulk', { table_id, rows: Array.from({ length: 9 }, () => ({ name: 'x'.repeat(99_000) })) });
    let [page, lines] = [await csv(), 0];
    for (; ; page = await csv({ cursor: page.next_cursor })) {
      expect(page.csv.length).toBeLessThan(2_000_000);
      lines += page.csv.trim().split('\r\n').length;
      if (!page.has_more) break;
    }
    expect(lines).toBe(37);
  });

  test('escapes cells that a spreadsheet would run as formulas', async () => {
    const { create, csv } = await table({ key: 'name', type: 'text' }, { key: 'amount', type: 'number' });
    await create({ name: '=1+1', amount: -5 }, { name: '@x' }, { name: "'=y" });
    expect((await csv()).csv).toBe("name,amount\r\n'=1+1,-5\r\n'@x,\r\n''=y,\r\n");
  });

  test('creates the same rows if imported into a table with the same columns', async () => {
    const testSpace = newSpace(space);
    const ada = await testSpace.contact('Ada', 'ada@example.com');
    const companies = await testSpace.table('Companies', { key: 'name', type: 'text' });
    const acme = await testSpace.call(rows, 'create', { table_id: companies.id, data: { name: 'Acme, "Inc."' } });
    const make = async () => {
      const { id } = await testSpace.table(
        'Deals',
        { key: 'name', type: 'text' },
        { key: 'notes', type: 'long_text' },
        { key: 'number', type: 'number' },
        { key: 'price', type: 'currency', field_config: { precision: 2 } },
        { key: 'share', type: 'percent' },
        { key: 'stars', type: 'rating' },
        { key: 'took', type: 'duration' },
        { key: 'done', type: 'checkbox' },
        { key: 'day', type: 'date' },
        { key: 'at', type: 'datetime' },
        { key: 'stage', type: 'select', options: ['New', 'Won, at last'] },
        { key: 'tags', type: 'multi_select', options: ['a', 'b, c', 'd'] },
        { key: 'email', type: 'email' },
        { key: 'phone', type: 'phone' },
        { key: 'site', type: 'url' },
        { key: 'files', type: 'attachment' },
        { key: 'who', type: 'contact', field_config: { multiple: true } },
        { key: 'no', type: 'autonumber' },
        { key: 'made', type: 'created_at' },
        { key: 'by', type: 'created_by' },
      );
      const target = { table_id: companies.id, cardinality: 'many' as const };
      await testSpace.call(columns, 'create', {
        table_id: id,
        key: 'company',
        label: 'Company',
        type: 'reference',
        reference_target: target,
      });
      await testSpace.call(columns, 'create', {
        table_id: id,
        key: 'sum',
        label: 'Sum',
        type: 'formula',
        field_config: { expression: '{number} + 1' },
      });
      return id;
    };
    const [from, to] = [await make(), await make()];
    const full = {
      name: "  =spaces and 'quotes' ",
      notes: 'line\r\nline\t"x"\n',
      number: -1.25,
      price: 12.5,
      share: 0.25,
      stars: 3,
      took: 5_400,
      done: true,
      day: '2026-02-28',
      at: '2026-02-28T12:34:56.789Z',
      stage: 'Won, at last',
      tags: ['b, c', 'a'],
      email: 'x@example.com',
      phone: '+33123456789',
      site: 'https://example.com/a?b=c,d',
      files: [{ url: 'https://example.com/a.pdf', name: 'a, b.pdf' }],
      who: [ada.id],
      company: [acme.id],
    };
    await testSpace.call(rows, 'create_bulk', { table_id: from, rows: [full, {}] });
    const { csv } = await testSpace.call(rows, 'export', { table_id: from });
    const report = await testSpace.call(rows, 'import', { table_id: to, csv });
    expect(report).toMatchObject({ created: 2, failed: 0, errors: [], ignored_columns: ['no', 'made', 'by', 'sum'] });
    const data = async (table_id: string) => (await testSpace.call(rows, 'list', { table_id })).data.map((row) => row.data);
    expect(await data(to)).toEqual(await data(from));
    expect((await testSpace.call(rows, 'export', { table_id: to })).csv).toBe(csv);
  });
});
