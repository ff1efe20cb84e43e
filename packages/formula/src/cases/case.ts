import type { FormulaColumn } from '../formula.ts';
import type { Cell } from '../values/cell.ts';

/** The expected outcome of a case: a value, or the code of a cell error. */
export type Expected = Cell | { readonly error: string };

/** An expression, its expected outcome for the row below, and its zone (default UTC). */
export type FormulaCase = readonly [source: string, expected: Expected, zone?: string];

/** An invalid expression with the expected code, position, and part of the message. */
export type InvalidExpression = readonly [source: string, code: string, position: number, says: string];

/** The columns that the cases read. */
export const columns: readonly FormulaColumn[] = [
  { id: 'col_n', key: 'n', value_type: 'number' },
  { id: 'col_m', key: 'm', value_type: 'number' },
  { id: 'col_zero', key: 'zero', value_type: 'number' },
  { id: 'col_none', key: 'none', value_type: 'number' },
  { id: 'col_huge', key: 'huge', value_type: 'number' },
  { id: 'col_tiny', key: 'tiny', value_type: 'number' },
  { id: 'col_s', key: 's', value_type: 'text' },
  { id: 'col_astral', key: 'astral', value_type: 'text' },
  { id: 'col_empty', key: 'empty', value_type: 'text' },
  { id: 'col_who', key: 'who', value_type: 'object' },
  { id: 'col_yes', key: 'yes', value_type: 'boolean' },
  { id: 'col_no', key: 'no', value_type: 'boolean' },
  { id: 'col_leap', key: 'leap', value_type: 'date' },
  { id: 'col_nodate', key: 'nodate', value_type: 'date' },
  { id: 'col_at', key: 'at', value_type: 'datetime' },
  { id: 'col_stray', key: 'stray', value_type: 'date' },
  { id: 'col_nums', key: 'nums', value_type: 'number', list: true },
  { id: 'col_words', key: 'words', value_type: 'text', list: true },
  { id: 'col_days', key: 'days', value_type: 'date', list: true },
  { id: 'col_mixed', key: 'mixed', value_type: 'list' },
  { id: 'col_nothing', key: 'nothing', value_type: 'list' },
];

/** The cells of the row; columns without an entry are empty. */
export const cells: Readonly<Record<string, Cell>> = {
  col_n: 12.5,
  col_m: -7,
  col_zero: 0,
  col_huge: 1e200,
  col_tiny: 1e-200,
  col_s: 'Ada Lovelace',
  col_astral: 'a😀b',
  col_who: { kind: 'person', id: 'usr_1', name: 'Grace' },
  col_yes: true,
  col_leap: '2024-02-29',
  col_at: '2026-03-29T00:30:00.000Z',
  col_stray: '2023-02-30',
  col_nums: [1, 2, 3.5],
  col_words: ['b', 'a', 'b'],
  col_days: ['2024-01-01', '2024-01-02'],
  col_mixed: [1, 'x', true, [2, 'y'], null, '', { name: 'file.pdf' }, { title: 'Row' }],
};

/** 2026-11-21T23:30:00Z, a Saturday. */
export const now = Date.UTC(2026, 10, 21, 23, 30);

/** The row that the cases are evaluated for. */
export const row = {
  id: 'row_1',
  created_at: Date.UTC(2025, 0, 2, 3, 4, 5, 6),
  updated_at: Date.UTC(2025, 5, 7, 8, 9, 10),
  autonumber: 42,
};
