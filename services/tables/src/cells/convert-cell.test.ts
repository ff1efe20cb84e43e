import { describe, expect, test } from '@jest/globals';
import type { ColumnType } from '@space/contracts/tables';
import { choices, columnOfType, idOf } from '../../test/fixtures/column.ts';
import type { Cell, Column } from '../schema/schema.ts';
import { convertCell } from './convert-cell.ts';

const LOST = { lost: true } as const;

type End = ColumnType | readonly [ColumnType, Partial<Column>];

const columnOf = (end: End): Column => (typeof end === 'string' ? columnOfType(end) : columnOfType(...end));

const [row1, con1] = [idOf('row', 1), idOf('con', 1)];
const paris = ['datetime', { config: { timezone: 'Europe/Paris' } }] as const;
const stages = ['select', { options: [{ id: 'w', name: 'Won', color: null }, ...choices('lost')] }] as const;
const manyStages = ['multi_select', stages[1]] as const;
const stored = { url: null, name: 'a.png', size: 5, mime_type: 'image/png', asset_id: 'ast_1' };
const file = (url: string) => ({ url, name: 'a', size: 1, mime_type: null });

const cases: readonly (readonly [End, Cell, End, Cell | typeof LOST])[] = [
  ['number', 5, 'text', '5'],
  ['text', '1,234.5', 'number', 1234.5],
  ['text', 'five', 'number', LOST],
  ['text', '', 'number', null],
  ['number', 0.5, 'percent', 0.5],
  ['percent', 0.5, 'text', '50 %'],
  ['text', '50 %', 'percent', 0.5],
  ['number', 3.6, 'rating', 4],
  ['number', 9, 'rating', LOST],
  [['number', {}], 2.345, ['currency', { config: { precision: 2 } }], 2.35],
  [['currency', { config: { currency_code: 'EUR' } }], 5, 'text', '5.00 EUR'],
  ['duration', 5_400, 'text', '1:30'],
  ['text', '1:30', 'duration', 5_400],
  ['number', -5, 'duration', LOST],
  ['number', 2, 'checkbox', true],
  ['number', 0, 'checkbox', false],
  ['checkbox', true, 'number', 1],
  ['checkbox', true, 'text', 'yes'],
  ['text', 'yes', 'checkbox', true],
  ['text', 'maybe', 'checkbox', LOST],
  ['date', '2026-03-31', paris, '2026-03-30T22:00:00.000Z'],
  [paris, '2026-03-30T22:00:00.000Z', 'date', '2026-03-31'],
  ['datetime', '2026-03-31T09:30:15.250Z', 'text', '2026-03-31T09:30:15.250Z'],
  ['text', '31.3.2026', 'date', '2026-03-31'],
  [['date', { config: { format: 'DD/MM/YYYY' } }], '2026-03-04', 'text', '2026-03-04'],
  [stages, 'w', 'text', 'Won'],
  ['text', 'won', stages, 'w'],
  [stages, 'w', manyStages, ['w']],
  [manyStages, ['w'], stages, 'w'],
  [manyStages, ['w', 'lost'], stages, LOST],
  [manyStages, ['w', 'lost'], 'text', 'Won, lost'],
  [stages, 'w', ['select', { options: choices('Won') }], 'Won'],
  [stages, 'w', ['select', { options: choices('lost') }], LOST],
  [manyStages, ['w', 'lost'], ['multi_select', { options: choices('lost') }], ['lost']],
  ['text', 'Ada@Example.COM', 'email', 'Ada@example.com'],
  ['text', 'Ada', 'email', LOST],
  ['text', '+33 1 23 45 67 89', 'phone', '+33123456789'],
  ['text', 'example.com', 'url', 'https://example.com'],
  ['text', 'javascript:alert(1)', 'url', LOST],
  ['email', 'ada@example.com', 'text', 'ada@example.com'],
  ['url', 'https://example.com/a', 'attachment', [{ url: 'https://example.com/a', name: 'a', size: null, mime_type: null }]],
  ['attachment', [stored], 'attachment', [stored]],
  ['attachment', [stored], 'url', LOST],
  ['text', 'ast_1', 'attachment', LOST],
  ['text', JSON.stringify([stored]), 'attachment', LOST],
  ['attachment', [file('https://example.com/a')], 'url', 'https://example.com/a'],
  ['attachment', [file('https://example.com/a'), file('https://example.com/b')], 'url', LOST],
  ['long_text', 'x'.repeat(10_001), 'text', LOST],
  ['reference', [row1], 'text', row1],
  ['reference', [row1], 'contact', LOST],
  ['text', 'Acme', 'reference', LOST],
  [['contact', { config: { multiple: true } }], [con1, idOf('con', 2)], 'contact', LOST],
  ['number', 5, 'formula', LOST],
  ['number', null, 'formula', null],
  [['formula', { value_type: 'number' }], 0.25, 'percent', 0.25],
  [['formula', { value_type: 'datetime' }], '2026-03-31T09:30:00.000Z', 'datetime', '2026-03-31T09:30:00.000Z'],
  [['autonumber', { config: { prefix: 'INV-', pad: 3 } }], 7, 'text', 'INV-007'],
  ['created_at', '2026-03-31T09:30:00.000Z', 'date', '2026-03-31'],
];

describe('a converted cell', () => {
  for (const [from, cell, to, expected] of cases) {
    const [before, after] = [columnOf(from), columnOf(to)];
    test(`${before.type} ${JSON.stringify(cell).slice(0, 50)} becomes ${JSON.stringify(expected).slice(0, 50)} as ${after.type}`, () => {
      expect(convertCell(before, after, cell)).toEqual(expected === LOST ? LOST : { cell: expected });
    });
  }

  test('becomes a choice, which is created if it is missing', () => {
    expect(convertCell(columnOfType('text'), columnOf(stages), 'Open')).toEqual({ cell: 'Open', new_options: choices('Open') });
    expect(convertCell(columnOfType('number'), columnOf(manyStages), 5)).toEqual({ cell: ['5'], new_options: choices('5') });
  });

  test('of links becomes the names that are known', () => {
    const names = { rows: new Map([[row1, 'Acme']]), contacts: new Map([[con1, { name: 'Ada', email: 'ada@example.com' }]]) };
    expect(convertCell(columnOfType('reference'), columnOfType('text'), [row1], names)).toEqual({ cell: 'Acme' });
    expect(convertCell(columnOfType('contact'), columnOfType('text'), [con1], names)).toEqual({ cell: 'Ada' });
  });
});
