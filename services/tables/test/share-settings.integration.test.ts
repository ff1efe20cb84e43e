import { afterAll, beforeAll, expect, test } from '@jest/globals';
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
