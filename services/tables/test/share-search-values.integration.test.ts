import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { columns as columnsContract, rows as rowsContract } from '@space/contracts/tables';
import { startServices, type TestServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';
import { elementsOf } from './fixtures/html.ts';
import { sharedTable } from './fixtures/visitor.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, tablesService]);
});
afterAll(() => space.stop());

const columns = [
  { key: 'name', type: 'text' },
  { key: 'plain', type: 'number' },
  { key: 'fixed', type: 'number', field_config: { precision: 2 } },
  { key: 'euros', type: 'currency', field_config: { currency_code: 'EUR' } },
  { key: 'yen', type: 'currency', field_config: { currency_code: 'JPY' } },
  { key: 'bare', type: 'currency' },
  { key: 'share', type: 'percent' },
  { key: 'exact', type: 'percent', field_config: { precision: 1 } },
  { key: 'third', type: 'formula', field_config: { expression: '{euros} / 3', precision: 2 } },
  { key: 'sum', type: 'formula', field_config: { expression: '{share} + 0.1' } },
  { key: 'day', type: 'date' },
  { key: 'long_day', type: 'date', field_config: { format: 'D. MMMM YYYY' } },
  { key: 'short_day', type: 'date', field_config: { format: 'DD/MM/YY' } },
  { key: 'met', type: 'datetime', field_config: { timezone: 'Europe/Berlin' } },
  { key: 'met_utc', type: 'datetime' },
  { key: 'secret', type: 'currency', field_config: { currency_code: 'EUR' } },
  { key: 'secret_day', type: 'date' },
];
const data = [
  {
    name: 'One',
    plain: 1_234_567.125,
    fixed: 12_345,
    euros: 1771.1,
    yen: 1500,
    bare: 77.5,
    share: 0.2,
    exact: 0.515,
    day: '2026-03-02',
    long_day: '2026-08-13',
    short_day: '2027-04-05',
    met: '2026-06-04T22:30:00Z',
    met_utc: '2026-12-24T09:05:00Z',
    secret: 4_444,
    secret_day: '1999-01-31',
  },
  {
    name: 'Two',
    plain: -3,
    fixed: 0.01,
    euros: 11_771.1,
    yen: 3,
    bare: 8,
    share: 1.2,
    exact: 1.515,
    day: '2025-03-12',
    long_day: '2025-07-14',
    short_day: '2028-05-06',
    met: '2026-07-04T22:30:00Z',
    met_utc: '2025-12-25T09:05:00Z',
  },
];
const shown = columns.filter(({ key }) => !key.startsWith('secret')).map(({ key }) => ({ column_key: key }));

async function numbers() {
  const { share, visitor } = await sharedTable(space.ports, columns, data);
  const { token } = await share('grid', { columns: shown });
  return async (locale: string, q?: string) =>
    elementsOf((await visitor.open(token, { locale, query: q === undefined ? {} : { q } })).body);
}
const namesIn = (page: ReturnType<typeof elementsOf>) =>
  page.filter(({ name, attributes }) => name === 'th' && attributes.scope === 'row').map(({ text }) => text);

test.each(['en-GB', 'en-US', 'de', 'de-CH', 'fr', 'es'])('on a page in %s each shown number and date finds its row', async (locale) => {
  const open = await numbers();
  const cells = (await open(locale)).filter(({ name }) => name === 'td').map(({ text }) => text);
  const own = cells.slice(0, shown.length - 1);
  expect(own).toHaveLength(15 - 1);
  for (const q of own) expect([q, namesIn(await open(locale, q))]).toEqual([q, ['One']]);
  for (const q of cells.slice(shown.length - 1).filter((text) => text.length > 2))
    expect([q, namesIn(await open(locale, q))]).toEqual([q, ['Two']]);
});

test('numbers with a unit are whole numbers of that unit, others are parts; months and days are found in the language of the page', async () => {
  const open = await numbers();
  const found = async (locale: string, q: string) => namesIn(await open(locale, q));
  for (const [locale, q, ...names] of [
    ['de', '1.771,10', 'One', 'Two'],
    ['de', '€ 1.771,10', 'One'],
    ['de', '1.771,1 EUR', 'One'],
    ['en', '€1,771', 'One'],
    ['en', '$1,771.10'],
    ['de', '20 %', 'One'],
    ['de', '120 %', 'Two'],
    ['de', '52 %'],
    ['en', '590.37', 'One'],
    ['en', '590.366'],
    ['de', 'März 2026', 'One'],
    ['de', '03.2026', 'One'],
    ['de', '13. August', 'One'],
    ['de', 'August', 'One'],
    ['fr', 'juillet 2026', 'Two'],
    ['es', '13 de agosto de 2026', 'One'],
    ['en', 'March 2025', 'Two'],
    ['en', 'Mar', 'One', 'Two'],
    ['de', '2028', 'Two'],
    ['de', '05.06.2026', 'One'],
    ['de', '04.06.2026'],
    ['en', '-3', 'Two'],
  ] as const)
    expect([q, await found(locale, q)]).toEqual([q, names]);
});

test('numbers and dates of hidden columns are not found', async () => {
  const open = await numbers();
  for (const q of ['4444', '€4,444.00', '4,444', '1999', 'January 1999', '31 January 1999', '31/01/1999'])
    expect([q, namesIn(await open('en', q))]).toEqual([q, []]);
});

test('a search of any notation is answered: at the bounds of dates, of digits and of time zones', async () => {
  const open = await numbers();
  for (const q of [
    '9999',
    '31.12.9999',
    '0001-01-01',
    '9'.repeat(17),
    `0.${'1'.repeat(15)}`,
    '€',
    '%',
    '5 %%',
    '29.02.',
    '25.10.2026, 02:30',
    '_',
  ])
    expect([q, namesIn(await open('de', q))]).toEqual([q, []]);
});

const targets = [
  ['euros', 'currency', { currency_code: 'EUR' }, [590.4, 590.4, 590.3], '€590.40'],
  ['bare', 'currency', {}, [0.1, 0.2, 0.125], '0.10'],
  ['fixed', 'number', { precision: 2 }, [1, 2, 2], '1.00'],
  ['part', 'percent', {}, [0.07, 0.1, 0.1], '7%'],
  ['time', 'duration', {}, [5_400, 60, 60], '1:30'],
  ['day', 'date', { format: 'D MMMM YYYY' }, ['2026-12-01', '2026-12-02', '2026-12-03'], '1 December 2026'],
  [
    'met',
    'datetime',
    { timezone: 'Europe/Berlin' },
    ['2026-06-04T22:30:00Z', '2026-06-05T22:30:00Z', '2026-07-05T22:30:00Z'],
    '5 Jun 2026, 00:30',
  ],
] as const;
const rollups = [
  ['sum', 'euros', '€1,771.10'],
  ['average', 'euros', '€590.37'],
  ['sum', 'bare', '0.43'],
  ['min', 'bare', '0.10'],
  ['max', 'fixed', '2.00'],
  ['count', 'euros', '3'],
  ['average', 'part', '9%'],
  ['sum', 'time', '1:32'],
  ['max', 'day', '3 December 2026'],
  ['min', 'met', '5 Jun 2026, 00:30'],
  ['array_unique', 'part', '7%, 10%'],
] as const;

test('rollups and lookups are shown and found as their target column is', async () => {
  const { call, table_id, share, visitor } = await sharedTable(
    space.ports,
    [{ key: 'group', type: 'text' }, ...targets.map(([key, type, field_config]) => ({ key, type, field_config }))],
    [0, 1, 2].map((at) => ({ group: 'a', ...Object.fromEntries(targets.map(([key, , , values]) => [key, values[at]])) })),
  );
  const create = (key: string, column: object) => call(columnsContract, 'create', { table_id, key, label: key, ...column } as never);
  const match = [{ target_column: 'group', equals_column: 'group' }];
  for (const [name, target_column] of rollups)
    await create(`${name}_${target_column}`, { type: 'rollup', field_config: { table_id, match, target_column, function: name } });
  await create('who', { type: 'reference', reference_target: { table_id, symmetric_key: 'whose' } });
  const { data: found } = await call(rowsContract, 'list', { table_id });
  for (const { id: row_id } of found) await call(rowsContract, 'update', { table_id, row_id, data: { who: [found[0]!.id] } });
  for (const [target_column] of targets)
    await create(`all_${target_column}`, { type: 'lookup', field_config: { reference_column: 'who', target_column } });
  const shown = [
    ...rollups.map(([name, target, text]) => [`${name}_${target}`, text] as const),
    ...targets.map(([target, , , , text]) => [`all_${target}`, text] as const),
  ];
  for (const [column_key, text] of shown) {
    const { token } = await share('grid', { columns: [{ column_key: 'group' }, { column_key }] });
    const cellsOf = async (query: Record<string, string>) =>
      elementsOf((await visitor.open(token, { query })).body).flatMap(({ name, text }) => (name === 'td' ? [text] : []));
    expect([column_key, await cellsOf({})]).toEqual([column_key, [text, text, text]]);
    const isFound = !column_key.includes('time') && !column_key.startsWith('array');
    expect([text, await cellsOf({ q: text })]).toEqual([text, isFound ? [text, text, text] : []]);
    expect([column_key, await cellsOf({ q: '$590.37' })]).toEqual([column_key, []]);
  }
  const { token } = await share('grid', { columns: ['all_part', 'all_day', 'all_met', 'max_day'].map((column_key) => ({ column_key })) });
  const isFound = async (q: string) => (await visitor.open(token, { query: { q } })).body.includes('3 of 3 rows');
  const searches = ['7 %', '5 June 2026', '5 June', '2026-12-01', 'December', '0.07', '22:30', '4 June 2026', '8%', '2026-06-04'];
  expect(await Promise.all(searches.map(isFound))).toEqual([true, true, true, true, true, false, false, false, false, false]);
});
