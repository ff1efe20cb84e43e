import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { MAX_SHARE_PAGE_BYTES, MAX_SHARED_CELL_CHARACTERS, MAX_SHARED_ROW_BYTES, rows, tables } from '@space/contracts/tables';
import { startServices, type TestServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';
import { elementsOf, textsOf } from './fixtures/html.ts';
import { sharedTable } from './fixtures/visitor.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, tablesService]);
});
afterAll(() => space.stop());

/** Bytes of a page besides its rows: the style, headings, labels and links. */
const FRAME_BYTES = 131_072;
const MOST_BYTES = MAX_SHARE_PAGE_BYTES + MAX_SHARED_ROW_BYTES + FRAME_BYTES;

const count = (length: number) => Array.from({ length }, (_, index) => index);
const notes = count(12).map((at) => `note_${at}`);
const ROWS = 120;

/** Creates a table whose rows have twelve texts of quotation marks, which are six times as long in HTML. */
const wideTable = () =>
  sharedTable(
    space.ports,
    [
      { key: 'name', type: 'text' },
      { key: 'stage', type: 'select', options: count(4).map((at) => ({ name: `Stage ${at}` })) },
      ...notes.map((key) => ({ key, type: 'long_text' })),
    ],
    count(ROWS).map((at) => ({
      name: `Row ${at}`,
      stage: `Stage ${at % 4}`,
      ...Object.fromEntries(notes.map((key) => [key, '"'.repeat(1_300)])),
    })),
  );

const rowHeadings = (page: string) =>
  elementsOf(page)
    .filter(({ name, attributes }) => name === 'th' && attributes.scope === 'row')
    .map(({ text }) => text);

const nextOf = (page: string) => {
  const next = elementsOf(page).find(({ attributes }) => attributes.rel === 'next')?.attributes.href;
  return next === undefined ? undefined : Object.fromEntries(new URLSearchParams(next.split('?')[1]));
};

describe('a page of large rows', () => {
  let wide: Awaited<ReturnType<typeof wideTable>>;
  beforeAll(async () => {
    wide = await wideTable();
  });

  test.each([
    ['grid', rowHeadings],
    ['gallery', (page: string) => textsOf(page, 'h2')],
  ] as const)('of a %s has fewer of them, and the next pages have the rest', async (type, namesIn) => {
    const { share, visitor } = wide;
    const { token } = await share(type, {});
    const seen: string[] = [];
    let pages = 0;
    for (let query: Record<string, string> | undefined = {}; query !== undefined; pages++) {
      const { status, body } = await visitor.open(token, { query });
      expect(status).toBe(200);
      expect(Buffer.byteLength(body)).toBeLessThan(MOST_BYTES);
      seen.push(...namesIn(body));
      query = nextOf(body);
    }
    expect(seen.toSorted()).toEqual(
      count(ROWS)
        .map((at) => `Row ${at}`)
        .toSorted(),
    );
    expect(pages).toBeGreaterThan(2);
  });

  test('of a kanban has the first cards of each stack and its count', async () => {
    const { status, body } = await wide.show('kanban', { stack_by: 'stage', hide_empty: true });
    expect(status).toBe(200);
    expect(Buffer.byteLength(body)).toBeLessThan(MOST_BYTES);
    expect(textsOf(body, 'h2')).toEqual(count(4).map((at) => `Stage ${at} 30 cards`));
    const cards = textsOf(body, 'h3');
    for (const at of count(4)) expect(cards).toContain(`Row ${at}`);
    expect(cards.length).toBeLessThan(100);
  });

  test('shows the first characters of a text, and computes formulas from all of them', async () => {
    const text = `${'x'.repeat(MAX_SHARED_CELL_CHARACTERS)}zzz`;
    const { show } = await sharedTable(
      space.ports,
      [
        { key: 'name', type: 'text' },
        { key: 'note', type: 'long_text' },
        { key: 'size', type: 'formula', field_config: { expression: 'IF(YEAR(TODAY()) > 0, LEN({note}), 0)' } },
        { key: 'tags', type: 'multi_select', options: count(60).map((at) => ({ name: `Tag ${at}` })) },
      ],
      [{ name: 'A', note: text, tags: count(60).map((at) => `Tag ${at}`) }],
    );
    const alone = (await show('grid', { columns: [{ column_key: 'note' }] })).body;
    expect(alone).not.toContain('zzz');
    expect(alone).toContain(`${'x'.repeat(MAX_SHARED_CELL_CHARACTERS)}…`);
    expect(textsOf((await show('grid', { columns: [{ column_key: 'name' }, { column_key: 'size' }] })).body, 'td')).toEqual(['1003']);
    const [tags] = textsOf((await show('grid', { columns: [{ column_key: 'name' }, { column_key: 'tags' }] })).body, 'td');
    expect(tags).toMatch(/Tag 9 and 50 more$/);
  });

  test('shows as many cells of one row as there is room for', async () => {
    const keys = count(60).map((at) => `note_${at}`);
    const { show } = await sharedTable(
      space.ports,
      keys.map((key) => ({ key, type: 'long_text' })),
      [Object.fromEntries(keys.map((key) => [key, '"'.repeat(5_000)]))],
    );
    const { body } = await show('grid', {});
    expect(Buffer.byteLength(body)).toBeLessThan(MAX_SHARED_ROW_BYTES + FRAME_BYTES);
    expect(textsOf(body, 'td').at(-1)).toBe('…');
  });
});

test('a calendar cuts the names of its rows, which repeat on each day', async () => {
  const { show } = await sharedTable(
    space.ports,
    [
      { key: 'name', type: 'text' },
      { key: 'due', type: 'date' },
      { key: 'until', type: 'date' },
    ],
    count(300).map(() => ({ name: '"'.repeat(10_000), due: '2026-03-01', until: '2026-03-31' })),
  );
  const { status, body } = await show('calendar', { start_column: 'due', end_column: 'until' }, { month: '2026-03' });
  expect(status).toBe(200);
  expect(Buffer.byteLength(body)).toBeLessThan(MOST_BYTES);
  expect(textsOf(body, 'p')).toContain('and 290 more');
});

describe('groups with long keys', () => {
  const keyed = () =>
    sharedTable(
      space.ports,
      [{ key: 'name', type: 'text' }],
      count(600).map((at) => ({ name: `${at} ${'"'.repeat(9_990)}` })),
    );
  let table: Awaited<ReturnType<typeof keyed>>;
  beforeAll(async () => {
    table = await keyed();
  });

  test('are cut on a dashboard', async () => {
    const widgets = count(8).map((at) => ({
      type: at === 0 ? 'table' : 'bar',
      id: `widget_${at}`,
      title: `Widget ${at}`,
      group_by: 'name',
    }));
    const { status, body } = await table.show('dashboard', { widgets });
    expect(status).toBe(200);
    expect(Buffer.byteLength(body)).toBeLessThan(MOST_BYTES);
    expect(textsOf(body, 'p').filter((text) => text === 'Only the largest groups are shown.')).toHaveLength(8);
  });

  test('end an aggregate before its answer is too large, and it says so', async () => {
    const { call, table_id } = table;
    const { groups, has_more } = await call(tables, 'aggregate', { table_id, group_by: [{ column_key: 'name' }] });
    expect(has_more).toBe(true);
    expect(groups.length).toBeGreaterThan(100);
    expect(groups.length).toBeLessThan(450);
    expect((await call(rows, 'list', { table_id, include_total: true, limit: 1 })).total).toBe(600);
  });
});

test('hidden formulas that depend on the current time are computed neither for a share page nor for a list, unless a shown one reads them', async () => {
  const hidden = count(5).map((at) => ({
    key: `hidden_${at}`,
    type: 'formula',
    field_config: { expression: 'IF(YEAR(TODAY()) > 1, REPT({name}, 99990), "")' },
  }));
  const { show, call, table_id } = await sharedTable(
    space.ports,
    [
      { key: 'name', type: 'text' },
      ...hidden,
      { key: 'inner', type: 'formula', field_config: { expression: 'YEAR(TODAY()) * 0 + 6' } },
      { key: 'outer', type: 'formula', field_config: { expression: '{inner} + 1' } },
    ],
    count(40).map(() => ({ name: 'a' })),
  );
  const { body } = await show('grid', { columns: [{ column_key: 'name' }, { column_key: 'outer' }] });
  expect(textsOf(body, 'td')).toEqual(count(40).map(() => '7'));
  const { data } = await call(rows, 'list', { table_id, fields: ['outer'], limit: 40 });
  expect(data.map(({ data: cells, _errors }) => [cells, _errors])).toEqual(count(40).map(() => [{ outer: 7 }, undefined]));
});
