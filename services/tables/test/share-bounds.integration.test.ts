import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { columns, rows } from '@space/contracts/tables';
import { startServices, type TestServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';
import { textsOf } from './fixtures/html.ts';
import { sharedTable } from './fixtures/visitor.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, tablesService]);
});
afterAll(() => space.stop());

test('a cell with many linked rows shows the first ones and counts the others, also on a card', async () => {
  const { call, table_id, show } = await sharedTable(
    space.ports,
    [{ key: 'name', type: 'text' }],
    Array.from({ length: 251 }, (_, at) => ({ name: `Part ${at}` })),
  );
  await call(columns, 'create', {
    table_id,
    key: 'parts',
    label: 'Parts',
    type: 'reference',
    reference_target: { table_id, cardinality: 'many' },
  } as never);
  const ids: string[] = [];
  for (let cursor: string | undefined; ids.length < 251; ) {
    const page = await call(rows, 'list', { table_id, limit: 100, ...(cursor && { cursor }) });
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  }
  await call(rows, 'update', { table_id, row_id: ids[0]!, data: { parts: ids.slice(1) } });
  const config = { columns: [{ column_key: 'name' }, { column_key: 'parts' }], filters: [{ column_key: 'parts', op: 'is_not_empty' }] };
  const titles = `${Array.from({ length: 10 }, (_, at) => `Part ${at + 1}`).join(', ')} and 240 more`;
  expect(textsOf((await show('grid', config)).body, 'td')).toEqual([titles]);
  expect(textsOf((await show('gallery', config)).body, 'dd')).toEqual([titles]);
});

test('a board shows cards in its first stacks and links to the others; a card shows the beginning of a long text', async () => {
  const options = Array.from({ length: 33 }, (_, at) => ({ name: `Stage ${at}` }));
  const { show } = await sharedTable(
    space.ports,
    [
      { key: 'name', type: 'text' },
      { key: 'stage', type: 'select', options },
      { key: 'notes', type: 'long_text' },
    ],
    options.map(({ name }) => ({ name: `Deal of ${name}`, stage: name, notes: 'x'.repeat(5_000) })),
  );
  const { body } = await show('kanban', { stack_by: 'stage', columns: [{ column_key: 'name' }, { column_key: 'notes' }] });
  expect(textsOf(body, 'h3')).toEqual(options.slice(0, 30).map(({ name }) => `Deal of ${name}`));
  expect(textsOf(body, 'nav').map((text) => text.trim())).toEqual(['Stage 30 1 Stage 31 1 Stage 32 1']);
  expect(textsOf(body, 'dd')[0]).toHaveLength(500);
});

test('a table of a dashboard shows its largest groups and counts the others', async () => {
  const { show } = await sharedTable(
    space.ports,
    [{ key: 'name', type: 'text' }],
    Array.from({ length: 130 }, (_, at) => ({ name: `Deal ${at}` })),
  );
  const { body } = await show('dashboard', { widgets: [{ id: 't', type: 'table', title: 'Names', group_by: 'name' }] });
  expect(textsOf(body, 'th').length).toBe(102);
  expect(body).toContain('and 30 more');
});
