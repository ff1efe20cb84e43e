import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { columns } from '@space/contracts/tables';
import { startServices, type TestServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';
import { elementsOf, textsOf } from './fixtures/html.ts';
import { sharedTable } from './fixtures/visitor.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, tablesService]);
});
afterAll(() => space.stop());

const dealColumns = [
  { key: 'name', type: 'text' },
  {
    key: 'stage',
    type: 'select',
    options: [
      { name: 'Lead', color: '#f59e0b' },
      { name: 'Won', color: 'red"/><b>' },
    ],
  },
  { key: 'amount', type: 'number' },
  { key: 'hot', type: 'checkbox' },
  { key: 'due', type: 'date' },
  { key: 'until', type: 'date' },
  { key: 'site', type: 'url' },
  { key: 'files', type: 'attachment' },
  { key: 'secret', type: 'text' },
];
const picture = { url: 'https://example.com/a.png', name: 'A "picture"', mime_type: 'image/png' };
const dealRows = [
  {
    name: 'Alpha',
    stage: 'Won',
    amount: 10,
    hot: true,
    due: '2026-03-02',
    until: '2026-03-04',
    site: 'https://example.com/a',
    files: [picture],
    secret: 'hush',
  },
  { name: 'Beta', stage: 'Lead', amount: 30, due: '2026-03-02', files: [{ url: 'http://example.com/b.png', name: 'b' }], secret: 'hush' },
  { name: 'Gamma', amount: 20, due: '2026-02-27', until: '2026-03-01', secret: 'hush' },
  { name: 'Delta', stage: 'Won', amount: 5, secret: 'hush' },
];
const deals = () => sharedTable(space.ports, dealColumns, dealRows);
const visible = ['name', 'stage', 'amount', 'hot'].map((column_key) => ({ column_key }));

const rowHeadings = (page: string) =>
  elementsOf(page)
    .filter(({ name, attributes }) => name === 'th' && attributes.scope === 'row')
    .map(({ text }) => text);

describe('a grid', () => {
  test('shows the visible columns of the matching rows in the order of the view', async () => {
    const { show } = await deals();
    const { body } = await show('grid', {
      columns: [...visible, { column_key: 'secret', visible: false }],
      filters: [{ column_key: 'amount', op: 'gte', value: 10 }],
      sort: [{ column_key: 'amount', direction: 'desc' }],
    });
    expect(textsOf(body, 'caption')).toEqual(['Ours, Deals & Co']);
    expect(
      elementsOf(body)
        .filter(({ attributes }) => attributes.scope === 'col')
        .map(({ text }) => text),
    ).toEqual(['name', 'stage', 'amount', 'hot']);
    expect(rowHeadings(body)).toEqual(['Beta', 'Gamma', 'Alpha']);
    expect(body).not.toMatch(/hush|Delta|secret/);
  });

  test('has headings for groups and aggregates at the end', async () => {
    const { show } = await deals();
    const { body } = await show('grid', {
      columns: [{ column_key: 'name' }, { column_key: 'amount', function: 'sum' }],
      group_by: [{ column_key: 'stage', direction: 'desc' }],
      sort: [{ column_key: 'name', direction: 'desc' }],
    });
    expect(
      elementsOf(body)
        .filter(({ attributes }) => attributes.scope === 'rowgroup')
        .map(({ text }) => text),
    ).toEqual(['stage: Won', 'stage: Lead', 'stage: empty']);
    expect(rowHeadings(body)).toEqual(['Delta', 'Alpha', 'Beta', 'Gamma']);
    expect(elementsOf(body).find(({ name }) => name === 'tfoot')?.text).toBe('sum 65');
  });

  test('continues page by page, and starts again for an invalid cursor', async () => {
    const many = Array.from({ length: 205 }, (_, index) => ({ name: `Row ${index + 1}` }));
    const { share, visitor } = await sharedTable(space.ports, [{ key: 'name', type: 'text' }], many);
    const { token } = await share('grid', { sort: [{ column_key: 'name' }] });
    const seen: string[] = [];
    let query: Record<string, string> = {};
    for (let page = 1; page <= 3; page++) {
      const { body } = await visitor.open(token, { query });
      seen.push(...rowHeadings(body));
      const next = elementsOf(body).find(({ attributes }) => attributes.rel === 'next')?.attributes.href;
      expect([page, next !== undefined]).toEqual([page, page < 3]);
      query = Object.fromEntries(new URLSearchParams(next?.split('?')[1]));
    }
    expect(seen).toEqual(many.map(({ name }) => name));
    expect(rowHeadings((await visitor.open(token, { query: { after: 'nonsense' } })).body)).toHaveLength(100);
  });

  test('says that it is empty', async () => {
    const { show } = await deals();
    const { body } = await show('grid', { filters: [{ column_key: 'name', op: 'eq', value: 'Unknown' }] });
    expect(textsOf(body, 'p')).toContain('There is nothing here yet.');
    expect((await show('grid', { columns: [] })).body).toContain('There is nothing here yet.');
  });
});

describe('a kanban', () => {
  test('has a stack with a count for each choice, in the order of the view', async () => {
    const { show } = await deals();
    const { body } = await show('kanban', { stack_by: 'stage', stack_order: ['Won'], columns: visible });
    expect(textsOf(body, 'h2')).toEqual(['Won 2 cards', 'Lead 1 card', 'No stage 1 card']);
    expect(textsOf(body, 'h3')).toEqual(['Alpha', 'Delta', 'Beta', 'Gamma']);
    const stacks = elementsOf(body).filter(({ name }) => name === 'section');
    expect(stacks.map(({ attributes }) => attributes.class)).toEqual(['plain', 'cf59e0b', 'plain']);
    expect(body).not.toContain('hush');
  });

  test('stacks by a checkbox too, and hides empty stacks with hide_empty', async () => {
    const { show } = await deals();
    const filters = [{ column_key: 'name', op: 'neq', value: 'Alpha' }];
    expect(textsOf((await show('kanban', { stack_by: 'hot' })).body, 'h2')).toEqual(['hot: no 3 cards', 'hot: yes 1 card']);
    expect(textsOf((await show('kanban', { stack_by: 'hot', filters })).body, 'h2')).toEqual(['hot: no 3 cards', 'hot: yes 0 cards']);
    expect(textsOf((await show('kanban', { stack_by: 'hot', filters, hide_empty: true })).body, 'h2')).toEqual(['hot: no 3 cards']);
  });

  test('shows the first cards of a long stack, and all of them on a separate page', async () => {
    const many = Array.from({ length: 130 }, (_, index) => ({ name: `Row ${index + 1}`, stage: index < 30 ? 'Lead' : 'Won' }));
    const { share, visitor } = await sharedTable(space.ports, dealColumns.slice(0, 2), many);
    const { token } = await share('kanban', { stack_by: 'stage' });
    const { body } = await visitor.open(token);
    expect(textsOf(body, 'h3')).toHaveLength(50);
    const links = elementsOf(body).filter(({ name }) => name === 'a');
    expect(links.map(({ text }) => text)).toEqual(['All 30 of Lead', 'All 100 of Won']);
    const stack = Object.fromEntries(new URLSearchParams(links[0]!.attributes.href!.split('?')[1]));
    expect(textsOf((await visitor.open(token, { query: stack })).body, 'h3')).toEqual(many.slice(0, 30).map(({ name }) => name));
  });

  test('says that its column was deleted', async () => {
    const { call, share, visitor, table, table_id } = await deals();
    const { token } = await share('kanban', { stack_by: 'stage' });
    await call(columns, 'delete', { table_id, column_id: table.columns[1]!.id, force: true });
    expect(await visitor.open(token)).toMatchObject({ status: 200, body: expect.stringContaining('This board cannot be shown') });
  });
});

test('a gallery has a card per row, with pictures over https only', async () => {
  const { show } = await deals();
  const { body } = await show('gallery', { cover_column: 'files', columns: visible });
  expect(textsOf(body, 'h2')).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta']);
  expect(
    elementsOf(body)
      .filter(({ name }) => name === 'img')
      .map(({ attributes }) => [attributes.src, attributes.alt]),
  ).toEqual([['https://example.com/a.png', 'A "picture"']]);
});

test('a card has no title that the view hides', async () => {
  const { show } = await deals();
  const { body } = await show('gallery', { columns: [{ column_key: 'amount' }] });
  expect(textsOf(body, 'h2')).toEqual(['10', '30', '20', '5']);
  expect(body).not.toContain('Alpha');
});

describe('a calendar', () => {
  test('shows a month with each row on all its days', async () => {
    const { show } = await deals();
    const { body } = await show(
      'calendar',
      { start_column: 'due', end_column: 'until', color_by: 'stage', columns: [{ column_key: 'name' }] },
      { month: '2026-03' },
    );
    const days = body.split('<li class=').filter((part) => part.includes('<time'));
    const on = (number: number) => {
      const day = body.slice(body.indexOf(`datetime="2026-03-0${number}"`), body.indexOf(`datetime="2026-03-0${number + 1}"`));
      return [...day.matchAll(/<span(?: class="(?:whole|hidden)")?>([^<]*)/g)].map(([, text]) => text!.trim());
    };
    expect(days).toHaveLength(42);
    expect(textsOf(body, 'h2')).toEqual(['March 2026']);
    expect([on(1), on(2), on(4), on(5)]).toEqual([
      ['Sunday 1 March 2026', 'Gamma'],
      ['Monday 2 March 2026', 'stage: Won.', 'Alpha', 'stage: Lead.', 'Beta'],
      ['Wednesday 4 March 2026', 'stage: Won.', 'Alpha'],
      ['Thursday 5 March 2026'],
    ]);
    const entry = (name: string) => elementsOf(body).find((element) => element.name === 'li' && element.text.endsWith(name));
    expect(['Beta', 'Alpha', 'Gamma'].map((name) => entry(name)?.attributes.class)).toEqual(['cf59e0b', 'plain', 'plain']);
    expect(
      elementsOf(body)
        .filter(({ name }) => name === 'a')
        .map(({ attributes }) => attributes.href!.split('?')[1]),
    ).toEqual([undefined, 'month=2026-02', 'month=2026-04']);
  });

  test('shows the first entries of each day and counts the others, however many a month has', async () => {
    const early = Array.from({ length: 520 }, (_, at) => ({ name: `Early ${at}`, due: '2026-03-02' }));
    const spanning = { name: 'Trip', due: '2026-03-01', until: '2026-03-30' };
    const { show } = await sharedTable(space.ports, dealColumns, [...early, spanning, { name: 'Late', due: '2026-03-30' }]);
    const { body } = await show(
      'calendar',
      { start_column: 'due', end_column: 'until', columns: [{ column_key: 'name' }] },
      { month: '2026-03' },
    );
    const entriesOn = (day: string) =>
      body
        .split('<h3>')
        .find((part) => part.includes(`datetime="${day}"`))!
        .match(/<span>[^<]*<\/span>|<p class="more">[^<]*/g)!
        .map((part) => part.replace(/<[^>]*>/g, ''));
    expect(entriesOn('2026-03-02')).toEqual(['Trip', ...Array.from({ length: 9 }, (_, at) => `Early ${at}`), 'and 511 more']);
    expect(entriesOn('2026-03-29')).toEqual(['Trip']);
    expect(entriesOn('2026-03-30')).toEqual(['Trip', 'Late']);
  });

  test('shows the current month for an invalid month', async () => {
    const { show } = await deals();
    const label = new Date(space.ports.clock.now()).toLocaleString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    for (const month of ['2026-13', '0000-01', 'x'])
      expect(textsOf((await show('calendar', { start_column: 'created_at' }, { month })).body, 'h2')).toEqual([label]);
    expect((await show('calendar', { start_column: 'created_at' })).body).toContain('Alpha');
  });
});

test('a dashboard shows aggregates and charts, each with a table of its numbers', async () => {
  const { show } = await deals();
  const { body } = await show('dashboard', {
    filters: [{ column_key: 'amount', op: 'gt', value: 5 }],
    widgets: [
      { id: 'b', type: 'bar', title: 'By stage', group_by: 'stage', function: 'sum', column_key: 'amount', y: 2 },
      { id: 'l', type: 'line', title: 'By month', group_by: 'due', date_bucket: 'month', y: 3 },
      { id: 'p', type: 'pie', title: 'Hot', group_by: 'hot', y: 4 },
      { id: 's', type: 'pie', title: 'Stages', group_by: 'stage', y: 6 },
      { id: 't', type: 'table', title: 'Sites', group_by: 'site', y: 5, filters: [{ column_key: 'hot', op: 'eq', value: true }] },
      { id: 'm', type: 'metric', title: 'Amount', function: 'average', column_key: 'amount', y: 1 },
    ],
  });
  expect(textsOf(body, 'h2')).toEqual(['Amount', 'By stage', 'By month', 'Hot', 'Sites', 'Stages']);
  expect(elementsOf(body).find(({ attributes }) => attributes.class === 'metric')?.text).toBe('20');
  expect(textsOf(body, 'tr').filter((text) => !text.includes('Value'))).toEqual([
    'Lead30',
    'empty20',
    'Won10',
    'February 20261',
    'March 20262',
    'No2',
    'Yes1',
    'https://example.com/a1',
    'Lead1',
    'Won1',
    'empty1',
  ]);
  const classesOf = (names: readonly string[], kind: RegExp) =>
    elementsOf(body).flatMap(({ name, attributes: { class: own } }) => (names.includes(name) && own && kind.test(own) ? [own] : []));
  expect(classesOf(['rect'], /^bar /)).toEqual(['bar cf59e0b', 'bar plain', 'bar plain']);
  expect(classesOf(['path'], /^slice /)).toEqual(['slice cf59e0b', 'slice plain', 'slice plain']);
  expect(body).toMatch(/\.cf59e0b \{ --fill: #f59e0b;/);
  expect(
    elementsOf(body)
      .filter(({ name }) => name === 'svg')
      .every(({ attributes }) => attributes['aria-hidden'] === 'true'),
  ).toBe(true);
});
