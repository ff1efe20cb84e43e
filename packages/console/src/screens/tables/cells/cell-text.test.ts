import { expect, test } from '@jest/globals';
import type { Column } from '../table/table.ts';
import { cellText, entryText, writableValue } from './cell-text.ts';

const column = (type: Column['type'], rest: Partial<Column> = {}) =>
  ({ type, options: [], field_config: {}, value_type: 'text', ...rest }) as unknown as Column;

test.each<readonly [Column, unknown, string, string]>([
  [column('text'), 'a', 'a', 'a'],
  [column('text'), null, '', ''],
  [column('number', { field_config: { precision: 2 } }), 1234.5, '1,234.50', '1234.5'],
  [column('number'), 0.1 + 0.2, '0.3', '0.3'],
  [column('percent'), 0.07, '7 %', '7%'],
  [column('currency', { field_config: { currency_code: 'EUR' } }), 1200, '1,200.00 EUR', '1200'],
  [column('rating'), 3, '★★★ 3', '3'],
  [column('duration'), 5_400, '1:30', '1:30:00'],
  [column('checkbox'), true, 'yes', 'true'],
  [column('datetime', { value_type: 'datetime' }), '2026-03-31T09:30:00.000Z', '2026-03-31 09:30', '2026-03-31 09:30'],
  [column('select', { options: [{ id: 'won', name: 'Won', color: null }] }), 'won', 'Won', 'Won'],
  [column('multi_select', { options: [{ id: 'a', name: 'A, B', color: null }] }), ['a', 'c'], 'A, B, c', '"A, B", c'],
  [column('reference'), [{ row_id: 'row_1', title: 'Engine' }], 'Engine', 'Engine'],
  [column('contact'), [{ contact_id: 'con_1', name: 'Ada', email: 'ada@example.com' }], 'ada@example.com', 'ada@example.com'],
  [column('attachment'), [{ url: 'https://a.example/x.pdf', name: 'x.pdf' }], 'x.pdf', 'https://a.example/x.pdf'],
  [column('attachment'), [{ url: null, name: 'y.png', asset_id: 'ast_1' }], 'y.png', 'ast_1'],
  [column('autonumber', { field_config: { prefix: 'INV-', pad: 4 } }), 7, 'INV-0007', '7'],
])('%# a cell as people read it, and as it is typed', (one, value, shown, typed) => {
  expect([cellText(one, value), entryText(one, value)]).toEqual([shown, typed]);
});

test('a text in a column of numbers is shown as it was typed', () => {
  expect(cellText(column('number'), '12a')).toBe('12a');
});

test('links are written as ids, and an empty cell in the way of its type', () => {
  expect(writableValue(column('reference'), [{ row_id: 'row_1', title: 'x' }])).toEqual(['row_1']);
  expect(writableValue(column('contact'), [{ contact_id: 'con_1' }])).toEqual(['con_1']);
  expect(writableValue(column('checkbox'), null)).toBe(false);
  expect(writableValue(column('text'), undefined)).toBeNull();
});
