import { describe, expect, test } from '@jest/globals';
import { moment } from '@space/contracts/core';
import { type ColumnType, columnTypes, readOnlyTypes } from '@space/contracts/tables';
import { choices, columnOfType, idOf } from '../../test/fixtures/column.ts';
import type { Cell, Column } from '../schema/schema.ts';
import { parseCell } from './parse-cell.ts';

const cellOf = (type: ColumnType, value: Cell, rest?: Partial<Column>, typecast = false): Cell => {
  const read = parseCell(columnOfType(type, rest), value, { typecast });
  if ('error' in read) throw new Error(`${type} refused ${JSON.stringify(value)}: ${read.error.message}`);
  return read.cell;
};

const errorOf = (type: ColumnType, value: Cell, rest?: Partial<Column>, typecast = false) => {
  const read = parseCell(columnOfType(type, rest), value, { typecast });
  return 'error' in read ? read.error : { code: 'none', message: `accepted as ${JSON.stringify(read.cell)}` };
};

const stages = {
  options: [
    { id: 'won', name: 'Won', color: null },
    { id: 'lost', name: 'Lost, sadly', color: null },
  ],
};
const oneRow = { reference: { table_id: 'tbl_b', cardinality: 'one', symmetric_column_id: null, is_inverse: false } } as const;
const [row1, row2, con1, con2] = [idOf('row', 1), idOf('row', 2), idOf('con', 1), idOf('con', 2)];
const asset = (asset_id: string) => ({ url: null, name: '', size: null, mime_type: null, asset_id });
const file = { url: 'https://example.com/files/a%20b.pdf', name: 'a b.pdf', size: null, mime_type: null };

const good: [ColumnType, Cell, Cell, Partial<Column>?][] = [
  ['text', ' Ada ', ' Ada '],
  ['text', '👩‍🚀'.repeat(2), '👩‍🚀'.repeat(2), { config: { max_length: 6 } }],
  ['text', 'INV-7', 'INV-7', { config: { pattern: '^INV-[0-9]+$' } }],
  ['text', '', null],
  ['text', "name'; drop table x;--", "name'; drop table x;--"],
  ['long_text', 'x'.repeat(100_000), 'x'.repeat(100_000)],
  ['number', -0, 0],
  ['number', 0.1 + 0.2, 0.3, { config: { precision: 2 } }],
  ['number', 1.005, 1.01, { config: { precision: 2 } }],
  ['number', -2.5, -3, { config: { precision: 0 } }],
  ['number', 1e-9, 0, { config: { precision: 8 } }],
  ['number', 9007199254740991, 9007199254740991, { config: { precision: 8 } }],
  ['currency', 12.345, 12.35, { config: { precision: 2, currency_code: 'EUR' } }],
  ['percent', 0.5, 0.5],
  ['percent', 0.505, 0.51, { config: { precision: 0 } }],
  ['rating', 5, 5],
  ['rating', 10, 10, { config: { max: 10 } }],
  ['duration', 90.4, 90],
  ['duration', 90.44, 90.4, { config: { format: 'h:mm:ss.S' } }],
  ['checkbox', false, false],
  ['date', '2024-02-29', '2024-02-29'],
  ['date', '', null],
  ['datetime', '2026-03-31T09:30:00+02:00', '2026-03-31T07:30:00.000Z'],
  ['datetime', '2026-03-31T09:30Z', '2026-03-31T09:30:00.000Z'],
  ['datetime', '2026-03-31T09:30:59.9999999Z', '2026-03-31T09:30:59.999Z'],
  ['datetime', '2026-03-31 09:30:00.5-0330', '2026-03-31T13:00:00.500Z'],
  ['datetime', '2026-12-01T09:00[Europe/Berlin]', '2026-12-01T08:00:00.000Z', { config: { timezone: 'Asia/Tokyo' } }],
  ['datetime', '2026-10-25T02:30[europe/berlin]', '2026-10-25T00:30:00.000Z'],
  ['datetime', '2026-03-29T02:30:30.5[Europe/Berlin]', '2026-03-29T01:30:30.500Z'],
  ['select', 'won', 'won', stages],
  ['select', 'LOST, sadly', 'lost', stages],
  ['multi_select', ['Won', 'lost', 'won'], ['won', 'lost'], stages],
  ['multi_select', [], null, stages],
  ['email', 'Ada.L+x@EXAMPLE.com', 'Ada.L+x@example.com'],
  ['phone', '+33 1 23 45 67 89', '+33123456789'],
  ['phone', '01 23 45 67 89', '+33123456789', { config: { default_region: 'FR' } }],
  ['url', 'HTTPS://Example.com/a?b=c#d', 'HTTPS://Example.com/a?b=c#d'],
  ['url', 'mailto:ada@example.com', 'mailto:ada@example.com'],
  ['attachment', { url: file.url }, [file]],
  [
    'attachment',
    [{ url: 'http://example.com', name: 'Home', size: 3, mime_type: 'text/html' }],
    [{ url: 'http://example.com', name: 'Home', size: 3, mime_type: 'text/html' }],
  ],
  [
    'attachment',
    [{ url: file.url, mime_type: 'image/png' }],
    [{ ...file, mime_type: 'image/png' }],
    { config: { mime_types: ['image/*'] } },
  ],
  ['attachment', { asset_id: 'ast_1' }, [asset('ast_1')]],
  [
    'attachment',
    [{ ...asset('ast_1'), name: 'a.pdf', url: 'https://example.com/a' }, { url: file.url }],
    [{ ...asset('ast_1'), name: 'a.pdf' }, file],
  ],
  ['reference', row1, [row1]],
  ['reference', [{ row_id: row2, title: 'Two' }, row1, row2], [row2, row1]],
  ['reference', [row1], [row1], oneRow],
  ['contact', { contact_id: con1, name: 'Ada', email: 'ada@example.com' }, [con1]],
  ['contact', [con1, { id: con2 }], [con1, con2], { config: { multiple: true } }],
];

const bad: [ColumnType, Cell, string, Partial<Column>?][] = [
  ['text', 5, 'wrong_type'],
  ['text', { a: 1 }, 'wrong_type'],
  ['text', 'x'.repeat(10_001), 'too_long'],
  ['text', '😀😀😀', 'too_long', { config: { max_length: 2 } }],
  ['text', '😀', 'too_short', { config: { min_length: 2 } }],
  ['text', 'inv-7', 'pattern_mismatch', { config: { pattern: '^INV-' } }],
  ['text', 'a\u0000b', 'invalid_character'],
  ['long_text', 'half \ud83d of a pair', 'invalid_character'],
  ['long_text', 'x'.repeat(100_001), 'too_long'],
  ['number', '5', 'wrong_type'],
  ['number', true, 'wrong_type'],
  ['number', Number.POSITIVE_INFINITY, 'out_of_range'],
  ['number', 2 ** 60, 'out_of_range'],
  ['number', 11, 'out_of_range', { config: { max: 10 } }],
  ['number', 0.4, 'out_of_range', { config: { min: 0.5 } }],
  ['currency', '12 EUR', 'wrong_type'],
  ['percent', '50 %', 'wrong_type'],
  ['rating', 6, 'out_of_range'],
  ['rating', -1, 'out_of_range'],
  ['rating', 2.5, 'wrong_type'],
  ['duration', -1, 'out_of_range'],
  ['duration', '1:30', 'wrong_type'],
  ['checkbox', 'true', 'wrong_type'],
  ['checkbox', 1, 'wrong_type'],
  ['date', '2026-02-30', 'wrong_type'],
  ['date', '300000-01-01', 'wrong_type'],
  ['date', '0000-01-01', 'wrong_type'],
  ['date', '2026-03-31T00:00:00Z', 'wrong_type'],
  ['date', '2025-12-31', 'out_of_range', { config: { min: '2026-01-01' } }],
  ['datetime', '2026-03-31T24:60:00Z', 'wrong_type'],
  ['datetime', '2026-03-31T24:00:00Z', 'wrong_type'],
  ['datetime', '2026-02-30T10:00:00Z', 'wrong_type'],
  ['datetime', '2026-03-31T09:30:00', 'wrong_type'],
  ['datetime', '9999-12-31T23:59:00-01:00', 'wrong_type'],
  ['datetime', '2026-03-31T09:30:00+25:00', 'wrong_type'],
  ['datetime', 1774942200000, 'wrong_type'],
  ['datetime', '2026-12-01T09:00[Mars/Olympus]', 'wrong_type'],
  ['datetime', '2026-12-01T09:00+01:00[Europe/Berlin]', 'wrong_type'],
  ['datetime', '2026-02-30T09:00[Europe/Berlin]', 'wrong_type'],
  ['date', '2026-12-01T09:00[Europe/Berlin]', 'wrong_type'],
  ['select', 'maybe', 'unknown_option', stages],
  ['select', ['won'], 'wrong_type', stages],
  ['select', 'toString', 'unknown_option', stages],
  ['multi_select', 'won', 'wrong_type', stages],
  ['multi_select', ['won', null], 'wrong_type', stages],
  ['multi_select', ['won'], 'too_few', { ...stages, config: { min_items: 2 } }],
  ['multi_select', ['won', 'lost'], 'too_many', { ...stages, config: { max_items: 1 } }],
  ['email', 'ada', 'wrong_format'],
  ['email', `${'a'.repeat(250)}@example.com`, 'wrong_format'],
  ['email', 'ada@example.com\u0000', 'wrong_format'],
  ['phone', '01 23 45 67 89', 'wrong_format'],
  ['phone', 'call me', 'wrong_format'],
  ['phone', '+33 1 23 45 67 89 ext. 5', 'wrong_format'],
  ['url', 'javascript:alert(1)', 'wrong_format'],
  ['url', 'JAVA\tSCRIPT:alert(1)', 'wrong_format'],
  ['url', ' javascript:alert(1)', 'wrong_format'],
  ['url', 'data:text/html,x', 'wrong_format'],
  ['url', 'example.com', 'wrong_format'],
  ['url', 'https://', 'wrong_format'],
  ['url', `https://example.com/${'x'.repeat(2_048)}`, 'wrong_format'],
  ['url', 'mailto:ada@example.com', 'wrong_format', { config: { allowed_schemes: ['https'] } }],
  ['attachment', 'https://example.com/a.pdf', 'wrong_type'],
  ['attachment', [{ url: 'mailto:ada@example.com' }], 'wrong_format'],
  ['attachment', [{ url: 'https://example.com', id: 'x' }], 'wrong_type'],
  ['attachment', [{ url: 'https://example.com', size: -1 }], 'wrong_type'],
  ['attachment', [{ asset_id: 'fil_1' }], 'wrong_format'],
  ['attachment', [{ asset_id: 7 }], 'wrong_format'],
  ['attachment', [{ asset_id: 'ast_1', mime_type: 'image/png' }], 'wrong_file_type', { config: { mime_types: ['video/*'] } }],
  ['attachment', [{ url: 'https://example.com', mime_type: 'pdf' }], 'wrong_type'],
  ['attachment', [{ url: 'https://a.example' }, { url: 'https://b.example' }], 'too_many', { config: { max_files: 1 } }],
  ['attachment', [{ url: 'https://example.com' }], 'wrong_file_type', { config: { mime_types: ['image/*'] } }],
  ['reference', 'Acme', 'wrong_type'],
  ['reference', con1, 'wrong_type'],
  ['reference', [row1, row2], 'too_many', oneRow],
  ['reference', Array.from({ length: 1_001 }, (_, at) => idOf('row', at)), 'too_many'],
  ['contact', row1, 'wrong_type'],
  ['contact', [con1, con2], 'too_many'],
  ['contact', 'ada@example.com', 'wrong_type'],
];

const casts: [ColumnType, Cell, Cell, Partial<Column>?][] = [
  ['text', 5, '5'],
  ['text', true, 'true'],
  ['number', '5', 5],
  ['number', ' 1,234.5 ', 1234.5],
  ['number', '1 234,5', 1234.5],
  ['number', '1.234,50', 1234.5],
  ['number', '−7', -7],
  ['number', '  ', null],
  ['currency', '€ 1,200.50', 1200.5],
  ['currency', '12.50 EUR', 12.5, { config: { currency_code: 'EUR' } }],
  ['percent', '7 %', 0.07],
  ['percent', '0.5', 0.5],
  ['rating', '3', 3],
  ['duration', '1:30', 5_400],
  ['duration', '1:30', 90, { config: { format: 'h:mm:ss' } }],
  ['duration', '1:00:30', 3_630],
  ['duration', '1h 30m', 5_400],
  ['duration', '90', 90],
  ['checkbox', 'Yes', true],
  ['checkbox', 0, false],
  ['date', '31.3.2026', '2026-03-31'],
  ['date', '31/03/2026', '2026-03-31'],
  ['date', '04/03/2026', '2026-03-04', { config: { format: 'DD/MM/YYYY' } }],
  ['date', '04/03/2026', '2026-04-03', { config: { format: 'MM/DD/YYYY' } }],
  ['date', 'March 31st, 2026', '2026-03-31'],
  ['date', '2026-03-31T23:30:00-05:00', '2026-03-31'],
  ['datetime', '2026-03-31T09:30:00', '2026-03-31T07:30:00.000Z', { config: { timezone: 'Europe/Paris' } }],
  ['datetime', '31 March 2026 9:30 pm', '2026-03-31T21:30:00.000Z'],
  ['datetime', '2026-03-31', '2026-03-31T00:00:00.000Z'],
  ['datetime', ' 2026-12-01T09:00[Europe/Berlin] ', '2026-12-01T08:00:00.000Z', { config: { timezone: 'Asia/Tokyo' } }],
  ['date', '2026-12-01T23:30[America/New_York]', '2026-12-01'],
  ['select', 'new', 'new', stages],
  ['multi_select', 'Won, new', ['won', 'new'], stages],
  ['multi_select', 'Lost, sadly', ['lost'], stages],
  ['multi_select', ['a', 'A', 'won'], ['a', 'won'], stages],
  ['email', 'Ada Lovelace <ada@Example.com>', 'ada@example.com'],
  ['phone', 'tel:+33123456789', '+33123456789'],
  ['url', 'example.com/a', 'https://example.com/a'],
  ['attachment', file.url, [file]],
  ['attachment', 'ast_1', [asset('ast_1')]],
  ['reference', row1, [row1]],
];

/** Shortens a value for the name of a test. */
const short = (value: Cell): string => JSON.stringify(value).slice(0, 60);

describe('parsing a cell', () => {
  for (const [type, value, cell, rest] of good)
    test(`${type} accepts ${short(value)} as ${short(cell)}`, () => {
      expect(cellOf(type, value, rest)).toEqual(cell);
    });

  for (const [type, value, code, rest] of bad)
    test(`${type} rejects ${short(value)}: ${code}`, () => {
      expect(errorOf(type, value, rest)).toMatchObject({ code });
    });

  for (const [type, value, cell, rest] of casts)
    test(`${type} with typecast accepts ${short(value)} as ${short(cell)}`, () => {
      expect(cellOf(type, value, rest, true)).toEqual(cell);
    });

  test('null empties a cell of every writable type', () => {
    for (const type of columnTypes) if (!readOnlyTypes.has(type)) expect(cellOf(type, null)).toBeNull();
  });

  test('a computed column rejects every value, including null', () => {
    for (const type of readOnlyTypes)
      for (const value of [null, 1, '', {}]) expect(errorOf(type, value, {}, true)).toMatchObject({ code: 'read_only_column' });
  });

  test('the error of a time shows both forms, and that of a local time is the one of every time in a request', () => {
    for (const typecast of [false, true]) {
      const messageOf = (value: Cell) => errorOf('datetime', value, {}, typecast).message;
      expect(messageOf('2026-13-31T09:30:00')).toContain('2026-03-31T09:30[Europe/Berlin]');
      for (const text of ['2026-12-01T09:00[Mars/Olympus]', '1899-12-31T09:00[UTC]'])
        expect(messageOf(text)).toBe(moment.safeParse(text).error!.issues[0]!.message);
    }
  });

  test('an error mentions typecast if it would help', () => {
    expect(errorOf('number', '5').message).toBe('must be a number; send typecast: true to convert it');
    expect(errorOf('number', 'five').message).toBe('must be a number');
    expect(errorOf('select', 'new', stages).message).toContain('send typecast: true to add it');
  });

  test('the error of an unknown choice lists the closest names', () => {
    const many = { options: choices('lead', 'qualified', 'proposal', 'negotiation', 'won', 'lost') };
    expect(errorOf('select', 'propsal', many).message).toMatch(/the nearest are "proposal"/);
    expect(errorOf('select', 'x').message).toContain('has none yet');
  });

  test('typecast returns each missing choice once', () => {
    const read = parseCell(columnOfType('multi_select', stages), ['new', 'won', 'NEW'], { typecast: true });
    expect(read).toEqual({ cell: ['new', 'won'], new_options: [{ id: 'new', name: 'new', color: null }] });
  });

  test('typecast creates no invalid choice and none beyond the limit', () => {
    expect(errorOf('select', 'two\nlines', stages, true)).toMatchObject({ code: 'unknown_option' });
    expect(errorOf('select', 'x'.repeat(101), stages, true)).toMatchObject({ code: 'unknown_option' });
    const full = { options: choices(...Array.from({ length: 500 }, (_, at) => `o${at}`)) };
    expect(errorOf('select', 'one more', full, true)).toMatchObject({ code: 'unknown_option' });
  });

  test('typecast returns texts for links unresolved', () => {
    expect(parseCell(columnOfType('reference'), [row1, 'Acme, Inc.', 'Acme, Inc.'], { typecast: true })).toEqual({
      cell: [row1],
      texts: ['Acme, Inc.'],
    });
    expect(parseCell(columnOfType('contact'), 'ada@example.com', { typecast: true })).toEqual({ cell: null, texts: ['ada@example.com'] });
    expect(errorOf('contact', ['ada@example.com', con1], {}, true)).toMatchObject({ code: 'too_many' });
  });

  test('typecast rejects money in another currency and an ambiguous date', () => {
    expect(errorOf('currency', '12 USD', { config: { currency_code: 'EUR' } }, true).message).toBe('is in USD while the column is in EUR');
    expect(errorOf('date', '04/03/2026', {}, true)).toMatchObject({ code: 'wrong_type' });
  });

  test('an error message shortens the quoted value', () => {
    for (const type of columnTypes) expect(errorOf(type, 'x'.repeat(200_000), {}, true).message.length).toBeLessThan(400);
  });
});
