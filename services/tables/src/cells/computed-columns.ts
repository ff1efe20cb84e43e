import { joinList } from '@space/text/csv';
import type { Cell, Column, ValueType } from '../schema/schema.ts';
import { type CellType, configOf, reject } from './cell-type.ts';
import { showTime } from './date-columns.ts';
import { withDecimals } from './number-columns.ts';
import { plainCsv, plainText } from './plain-text.ts';

/** Maximum distance of a Date from the epoch in milliseconds. */
const MAX_TIME = 8.64e15;

/** Returns the behaviour of computed cells, formatted by the value type of their column. */
export const computed = (value_type: ValueType): CellType => ({
  value_type,
  parseJson: () => readOnly,
  parseText: () => readOnly,
  format: (column, cell) => showValue(column, cell),
  formatCsv: (_, cell) => (Array.isArray(cell) && cell.every(isScalar) ? joinList(cell.map(plainText)) : csvValue(cell)),
});

/** The number of a row in its table; text if the column has a prefix or padding. */
export const autonumber: CellType = {
  ...computed('number'),
  format: (column, cell) => plainText(numbered(column, cell)),
  formatCsv: (column, cell) => plainCsv(numbered(column, cell)),
  toResponse: numbered,
};

/** The time of creation or change of a row: ISO 8601 as in cells, or milliseconds since the epoch as in rows. */
export const moment: CellType = {
  ...computed('datetime'),
  format: (column, cell) => showValue(column, isoOf(cell)),
  formatCsv: (_, cell) => plainCsv(isoOf(cell)),
  toResponse: (_, cell) => isoOf(cell),
};

const isoOf = (cell: Cell): Cell => (typeof cell === 'number' && Math.abs(cell) <= MAX_TIME ? new Date(cell).toISOString() : cell);

const readOnly = reject('read_only_column', 'is computed and cannot be written');

function showValue(column: Column, cell: Cell): string {
  const { precision, timezone } = configOf<'formula'>(column);
  if (typeof cell === 'number' && column.value_type === 'number') return withDecimals(cell, precision);
  if (typeof cell === 'string' && column.value_type === 'datetime')
    return showTime(cell, { timezone, format: configOf<'created_at'>(column).format });
  return plainText(cell);
}

function numbered(column: Column, cell: Cell): Cell {
  const { prefix = '', pad = 0 } = configOf<'autonumber'>(column);
  return typeof cell === 'number' && (prefix !== '' || pad > 0) ? `${prefix}${String(cell).padStart(pad, '0')}` : cell;
}

const isScalar = (item: Cell): boolean => typeof item !== 'object';

/** Formats people by name and other values as JSON. */
const csvValue = (cell: Cell): string =>
  typeof cell === 'object' && cell !== null && !Array.isArray(cell) && typeof cell.name === 'string' ? cell.name : plainCsv(cell);
