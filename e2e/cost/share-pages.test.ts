import { beforeAll, describe, expect, test } from '@jest/globals';
import { newSpace, type TestSpace } from '../space.ts';
import { operations } from '../surface/operations.ts';
import { expectWithinBudget } from './expect-budget.ts';
import { requestOf } from './worst-calls.ts';

const count = (length: number) => Array.from({ length }, (_, at) => at);

const LARGE_ROWS = 20;
const STAGES = count(30).map((at) => `Stage ${at}`);
const notes = count(5).map((at) => `note_${at}`);

/** A character that is one byte in JSON and four in HTML. */
const ESCAPED = '<';

let space: TestSpace;
let table_id: string;

/** Creates a table with rows of the largest size, and with rows of the longest names. */
beforeAll(async () => {
  space = await newSpace();
  const columns = [
    { key: 'name', label: 'Name', type: 'text' },
    { key: 'stage', label: 'Stage', type: 'select', options: STAGES },
    { key: 'due', label: 'Due', type: 'date' },
    { key: 'until', label: 'Until', type: 'date' },
    ...notes.map((key) => ({ key, label: key, type: 'long_text' })),
  ];
  const { client } = space;
  ({ id: table_id } = await client.tables.create({ name: 'Deals', columns: columns as never }));
  const row = (at: number, characters: number) => ({
    name: `${at}`.padEnd(characters, ESCAPED),
    stage: STAGES[at % STAGES.length]!,
    due: '2026-03-01',
    until: '2026-03-31',
  });
  const large = Object.fromEntries(notes.map((key) => [key, ESCAPED.repeat(99_000)]));
  for (const at of count(LARGE_ROWS)) await client.rows.create({ table_id, data: { ...row(at, 9_900), ...large } });
  for (const part of count(3))
    await client.rows.create_bulk({ table_id, rows: count(100).map((at) => row(100 * part + at, 9_900)), typecast: true });
});

const widgets = count(8).map((at) => ({
  type: at === 0 ? 'table' : 'bar',
  id: `widget_${at}`,
  title: `Widget ${at}`,
  group_by: 'name',
}));

const configs: readonly (readonly [type: string, config: object, query: string])[] = [
  ['grid', { group_by: [{ column_key: 'name', direction: 'asc' }] }, ''],
  ['kanban', { stack_by: 'stage' }, ''],
  ['gallery', {}, ''],
  ['calendar', { start_column: 'due', end_column: 'until' }, '?month=2026-03'],
  ['dashboard', { widgets }, ''],
];

describe('a share page of the largest rows is cheap to open', () => {
  test.each(configs)('%s', async (type, config, query) => {
    const { client } = space;
    const view = await client.views.create({ table_id, name: type, type, config } as never);
    const { url } = await client.share_links.create({ table_id, view_id: view.id });
    const page = await expectWithinBudget('share page', { method: 'GET', url: url + query }, type);
    expect({ type, status: page.status, has_content: page.bytes > 50_000 }).toEqual({ type, status: 200, has_content: true });
  });
});

test.each([
  ['a text that begins to match at each character', `${ESCAPED.repeat(99)}x`],
  ['a text that is nowhere', 'x'.repeat(5_000)],
  ['a text in each row', ESCAPED],
])('a search of the largest rows for %s is cheap', async (_, q) => {
  const { client } = space;
  const config = { columns: ['name', 'stage', 'due', ...notes].map((column_key) => ({ column_key, function: 'count_filled' })) };
  const view = await client.views.create({ table_id, name: 'Search', type: 'grid', config } as never);
  const { url } = await client.share_links.create({ table_id, view_id: view.id });
  const { status } = await expectWithinBudget(
    'share page',
    { method: 'GET', url: `${url}?q=${encodeURIComponent(q)}&sort=-name` },
    q.slice(-2),
  );
  expect(status).toBe(200);
});

test('the largest filter over long texts is cheap', async () => {
  const { client } = space;
  const columns = [{ key: 'text', label: 'Text', type: 'long_text' as const }];
  const { id } = await client.tables.create({ name: 'Notes', columns });
  for (const at of count(8)) await client.rows.create({ table_id: id, data: { text: `${at} Some Words `.repeat(7_000) } });
  const contains = (from: number) => count(49).map((at) => ({ column_key: 'text', op: 'contains', value: `nothing of ${from + at}` }));
  const filters = [{ or: count(4).map((part) => ({ or: contains(49 * part) })) }];
  const { id: view_id } = await client.views.create({ table_id: id, name: 'Found', type: 'grid', config: { filters } } as never);
  const list = operations.find((entry) => entry.id === 'rows.list')!;
  const { status, text } = await expectWithinBudget('rows.list', requestOf(list, space, { table_id: id, view_id }));
  expect({ status, data: JSON.parse(text).data }).toEqual({ status: 200, data: [] });
});
