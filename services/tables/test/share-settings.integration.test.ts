import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { startServices, type TestServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';
import { elementsOf, textsOf } from './fixtures/html.ts';
import { sharedTable } from './fixtures/visitor.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, tablesService]);
});
afterAll(() => space.stop());

const engines = () =>
  sharedTable(
    space.ports,
    [
      { key: 'name', type: 'text' },
      { key: 'kind', type: 'select', options: ['Loom', 'Mill'] },
      { key: 'signed', type: 'checkbox' },
      { key: 'due', type: 'date' },
      { key: 'until', type: 'date' },
    ],
    [
      { name: 'Alpha', kind: 'Loom', signed: true, due: '2026-03-02', until: '2026-03-04' },
      { name: 'Beta', kind: 'Loom', signed: false, due: '2026-03-08' },
      { name: 'Gamma', due: '2026-02-27', until: '2026-03-01' },
    ],
  );
const classesOf = (page: string, element: string) =>
  elementsOf(page).flatMap(({ name, attributes }) => (name === element ? [attributes.class ?? ''] : []));

describe('the mode of a calendar', () => {
  const config = { start_column: 'due', end_column: 'until', columns: [{ column_key: 'name' }] };
  /** Returns the days of a page with the names in them. */
  const daysOf = (page: string) =>
    page
      .split('<h3>')
      .slice(1)
      .map((part) => [/datetime="([^"]*)"/.exec(part)![1], ...[...part.matchAll(/<span>([^<]*)/g)].map(([, name]) => name)]);
  const linksOf = (page: string) => elementsOf(page).flatMap(({ name, attributes }) => (name === 'a' ? [attributes.href!] : []));

  test('week shows the seven days of the week of a day, and leads to the weeks around it', async () => {
    const { show } = await engines();
    const { body } = await show('calendar', { ...config, default_mode: 'week' }, { week: '2026-03-04' });
    expect(textsOf(body, 'h2')).toEqual(['2 Mar 2026 – 8 Mar 2026']);
    expect(daysOf(body)).toEqual([
      ['2026-03-02', 'Alpha'],
      ['2026-03-03', 'Alpha'],
      ['2026-03-04', 'Alpha'],
      ['2026-03-05'],
      ['2026-03-06'],
      ['2026-03-07'],
      ['2026-03-08', 'Beta'],
    ]);
    expect(linksOf(body).map((href) => href.split('?')[1])).toEqual([undefined, 'week=2026-02-23', 'week=2026-03-09']);
  });

  test('week shows the current week for no week and for an invalid one', async () => {
    const { show } = await engines();
    const today = new Date(space.ports.clock.now()).toISOString().slice(0, 10);
    for (const query of [{}, { week: '2026-02-30' }, { week: '0999-12-31' }, { week: 'x' }] as Record<string, string>[]) {
      const { body } = await show('calendar', { ...config, default_mode: 'week' }, query);
      expect(daysOf(body).map(([day]) => day)).toContain(today);
      expect(body).toContain('There is nothing in this week.');
    }
  });

  test('agenda shows the days of a month that have entries', async () => {
    const { show } = await engines();
    const { body } = await show('calendar', { ...config, default_mode: 'agenda' }, { month: '2026-03' });
    expect(daysOf(body)).toEqual([
      ['2026-03-01', 'Gamma'],
      ['2026-03-02', 'Alpha'],
      ['2026-03-03', 'Alpha'],
      ['2026-03-04', 'Alpha'],
      ['2026-03-08', 'Beta'],
    ]);
    expect(linksOf(body).map((href) => href.split('?')[1])).toEqual([undefined, 'month=2026-02', 'month=2026-04']);
    const empty = await show('calendar', { ...config, default_mode: 'agenda' }, { month: '2026-05' });
    expect(empty.body).toContain('There is nothing in May 2026.');
    expect(daysOf(empty.body)).toEqual([]);
  });
});

test('columns of a grid have the widths of the view, in the style of the page', async () => {
  const { show } = await engines();
  const { body } = await show('grid', {
    columns: [
      { column_key: 'name', width: 120 },
      { column_key: 'due', width: 300 },
      { column_key: 'until', width: 120 },
      { column_key: 'kind' },
    ],
  });
  expect(classesOf(body, 'th').slice(0, 5)).toEqual(['sized u120', 'date sized u300', 'date sized u120', '', 'sized u120']);
  expect(body.match(/\.u\d+ \{[^}]*\}/g)).toEqual(['.u120 { --width: 120px; }', '.u300 { --width: 300px; }']);
});

test('widgets with a width have their place in a grid of twelve columns, others share the rows', async () => {
  const { show } = await engines();
  const widgets = [
    { id: 'm', type: 'metric', title: 'Engines', x: 0, w: 3, h: 2 },
    { id: 'n', type: 'metric', title: 'Engines', x: 11 },
    { id: 'p', type: 'pie', title: 'Kinds', group_by: 'kind', x: 6, y: 1, w: 6 },
  ];
  const { body } = await show('dashboard', { widgets });
  expect(classesOf(body, 'section')).toEqual(['card w3 x0 h2', 'card w3', 'card w6 x6']);
  expect(classesOf(body, 'div').slice(0, 1)).toEqual(['places']);
  // Two landmarks must not have the same name.
  expect(elementsOf(body).filter(({ name, attributes }) => name === 'section' && attributes['aria-label'] !== undefined)).toEqual([]);
  const free = await show('dashboard', { widgets: widgets.map(({ w: _w, h: _h, ...one }) => one) });
  expect(classesOf(free.body, 'section')).toEqual(['card', 'card', 'card']);
  expect(classesOf(free.body, 'div').slice(0, 2)).toEqual(['tiles', 'metrics']);
});

test('a card has no label of an empty checkbox', async () => {
  const { show } = await engines();
  const { body } = await show('gallery', { columns: ['name', 'kind', 'signed'].map((column_key) => ({ column_key })) });
  expect(textsOf(body, 'div')).toEqual(['kindLoom', 'signed✓Yes', 'kindLoom']);
});

test('a French page has a no-break space before the colon of a label', async () => {
  const { share, visitor } = await engines();
  const { token } = await share('grid', { group_by: [{ column_key: 'kind' }] });
  const { body } = await visitor.open(token, { locale: 'fr' });
  expect(elementsOf(body).find(({ attributes }) => attributes.scope === 'rowgroup')?.text).toBe('kind\u00a0: vide');
  const calendar = await share('calendar', { start_column: 'due', color_by: 'kind' });
  expect((await visitor.open(calendar.token, { locale: 'fr', query: { month: '2026-03' } })).body).toContain('kind\u00a0: Loom. ');
});
