import { describe, expect, test } from '@jest/globals';
import { type ColumnType, columnTypes, readOnlyTypes } from '@space/contracts/tables';
import fc from 'fast-check';
import { choices, columnOfType, idOf } from '../../test/fixtures/column.ts';
import type { Cell, Column } from '../schema/schema.ts';
import { toCellResponse } from './cell-response.ts';
import { cellText, csvText } from './cell-text.ts';
import { convertCell } from './convert-cell.ts';
import { withOptions } from './find-option.ts';
import { parseCell } from './parse-cell.ts';
import { parseCellText } from './parse-cell-text.ts';

const writable = columnTypes.filter((type) => !readOnlyTypes.has(type));

const options = [
  ...choices('won', 'a, b', 'a', 'b', '"quoted"', 'semi;colon', 'éà'),
  { id: 'lead', name: 'Prospect', color: 'red' },
  { id: 'x', name: 'lead', color: null },
];

const columns: Partial<Record<ColumnType, Partial<Column>[]>> = {
  number: [{ config: { precision: 2 } }],
  currency: [{ config: { precision: 2, currency_code: 'EUR' } }],
  percent: [{ config: { precision: 1 } }],
  duration: [{ config: { format: 'h:mm:ss' } }, { config: { format: 'h:mm:ss.S' } }],
  date: [{ config: { format: 'MM/DD/YYYY' } }],
  datetime: [{ config: { timezone: 'America/New_York', format: 'D MMM YYYY h:mm a' } }],
  select: [{ options }],
  multi_select: [{ options }],
  phone: [{ config: { default_region: 'FR' } }],
  contact: [{ config: { multiple: true } }],
  reference: [{ reference: { table_id: 'tbl_b', cardinality: 'one', symmetric_column_id: null, is_inverse: false } }],
};

const anyWritable = fc.constantFrom(...writable.flatMap((type) => [{}, ...(columns[type] ?? [])].map((rest) => columnOfType(type, rest))));
const anyColumn = fc.oneof(
  anyWritable,
  fc.constantFrom(...columnTypes).map((type) => columnOfType(type)),
);

const day = fc
  .date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const listed = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 5 });
const optionText = fc.oneof(fc.constantFrom(...options.flatMap(({ id, name }) => [id, name])), fc.string({ maxLength: 8 }));
const rowId = fc.integer({ min: 0, max: 20 }).map((at) => idOf('row', at));
const contactId = fc.integer({ min: 0, max: 20 }).map((at) => idOf('con', at));
const file = fc.record(
  {
    url: fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string()),
    name: fc.option(fc.string({ unit: 'binary' })),
    size: fc.option(fc.nat()),
    mime_type: fc.option(fc.constantFrom('image/png', 'application/pdf', 'no')),
  },
  { requiredKeys: ['url'] },
);

/** JSON values that are likely to fit a type. */
const likely: fc.Arbitrary<Cell> = fc.oneof(
  fc.double({ noNaN: true }),
  fc.integer(),
  fc.double({ min: 0, max: 10, noNaN: true }),
  fc.boolean(),
  fc.string({ unit: 'binary' }),
  day,
  day.map((iso) => iso.slice(0, 10)),
  optionText,
  listed(optionText),
  fc.emailAddress(),
  fc.integer({ min: 1, max: 999_999_999_999_999 }).map((digits) => `+${digits}`),
  fc.constantFrom(
    '01 23 45 67 89',
    '+33 6 12 34 56 78',
    '+1 202 555 0199',
    '+54 9 11 1234 5678',
    '1:30',
    '50 %',
    '€ 3',
    '2026-03-31 9:30 pm',
  ),
  fc.webUrl({ withQueryParameters: true }),
  file as fc.Arbitrary<Cell>,
  listed(file) as fc.Arbitrary<Cell>,
  rowId,
  listed(rowId),
  listed(rowId.map((row_id) => ({ row_id, title: 'x' }))),
  listed(contactId),
  contactId.map((contact_id) => ({ contact_id })),
);
const anyJson = fc.oneof(likely, fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Cell>);

const number = fc.oneof(fc.double({ noNaN: true, min: -1e15, max: 1e15 }), fc.integer(), fc.double({ noNaN: true, min: -2, max: 2 }));
const text = fc.string({ unit: 'binary' }).map((value) => value.toWellFormed().replaceAll('\u0000', ''));
const goodFile = file.map(({ url, mime_type, ...rest }) => ({
  ...rest,
  url: URL.canParse(url) ? url : 'https://example.com/a%20b%00%ff.pdf',
  ...(mime_type === 'no' ? {} : { mime_type }),
}));

/** Values that fit a type most of the time. */
const fitting: Partial<Record<ColumnType, fc.Arbitrary<Cell>>> = {
  text,
  long_text: text,
  number,
  currency: number,
  percent: number,
  rating: fc.integer({ min: 0, max: 5 }),
  duration: fc.double({ noNaN: true, min: 0, max: 1e9 }),
  checkbox: fc.boolean(),
  date: day.map((iso) => iso.slice(0, 10)),
  datetime: day,
  select: optionText.map((value) => value.trim() || 'a'),
  multi_select: listed(optionText.map((value) => value.trim() || 'a')),
  email: fc.tuple(fc.stringMatching(/^[A-Za-z0-9_+'-]{1,20}$/), fc.domain()).map(([local, domain]) => `${local}@${domain.toUpperCase()}`),
  phone: fc.integer({ min: 1_000_000, max: 999_999_999_999_999 }).map((digits) => `+${digits}`),
  url: fc.webUrl({ withQueryParameters: true, withFragments: true }),
  attachment: listed(goodFile) as fc.Arbitrary<Cell>,
  reference: listed(rowId),
  contact: listed(contactId),
};

/** A writable column with a parsed cell and the choices that the cell needs. */
const taken = anyWritable
  .chain((column) => fc.tuple(fc.constant(column), fc.oneof(fitting[column.type]!, fitting[column.type]!, anyJson), fc.boolean()))
  .map(([column, value, typecast]) => {
    const read = parseCell(column, value, { typecast });
    return 'error' in read ? undefined : { column: withOptions(column, read.new_options), cell: read.cell };
  })
  .filter((found) => found !== undefined);

describe('parsing and formatting a cell', () => {
  test('accepts any JSON value or rejects it with one short sentence', () => {
    fc.assert(
      fc.property(anyColumn, anyJson, fc.boolean(), (column, value, typecast) => {
        const read = parseCell(column, value, { typecast });
        if ('error' in read)
          expect(read.error).toEqual({
            code: expect.stringMatching(/^[a-z_]+$/),
            message: expect.stringMatching(/^[a-z][^\n]{5,600}[^.]$/s),
          });
        else expect(read.cell).toBeDefined();
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 100) },
    );
  });

  test('formats any JSON value that an older schema left in a cell', () => {
    fc.assert(
      fc.property(anyColumn, anyJson, (column, cell) => {
        expect(typeof cellText(column, cell)).toBe('string');
        expect(typeof csvText(column, cell)).toBe('string');
        expect(toCellResponse(column, cell)).toBeDefined();
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 100) },
    );
  });

  test('parsing a stored cell again returns the same cell', () => {
    fc.assert(
      fc.property(taken, ({ column, cell }) => {
        expect(parseCell(column, cell, { typecast: false })).toEqual({ cell });
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 100) },
    );
  });

  test('writing the response form of a cell back returns the same cell', () => {
    fc.assert(
      fc.property(taken, ({ column, cell }) => {
        const expected = column.type === 'checkbox' ? cell === true : cell;
        expect(parseCell(column, toCellResponse(column, cell), { typecast: false })).toEqual({ cell: expected });
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 100) },
    );
  });

  test('a CSV round trip returns the same cell', () => {
    fc.assert(
      fc.property(taken, ({ column, cell }) => {
        expect(parseCellText(column, csvText(column, cell), { create_options: false })).toEqual({ cell });
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 100) },
    );
  });

  test('a conversion to the same column returns the same cell', () => {
    fc.assert(
      fc.property(taken, ({ column, cell }) => {
        expect(convertCell(column, column, cell)).toEqual({ cell });
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 100) },
    );
  });

  test('a conversion to any column returns a cell that fits it', () => {
    fc.assert(
      fc.property(taken, anyColumn, ({ column, cell }, to) => {
        const converted = convertCell(column, to, cell);
        if ('lost' in converted || converted.cell === null) return;
        expect(parseCell(withOptions(to, converted.new_options), converted.cell, { typecast: false })).toEqual({ cell: converted.cell });
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 100) },
    );
  });

  test('these properties cover every writable column type', () => {
    const filled = fc.sample(taken, { numRuns: 3_000, seed: 1 }).filter(({ cell }) => cell !== null);
    for (const type of writable) expect([type, filled.filter(({ column }) => column.type === type).length > 20]).toEqual([type, true]);
  });

  test('imports any text into a text column', () => {
    fc.assert(
      fc.property(anyWritable, fc.string({ unit: 'binary' }), fc.boolean(), (column, text, create_options) => {
        const read = parseCellText(column, text, { create_options });
        if (column.type === 'long_text' && !('error' in read)) expect(read.cell).toBe(text === '' ? null : text);
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 100) },
    );
  });
});
