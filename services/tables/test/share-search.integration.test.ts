import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { sql } from '@space/database';
import { startServices, type TestServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';
import { elementsOf, textsOf } from './fixtures/html.ts';
import { sharedTable } from './fixtures/visitor.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, tablesService]);
});
afterAll(() => space.stop());

const columns = [
  { key: 'name', type: 'text' },
  {
    key: 'stage',
    type: 'select',
    options: [
      { name: 'Lead', color: 'orange' },
      { name: 'Won', color: '#0a0' },
    ],
  },
  { key: 'tags', type: 'multi_select', options: ['New', 'Old'] },
  { key: 'amount', type: 'currency', field_config: { currency_code: 'EUR' } },
  { key: 'chance', type: 'percent' },
  { key: 'due', type: 'date' },
  { key: 'met', type: 'datetime', field_config: { timezone: 'Europe/Berlin' } },
  { key: 'files', type: 'attachment' },
  { key: 'secret', type: 'text' },
  { key: 'notes', type: 'long_text' },
];
const data = [
  { name: 'Älpha 100%', stage: 'Won', tags: ['New'], amount: 1234.5, chance: 0.25, due: '2026-03-02', secret: 'hush' },
  {
    name: 'Beta',
    stage: 'Lead',
    tags: ['Old'],
    amount: 99,
    met: '2026-03-04T23:30:00Z',
    files: [{ url: 'https://example.com/p.pdf', name: 'Plan.pdf' }],
  },
  { name: 'Gamma', amount: 5000, notes: `${'x'.repeat(1_000)} far away` },
];
const deals = () => sharedTable(space.ports, columns, data);
const shown = columns.filter(({ key }) => key !== 'secret').map(({ key }) => ({ column_key: key }));

const namesIn = (page: string) =>
  elementsOf(page)
    .filter(({ name, attributes }) => name === 'th' && attributes.scope === 'row')
    .map(({ text }) => text);
const countIn = (page: string) =>
  elementsOf(page)
    .find(({ attributes }) => attributes.role === 'status')
    ?.text.replace(/ Show.*/, '');

test('a search finds what the shown cells say, as the page of a locale writes it, and nothing of other columns', async () => {
  const { share, visitor } = await deals();
  const { token } = await share('grid', { columns: shown });
  const found = async (q: string, locale = 'en-GB') => namesIn((await visitor.open(token, { query: { q }, locale })).body);
  const cases: readonly (readonly [q: string, name: string, locale?: string])[] = [
    ['älPHA', 'Älpha 100%'],
    ['100%', 'Älpha 100%'],
    ['won', 'Älpha 100%'],
    ['old', 'Beta'],
    ['€1,234.5', 'Älpha 100%'],
    ['1.234,5', 'Älpha 100%', 'de'],
    ['25 %', 'Älpha 100%', 'de'],
    ['2 Mar 2026', 'Älpha 100%'],
    ['02/03/2026', 'Älpha 100%'],
    ['3/2/2026', 'Älpha 100%', 'en-US'],
    ['5.3.2026', 'Beta', 'de'],
    ['plan.PDF', 'Beta'],
  ];
  for (const [q, name, locale] of cases) expect([q, await found(q, locale)]).toEqual([q, [name]]);
  for (const q of ['hush', 'far away', '_', '%%', 'a'.repeat(300)]) expect([q, await found(q)]).toEqual([q, []]);
  for (const q of ['', '  ', '\t\u0001']) expect(await found(q)).toHaveLength(3);
  const { body } = await visitor.open(token, { query: { q: '"><b>&' } });
  expect(elementsOf(body).find(({ attributes }) => attributes.name === 'q')?.attributes.value).toBe('"><b>&');
  expect(textsOf(body, 'p')).toContain('No row contains “"><b>&”.');
  expect(countIn(body)).toBe('0 of 3 rows');
});

test('a search counts and sums what it found within the filters of the view', async () => {
  const { share, visitor } = await deals();
  const config = {
    columns: [{ column_key: 'name' }, { column_key: 'amount', function: 'sum' }],
    filters: [{ column_key: 'amount', op: 'gt', value: 100 }],
  };
  const { token } = await share('grid', config);
  const { body } = await visitor.open(token, { query: { q: 'a' } });
  expect([namesIn(body), countIn(body)]).toEqual([['Älpha 100%', 'Gamma'], '2 of 2 rows']);
  const one = (await visitor.open(token, { query: { q: 'gam' } })).body;
  expect([countIn(one), elementsOf(one).find(({ name }) => name === 'tfoot')?.text]).toEqual(['1 of 2 rows', 'sum €5,000.00']);
  expect(countIn((await visitor.open(token)).body)).toBe('2 rows');
});

test('headings of columns sort up, down and as the view does, and pages preserve search and order', async () => {
  const many = Array.from({ length: 230 }, (_, at) => ({ name: `Row ${at}`, amount: at, secret: 'hush' }));
  const { share, visitor } = await sharedTable(space.ports, columns, many);
  const { token } = await share('grid', { columns: shown, sort: [{ column_key: 'name', direction: 'asc' }] });
  const open = async (query: Record<string, string>) => (await visitor.open(token, { query })).body;
  const heading = (page: string) => {
    const at = elementsOf(page).findIndex(({ name, text }) => name === 'th' && text === 'amount');
    const [cell, link] = elementsOf(page).slice(at, at + 2);
    return [cell!.attributes['aria-sort'], Object.fromEntries(new URLSearchParams(link!.attributes.href!.split('?')[1]))];
  };
  expect(heading(await open({ q: 'row' }))).toEqual([undefined, { q: 'row', sort: 'amount' }]);
  expect(heading(await open({ q: 'row', sort: 'amount' }))).toEqual(['ascending', { q: 'row', sort: '-amount' }]);
  expect(heading(await open({ q: 'row', sort: '-amount' }))).toEqual(['descending', { q: 'row' }]);
  const seen: string[] = [];
  let query: Record<string, string> | undefined = { q: 'row', sort: '-amount' };
  while (query) {
    const page: string = await open(query);
    expect(countIn(page)).toBe(query.after === undefined ? '230 of 230 rows' : '');
    seen.push(...namesIn(page));
    const next = elementsOf(page).find(({ attributes }) => attributes.rel === 'next')?.attributes.href;
    query = next === undefined ? undefined : Object.fromEntries(new URLSearchParams(next.split('?')[1]));
  }
  expect(seen).toEqual(many.map(({ name }) => name).toReversed());
  const asView = namesIn(await open({}));
  for (const sort of ['secret', 'files', 'nothing', '-', '--amount', 'id']) expect(namesIn(await open({ sort }))).toEqual(asView);
  expect(await open({ sort: 'secret' })).not.toContain('hush');
});

test('a search reads the items of a list that the page shows, and visitors cannot sort by formulas of the current time', async () => {
  const numbered = Array.from({ length: 11 }, (_, at) => `Item ${String.fromCharCode(65 + at)}`);
  const { share, visitor } = await sharedTable(
    space.ports,
    [
      { key: 'name', type: 'text' },
      { key: 'tags', type: 'multi_select', options: numbered },
      { key: 'files', type: 'attachment' },
      { key: 'age', type: 'formula', field_config: { expression: 'YEAR(NOW()) - LEN({name})' } },
    ],
    [
      { name: 'One', tags: numbered, files: numbered.map((name) => ({ url: 'https://example.com/a', name: `${name}.pdf` })) },
      { name: 'Three' },
    ],
  );
  const { token } = await share('grid', {});
  const open = async (query: Record<string, string>) => (await visitor.open(token, { query })).body;
  for (const q of ['item a', 'item j', 'Item J.pdf']) expect([q, namesIn(await open({ q }))]).toEqual([q, ['One']]);
  for (const q of ['item k', 'Item K.pdf']) expect([q, namesIn(await open({ q }))]).toEqual([q, []]);
  const page = await open({ sort: 'age' });
  expect(namesIn(page)).toEqual(['One', 'Three']);
  expect(elementsOf(page).filter(({ name, attributes }) => name === 'a' && attributes.href?.includes('sort=age'))).toEqual([]);
});

test('a search that takes too long is a page that says so', async () => {
  const { share, visitor, table_id } = await deals();
  const { token } = await share('grid', { columns: shown });
  const { database } = space.ports;
  const row_table = await database.oneFirst(sql.unsafe`select row_table from tables.user_table where id = ${table_id}`);
  const [locked, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const locking = database.transaction(async (tx) => {
    await tx.query(sql.unsafe`lock table ${sql.identifier(['tables', String(row_table)])}`);
    locked.resolve();
    await opened.promise;
  });
  await locked.promise;
  const { status, body } = await visitor.open(token, { query: { q: 'Beta' } });
  opened.resolve();
  await locking;
  expect([status, countIn(body)]).toEqual([200, '']);
  expect(textsOf(body, 'p')).toContain('This search takes too long. Search for more characters, or ask the owner for a narrower view.');
});

test('the title of a gallery names no search, since only grids have one', async () => {
  const { share, visitor } = await deals();
  const { token } = await share('gallery', {});
  const { body } = await visitor.open(token, { query: { q: 'Beta', sort: 'name' } });
  expect(textsOf(body, 'title')).toEqual(['Ours · Deals & Co']);
});

test('a search and an order do not open a view with a password', async () => {
  const { share, visitor } = await deals();
  const { token } = await share('grid', { columns: shown }, { password: 'open sesame' });
  const { body } = await visitor.open(token, { query: { q: 'Beta', sort: 'name' } });
  expect([textsOf(body, 'h1'), body.includes('Beta')]).toEqual([['This page needs a password'], false]);
});

test('a page is in the language of its visitor, with numbers and dates as usual there, and choices on their colours', async () => {
  const { share, visitor } = await deals();
  const { token } = await share('grid', { columns: shown });
  const { body, headers } = await visitor.open(token, { locale: 'de' });
  const elements = elementsOf(body);
  expect(elements.find(({ name }) => name === 'html')?.attributes.lang).toBe('de');
  expect(countIn(body)).toBe('3 Zeilen');
  const cells = textsOf(body, 'td');
  for (const text of ['1.234,50 €', '25 %', '02.03.2026', '05.03.2026, 00:30']) expect(cells).toContain(text);
  const chips = elements
    .filter(({ attributes }) => attributes.class?.startsWith('chip'))
    .map(({ text, attributes }) => [text, attributes.class]);
  expect(chips).toEqual([
    ['Won', 'chip c00aa00'],
    ['New', 'chip plain'],
    ['Lead', 'chip cffa500'],
    ['Old', 'chip plain'],
  ]);
  expect(body).toContain('.cffa500 { --fill: #ffa500;');
  const style = /<style>([^<]*)<\/style>/.exec(body)![1]!;
  const { createHash } = await import('node:crypto');
  expect(headers['Content-Security-Policy']).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
});
