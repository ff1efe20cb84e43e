import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { columns, rows, tables } from '@space/contracts/tables';
import { emittedIn, type TestServices } from '@space/runtime/testing';
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
    const csv = `${numbers.map(({ key }) => key).join()}\n${`${'x,'.repeat(99)}x\n`.repeat(4_900)}`;
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
    expect(failed).toBe(4_900);
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
  });

  test('reports each invalid line by its number, and creates nothing in all_or_nothing mode', async () => {
    const { bring, call, table_id, events } = await deals({ key: 'code', type: 'text', required: true });
    const csv = 'name,amount,code\r\n"two\r\nlines",x,1\r\n\r\nok,1,2\r\nb,2,\r\nc,3,4,5\r\nd,y,6\r\n';
    const report = await bring(csv);
    expect(report).toMatchObject({ created: 0, failed: 4, snapshot_id: null });
    expect(report.errors.map(({ line, column_key }) => [line, column_key])).toEqual([
      [2, 'amount'],
      [6, 'code'],
      [7, null],
      [8, 'amount'],
    ]);
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
    expect(report.errors.map(({ line, column_key }) => [line, column_key])).toEqual([
      [2, 'email'],
      [4, 'email'],
    ]);
    expect(await bring(csv, { mode: 'per_line' })).toMatchObject({ created: 1, failed: 2 });
    expect((await all()).map(({ name }) => name)).toEqual([null, 'b']);
  });

  test('leaves a unique number column empty', async () => {
    const { bring, all } = await deals({ key: 'code', type: 'number', field_config: { unique: true } });
    expect(await bring('name,code\na,\nb,\n')).toMatchObject({ created: 2, failed: 0 });
    expect((await all()).map(({ name }) => name)).toEqual(['a', 'b']);
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
    expect(report.errors.map(({ line, column_key }) => [line, column_key])).toEqual([
      [3, 'company'],
      [4, 'who'],
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

  test('imports five thousand lines in one call', async () => {
    const { bring, call, table_id } = await deals();
    const csv = `name,amount\n${Array.from({ length: 5_000 }, (_, index) => `row ${index},${index}`).join('\n')}\n`;
    expect(await bring(csv)).toMatchObject({ created: 5_000, failed: 0 });
    expect(await call(tables, 'get', { table_id })).toMatchObject({ row_count: 5_000 });
  });
});
