import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { columns, rows, tables } from '@space/contracts/tables';
import { sql } from '@space/database';
import { emittedIn, eventually, type TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import { newSpace, refusal, startTables } from './fixtures/space.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startTables();
});
afterAll(() => space.stop());

async function deals(...more: Record<string, unknown>[]) {
  const testSpace = newSpace(space);
  const { id: table_id } = await testSpace.table(
    'Deals',
    { key: 'name', label: 'Deal name', type: 'text' },
    { key: 'amount', label: 'Amount', type: 'number' },
    ...more,
  );
  const bring = (csv: string, options: object = {}) => testSpace.call(rows, 'import', { table_id, csv, ...options });
  const all = async () => (await testSpace.call(rows, 'list', { table_id, limit: 200 })).data.map(({ data }) => data);
  return { ...testSpace, table_id, bring, all };
}

describe('a CSV import', () => {
  test('lets other calls run while it reads a large text', async () => {
    const numbers = Array.from({ length: 100 }, (_, at) => ({ key: `n${at}`, type: 'number' }));
    const { bring } = await deals(...numbers);
    const csv = `${numbers.map(({ key }) => key).join()}\n${`${'x,'.repeat(99)}x\n`.repeat(2_400)}`;
    // Processor time of the thread between two turns; the wall clock also measures other processes.
    let longest = 0;
    let last = process.threadCpuUsage();
    const endTurn = () => {
      const { user, system } = process.threadCpuUsage(last);
      longest = Math.max(longest, (user + system) / 1_000);
      last = process.threadCpuUsage();
    };
    const timer = setInterval(endTurn, 1);
    const { failed } = await bring(csv);
    endTurn();
    clearInterval(timer);
    expect(failed).toBe(2_400);
    expect(longest).toBeLessThan(600);
  });

  test('accepts commas, semicolons and tabs, a byte order mark, CRLF, quotes and line breaks in cells, and skips empty lines', async () => {
    const { bring, all } = await deals();
    const texts = [
      'name,amount\na,1\n\nb,2\n',
      '\ufeffname;amount\r\n"c;d";1\r\n"two\r\nlines";2\r\n',
      'name\tamount\n"say ""hi"""\t3',
      '"name","amount"\r\n,\r\n',
    ];
    for (const csv of texts) await bring(csv);
    expect((await all()).map(({ name, amount }) => [name, amount])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c;d', 1],
      ['two\r\nlines', 2],
      ['say "hi"', 3],
      [null, null],
    ]);
  });

  test('maps headers by key, by label and by the request, and lists ignored headers', async () => {
    const { bring, all, call, table_id } = await deals();
    await call(columns, 'create', {
      table_id,
      key: 'double',
      label: 'Double',
      type: 'formula',
      field_config: { expression: '{amount} * 2' },
    });
    expect(await bring('DEAL NAME,Sum,What,double\na,5,x,99\n', { columns: { sum: 'amount' } })).toMatchObject({
      created: 1,
      failed: 0,
      errors: [],
      ignored_columns: ['What', 'double'],
    });
    expect(await all()).toEqual([{ name: 'a', amount: 5, double: 10 }]);
    const refused = await refusal(bring('name,deal name,x\na,b,c\n', { columns: { x: 'amuont', y: 'name' } }));
    expect(refused.extras.errors!.map(({ path, code }) => [path, code])).toEqual([
      ['csv', 'duplicate_column'],
      ['columns.x', 'unknown_column'],
      ['columns.y', 'unknown_header'],
    ]);
    expect(await refusal(bring('what,ever\n1,2\n'))).toMatchObject({ extras: { errors: [{ code: 'no_columns' }] } });
    await call(columns, 'create', { table_id, key: 'title', label: 'deal name ', type: 'text' });
    expect(await refusal(bring('Deal name\nb\n'))).toMatchObject({ extras: { errors: [{ path: 'csv', code: 'ambiguous' }] } });
    expect(await bring('Deal name\nb\n', { columns: { 'Deal name': 'title' } })).toMatchObject({ created: 1 });
  });

  test('reports each fault with the numbers of its lines, and creates nothing in all_or_nothing mode', async () => {
    const { bring, call, table_id, events } = await deals({ key: 'code', type: 'text', required: true });
    const csv = 'name,amount,code\r\n"two\r\nlines",x,1\r\n\r\nok,1,2\r\nb,2,\r\nc,3,4,5\r\nd,y,6\r\n';
    const report = await bring(csv);
    expect(report).toMatchObject({ created: 0, failed: 4, snapshot_id: null });
    expect(report.errors.map(({ lines, count, column_key, code }) => [lines, count, column_key, code])).toEqual([
      [[2, 8], 2, 'amount', 'wrong_type'],
      [[6], 1, 'code', 'required'],
      [[7], 1, null, 'too_many_cells'],
    ]);
    expect(report.errors[0]!.other_messages).toEqual([report.errors[0]!.message.replace('"x"', '"y"')]);
    expect(await call(tables, 'get', { table_id })).toMatchObject({ row_count: 0 });
    expect(await events()).toEqual([]);
    const some = await bring(csv, { mode: 'per_line' });
    expect(some).toMatchObject({ created: 1, failed: 4, errors: report.errors, snapshot_id: expect.stringMatching(/^snp_/) });
    expect(await call(tables, 'get', { table_id })).toMatchObject({ row_count: 1 });
  });

  test('reports duplicate cells of unique columns within the file and in the table', async () => {
    const { bring, call, table_id, all } = await deals({ key: 'email', type: 'email', field_config: { unique: true } });
    await call(rows, 'create', { table_id, data: { email: 'ada@example.com' } });
    const csv = 'name,email\na,ADA@example.com\nb,bob@example.com\nc,Bob@example.com\n';
    const report = await bring(csv);
    expect(report.errors).toEqual([
      {
        column_key: 'email',
        code: 'duplicate',
        message: expect.stringMatching(/^Must be unique, and the row row_\w+ has it already\.$/),
        other_messages: ['Must be unique, and line 3 has it already.'],
        count: 2,
        lines: [2, 4],
      },
    ]);
    expect(await bring(csv, { mode: 'per_line' })).toMatchObject({ created: 1, failed: 2 });
    expect((await all()).map(({ name }) => name)).toEqual([null, 'b']);
  });

  test('leaves a unique number column empty', async () => {
    const { bring, all } = await deals({ key: 'code', type: 'number', field_config: { unique: true } });
    expect(await bring('name,code\na,\nb,\n')).toMatchObject({ created: 2, failed: 0 });
    expect((await all()).map(({ name }) => name)).toEqual(['a', 'b']);
  });

  test('lists one fault of three thousand lines once, with their number and the first of them', async () => {
    const { bring } = await deals();
    const { failed, errors } = await bring(`name,amount\n${Array.from({ length: 3_000 }, (_, n) => `a,x${n}`).join('\n')}\n`);
    expect(failed).toBe(3_000);
    expect(errors).toEqual([
      {
        column_key: 'amount',
        code: 'wrong_type',
        message: expect.stringContaining('"x0"'),
        other_messages: [1, 2, 3, 4].map((n) => expect.stringContaining(`"x${n}"`)),
        count: 3_000,
        lines: Array.from({ length: 20 }, (_, n) => n + 2),
      },
    ]);
  });

  test('reads dates by date_order, by the other dates of their column, or refuses those that stay ambiguous', async () => {
    const { bring, all } = await deals(
      { key: 'due', type: 'date' },
      { key: 'at', type: 'datetime' },
      { key: 'us', type: 'date', field_config: { format: 'MM/DD/YYYY' } },
    );
    const csv = 'name,due,at\na,03/04/2026,03/04/2026 14:30\nb,04/04/2026,\n';
    const { created, errors } = await bring(csv);
    expect(created).toBe(0);
    expect(errors.map(({ lines, column_key, code }) => [lines, column_key, code])).toEqual([
      [[2], 'due', 'ambiguous_date'],
      [[2], 'at', 'ambiguous_date'],
    ]);
    expect(errors[0]!.message).toBe(
      'Has "03/04/2026", of which the day or the month may be first; send date_order: "day_first" or "month_first".',
    );
    const read = async (text: string, options: object = {}) => {
      const before = (await all()).length;
      expect(await bring(text, options)).toMatchObject({ failed: 0 });
      return (await all()).slice(before).map(({ due, at, us }) => [due, at, us].filter((cell) => cell !== null));
    };
    expect(await read(csv, { date_order: 'day_first' })).toEqual([['2026-04-03', '2026-04-03T14:30:00.000Z'], ['2026-04-04']]);
    expect(await read(csv, { date_order: 'month_first' })).toEqual([['2026-03-04', '2026-03-04T14:30:00.000Z'], ['2026-04-04']]);
    expect(await read('due,at\n03/04/2026,12/31/2026 08:00\n25/04/2026,03/04/2026 08:00\n')).toEqual([
      ['2026-04-03', '2026-12-31T08:00:00.000Z'],
      ['2026-04-25', '2026-03-04T08:00:00.000Z'],
    ]);
    expect(await read('us\n03/04/2026\n')).toEqual([['2026-03-04']]);
    expect(await read('us\n03/04/2026\n', { date_order: 'day_first' })).toEqual([['2026-04-03']]);
    expect(await bring('due\n03/04/2026\n25/04/2026\n04/25/2026\n')).toMatchObject({ failed: 1, errors: [{ lines: [2] }] });
    expect(await bring('due\n25/04/2026\n', { date_order: 'month_first' })).toMatchObject({ failed: 1, errors: [{ code: 'wrong_type' }] });
  });

  test('resolves rows by title and contacts by email, and reports unresolved ones', async () => {
    const { bring, call, table_id, contact, table } = await deals({ key: 'who', type: 'contact' });
    const companies = await table('Companies', { key: 'name', type: 'text' });
    const acme = await call(rows, 'create', { table_id: companies.id, data: { name: 'Acme, Inc.' } });
    await call(columns, 'create', {
      table_id,
      key: 'company',
      label: 'Company',
      type: 'reference',
      reference_target: { table_id: companies.id, cardinality: 'many', symmetric_key: 'deals' },
    });
    const ada = await contact('Ada', 'ada@example.com');
    const csv = 'name,company,who\na,"""Acme, Inc.""",Ada@example.com\nb,Unknown,ada@example.com\nc,,no@example.com\n';
    const report = await bring(csv, { mode: 'per_line' });
    expect(report.errors.map(({ lines, column_key, code }) => [lines, column_key, code])).toEqual([
      [[3], 'company', 'unresolved_reference'],
      [[4], 'who', 'unresolved_reference'],
    ]);
    const { data } = await call(rows, 'list', { table_id });
    expect(data.map((row) => row.data)).toMatchObject([{ company: [{ row_id: acme.id }], who: [{ contact_id: ada.id }] }]);
  });

  test('rejects unknown choices, or creates them with create_options', async () => {
    const { bring, all, call, table_id } = await deals({ key: 'stage', type: 'select', options: ['new'] });
    const csv = 'name,stage\na,won\nb,New\nc,Won\n';
    expect(await bring(csv)).toMatchObject({ created: 0, failed: 2 });
    expect(await bring(csv, { create_options: true })).toMatchObject({ created: 3 });
    expect((await all()).map(({ stage }) => stage)).toEqual(['won', 'new', 'won']);
    const { columns: after } = await call(tables, 'get', { table_id });
    expect(after.find(({ key }) => key === 'stage')!.options).toHaveLength(2);
  });

  test('emits an event per row and one for the import, and runs once per idempotency key', async () => {
    const { call, table_id, caller } = await deals();
    const input = { table_id, csv: `name,amount\n${Array.from({ length: 250 }, (_, index) => `r${index},${index}`).join('\n')}\n` };
    const first = await call.whole(rows, 'import', input, { idempotency_key: 'k' });
    expect(first.output).toMatchObject({ created: 250, failed: 0, errors: [] });
    expect(await call.whole(rows, 'import', input, { idempotency_key: 'k' })).toEqual({ ...first, replayed: true });
    const events = (await emittedIn(space.ports.database, 'tables', caller.space_id)).filter(({ type }) =>
      /^table_(row|imported)/.test(type),
    );
    expect(events).toHaveLength(251);
    expect(events.at(-1)).toMatchObject({ type: 'table_imported', data: { table_id, created: 250, failed: 0 } });
    expect(await call(tables, 'get', { table_id })).toMatchObject({ row_count: 250 });
  });

  test.each([
    ['a quote that is never closed', 'name\n"a\n', 'invalid_csv'],
    ['no header', '\n\n', 'empty'],
    ['too many lines', `name\n${'a\n'.repeat(5_001)}`, 'too_big'],
  ])('rejects %s with its error', async (_what, csv, code) => {
    const { bring } = await deals();
    expect(await refusal(bring(csv))).toMatchObject({ code: 'invalid', status: 400, extras: { errors: [{ path: 'csv', code }] } });
  });

  test('recomputes the rows that read the new ones a few times only', async () => {
    const { bring, call, table_id, table } = await deals();
    const companies = await table('Companies', { key: 'name', type: 'text' });
    await call(rows, 'create', { table_id: companies.id, data: { name: 'Acme' } as never });
    const link = { table_id: companies.id, cardinality: 'many', symmetric_key: 'deals' };
    await call(columns, 'create', { table_id, key: 'company', label: 'Company', type: 'reference', reference_target: link } as never);
    const sum = { reference_column: 'deals', target_column: 'amount', function: 'sum' };
    await call(columns, 'create', { table_id: companies.id, key: 'total', label: 'Total', type: 'rollup', field_config: sum } as never);
    const updates = () =>
      space.ports.database.oneFirst(sql.type(z.object({ updates: z.number() }))`
        select s.n_tup_upd::integer as updates from tables.user_table as t
        join pg_stat_user_tables as s on s.schemaname = 'tables' and s.relname = t.row_table where t.id = ${companies.id}`);
    expect(await bring(`name,amount,company\n${'a,1,Acme\n'.repeat(2_000)}`)).toMatchObject({ created: 2_000 });
    const [acme] = (await call(rows, 'list', { table_id: companies.id })).data;
    expect(acme!.data).toMatchObject({ total: 2_000 });
    // One transaction: its updates are counted together.
    await eventually(async () => expect(await updates()).toBeGreaterThan(0), { timeout: 20_000 });
    expect(await updates()).toBeLessThanOrEqual(2);
  });

  test('imports five thousand lines in one call', async () => {
    const { bring, call, table_id } = await deals();
    const csv = `name,amount\n${Array.from({ length: 5_000 }, (_, index) => `row ${index},${index}`).join('\n')}\n`;
    expect(await bring(csv)).toMatchObject({ created: 5_000, failed: 0 });
    expect(await call(tables, 'get', { table_id })).toMatchObject({ row_count: 5_000 });
  });
});
