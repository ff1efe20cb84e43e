import { describe, expect, test } from '@jest/globals';
import type { ColumnType } from '@space/contracts/tables';
import { choices, columnOfType, idOf } from '../../test/fixtures/column.ts';
import type { Cell, Column } from '../schema/schema.ts';
import { toCellResponse } from './cell-response.ts';
import { cellText, csvText } from './cell-text.ts';
import { parseCellText } from './parse-cell-text.ts';

const [row1, row2, con1, con2] = [idOf('row', 1), idOf('row', 2), idOf('con', 1), idOf('con', 2)];
const names = {
  rows: new Map<string, string | null>([
    [row1, 'Acme, Inc.'],
    [row2, null],
  ]),
  contacts: new Map([[con1, { name: 'Ada', email: 'ada@example.com' }]]),
};
const stages = { options: [{ id: 'w', name: 'Won', color: null }, ...choices('a, b')] };
const many = { config: { multiple: true } };
const actor = { kind: 'person', id: 'x', name: 'Ada' };

const shown: readonly (readonly [ColumnType, Cell, string, string, Partial<Column>?])[] = [
  ['text', null, '', ''],
  ['number', 1234.5, '1234.5', '1234.5'],
  ['number', 5, '5.00', '5', { config: { precision: 2 } }],
  ['currency', 12.5, '12.50 EUR', '12.5', { config: { currency_code: 'EUR' } }],
  ['currency', 12.345, '12.345', '12.345'],
  ['currency', 1771.1000000000001, '1771.10 EUR', '1771.1000000000001', { config: { currency_code: 'EUR' } }],
  ['number', 9_007_199_254_740_991, '9007199254740991', '9007199254740991'],
  ['percent', 0.5, '50 %', '0.5'],
  ['percent', 0.07, '7.0 %', '0.07', { config: { precision: 1 } }],
  ['percent', 0.145, '14.5 %', '0.145'],
  ['duration', 5_400, '1:30', '5400'],
  ['duration', 3_661.25, '1:01:01.3', '3661.25', { config: { format: 'h:mm:ss.S' } }],
  ['checkbox', true, 'yes', 'true'],
  ['checkbox', false, '', 'false'],
  ['date', '2026-03-04', '2026-03-04', '2026-03-04'],
  ['date', '2026-03-04', '4 March 2026', '2026-03-04', { config: { format: 'D MMMM YYYY' } }],
  ['date', '2026-03-04', '2026-03-04', '2026-03-04', { config: { format: 'local' } }],
  ['datetime', '2026-03-31T07:30:00.000Z', '2026-03-31 07:30 UTC', '2026-03-31T07:30:00.000Z'],
  ['datetime', '2026-03-31T07:30:05.000Z', '2026-03-31 09:30:05', '2026-03-31T07:30:05.000Z', { config: { timezone: 'Europe/Paris' } }],
  ['datetime', '2026-03-31T19:30:00.000Z', '03/31/2026 7:30 PM', '2026-03-31T19:30:00.000Z', { config: { format: 'MM/DD/YYYY h:mm A' } }],
  ['select', 'w', 'Won', 'Won', stages],
  ['select', 'gone', 'gone', 'gone', stages],
  ['multi_select', ['w', 'a, b'], 'Won, a, b', 'Won, "a, b"', stages],
  ['attachment', [{ url: 'https://example.com/a.pdf', name: 'a.pdf', size: null, mime_type: null }], 'a.pdf', 'https://example.com/a.pdf'],
  ['reference', [row1, row2], `Acme, Inc., ${row2}`, `"Acme, Inc.", ${row2}`],
  ['contact', [con1, con2], `Ada, ${con2}`, `ada@example.com, ${con2}`, many],
  ['formula', 5, '5.00', '5', { value_type: 'number', config: { expression: '5', precision: 2 } }],
  ['formula', 1771.1000000000001, '1771.1', '1771.1000000000001', { value_type: 'number' }],
  ['formula', true, 'yes', 'true', { value_type: 'boolean' }],
  ['lookup', ['a', 'b, c'], 'a, b, c', 'a, "b, c"'],
  ['autonumber', 7, 'INV-007', 'INV-007', { config: { prefix: 'INV-', pad: 3 } }],
  ['created_at', 0, '1970-01-01 00:00 UTC', '1970-01-01T00:00:00.000Z'],
  ['created_by', actor, 'Ada', 'Ada'],
];

const onTheWire: readonly (readonly [ColumnType, Cell | undefined, Cell, Partial<Column>?])[] = [
  ['text', undefined, null],
  ['checkbox', undefined, false],
  ['checkbox', true, true],
  ['multi_select', [], null],
  ['lookup', [], null],
  ['select', 'w', 'w', stages],
  [
    'reference',
    [row1, row2],
    [
      { row_id: row1, title: 'Acme, Inc.' },
      { row_id: row2, title: null },
    ],
  ],
  [
    'contact',
    [con1, con2],
    [
      { contact_id: con1, name: 'Ada', email: 'ada@example.com' },
      { contact_id: con2, name: null, email: null },
    ],
  ],
  ['autonumber', 7, 7],
  ['autonumber', 7, '007', { config: { pad: 3 } }],
  ['updated_at', 0, '1970-01-01T00:00:00.000Z'],
  ['created_by', actor, actor],
];

describe('a stored cell', () => {
  for (const [type, cell, text, csv, rest] of shown)
    test(`of ${type} ${JSON.stringify(cell).slice(0, 40)} has the text ${text} and the CSV ${csv}`, () => {
      const column = columnOfType(type, rest);
      expect([cellText(column, cell, names), csvText(column, cell, names)]).toEqual([text, csv]);
    });

  for (const [type, cell, wire, rest] of onTheWire)
    test(`of ${type} ${JSON.stringify(cell)?.slice(0, 40)} has the response form ${JSON.stringify(wire).slice(0, 40)}`, () => {
      expect(toCellResponse(columnOfType(type, rest), cell, names)).toEqual(wire);
    });
});

describe('a CSV text', () => {
  test('that is blank empties the cell, but a long text keeps its spaces', () => {
    expect(parseCellText(columnOfType('number'), '  ', { create_options: false })).toEqual({ cell: null });
    expect(parseCellText(columnOfType('text'), '  ', { create_options: false })).toEqual({ cell: '  ' });
  });

  test('creates choices only with create_options', () => {
    const column = columnOfType('select', stages);
    expect(parseCellText(column, 'Open', { create_options: false })).toMatchObject({ error: { code: 'unknown_option' } });
    expect(parseCellText(column, 'Open', { create_options: true })).toEqual({ cell: 'Open', new_options: choices('Open') });
  });

  test('names rows by title and contacts by email, and quotes names with commas', () => {
    const options = { create_options: false };
    expect(parseCellText(columnOfType('reference'), `"Acme, Inc.", ${row2}, Globex`, options)).toEqual({
      cell: [row2],
      texts: ['Acme, Inc.', 'Globex'],
    });
    expect(parseCellText(columnOfType('contact'), 'ada@example.com', options)).toEqual({ cell: null, texts: ['ada@example.com'] });
  });

  test('cannot be written into a computed column', () => {
    expect(parseCellText(columnOfType('count'), '5', { create_options: false })).toMatchObject({ error: { code: 'read_only_column' } });
  });
});
