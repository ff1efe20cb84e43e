import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { sql } from '@space/database';
import { startServices, type TestServices } from '@space/runtime/testing';
import { rowTableName, rowTableSql } from '../src/schema/row-table-sql.ts';
import { tablesService } from '../src/service.ts';
import { elementsOf } from './fixtures/html.ts';
import { sharedTable } from './fixtures/visitor.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, tablesService]);
});
afterAll(() => space.stop());

describe('HTML in cells', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '" onmouseover="alert(1)',
    "' autofocus onfocus='x",
    '</title></style><b>',
    '&lt;i&gt;',
    ']]>--><!--',
    '\u202eabc{{x}}',
  ];

  test.each(['grid', 'gallery', 'kanban', 'calendar', 'dashboard'])('is escaped on a %s', async (type) => {
    const { show } = await sharedTable(
      space.ports,
      [
        { key: 'name', type: 'text', label: '<b onclick="x">Name</b>' },
        { key: 'stage', type: 'select', options: hostile.map((name) => ({ name, color: '"/><script>' })) },
        { key: 'notes', type: 'long_text' },
        { key: 'files', type: 'attachment' },
      ],
      hostile.map((text, index) => ({
        name: text,
        stage: text,
        notes: text,
        files: [{ url: `https://example.com/${index}?a=1&lt;b='onload`, name: text }],
      })),
    );
    const config = {
      grid: { group_by: [{ column_key: 'stage' }] },
      gallery: { cover_column: 'files' },
      kanban: { stack_by: 'stage', cover_column: 'files' },
      calendar: { start_column: 'created_at', color_by: 'stage' },
      dashboard: {
        widgets: [
          { id: 'a', type: 'pie', title: hostile[0], group_by: 'name' },
          { id: 'b', type: 'bar', title: hostile[1], group_by: 'stage' },
        ],
      },
    }[type]!;
    const { status, body } = await show(type, config);
    expect(status).toBe(200);
    const elements = elementsOf(body);
    const names = new Set(elements.map(({ name }) => name));
    for (const name of ['script', 'b', 'i', 'iframe']) expect(names).not.toContain(name);
    expect(
      elements.flatMap(({ attributes }) => Object.keys(attributes)).filter((name) => name.startsWith('on') || name === 'autofocus'),
    ).toEqual([]);
    expect(elements.find(({ name }) => name === 'body')!.text).toContain(hostile[0]);
  });

  test('an address without a web scheme is no link and no picture', async () => {
    const { show, table_id } = await sharedTable(
      space.ports,
      [
        { key: 'name', type: 'text' },
        { key: 'site', type: 'url' },
        { key: 'files', type: 'attachment' },
      ],
      [{ name: 'Bad' }],
    );
    // Bypass the writers, which reject this value, as an older schema may have stored it.
    await space.ports.database.query(sql.typeAlias('void')`
      update ${rowTableSql(rowTableName(table_id))}
      set data = data || '{"c2": "javascript:alert(1)", "c3": [{"url": "javascript:alert(2)", "name": "x"}, {"url": "data:text/html,x"}]}'`);
    for (const [type, config] of [
      ['grid', {}],
      ['gallery', { cover_column: 'files' }],
      ['gallery', { cover_column: 'site' }],
    ] as const) {
      const elements = elementsOf((await show(type, config)).body);
      expect(elements.filter(({ attributes: one }) => ('href' in one && !/^(icon|nofollow)$/.test(one.rel ?? '')) || 'src' in one)).toEqual(
        [],
      );
    }
    expect((await show('grid', {})).body).toContain('javascript:alert(1)');
  });
});
