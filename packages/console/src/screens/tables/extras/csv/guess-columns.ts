import type { Arguments } from '../../../../api/send.ts';
import { keyOf } from '../columns/column-key.ts';
import type { CsvTable } from './csv-text.ts';

/** The types that a column of a file can be taken for, by the cells that fit. */
const tests: readonly (readonly [type: string, fits: RegExp])[] = [
  ['checkbox', /^(?:true|false|yes|no)$/i],
  ['number', /^[+-]?\d{1,15}(?:\.\d{1,8})?$/],
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['datetime', /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/],
  ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['url', /^https?:\/\/\S+$/i],
];

/** The most different values of a column of choices, and the least rows by value. */
const MAX_CHOICES = 12;
const ROWS_BY_CHOICE = 3;
const MAX_CHOICE_CHARACTERS = 40;
const MAX_TEXT = 500;

/** Decimals that a number column stores. */
const MAX_PRECISION = 8;

/** A column of a new table as it is taken from a file. */
export interface GuessedColumn {
  readonly key: string;
  readonly label: string;
  readonly type: string;
  readonly options?: readonly string[];
  readonly field_config?: Arguments;
}

/** Returns a column for each header of a file, with the type that all its cells fit. The first column is text: it is the title. */
export function guessColumns({ header, lines }: CsvTable): readonly GuessedColumn[] {
  const taken: string[] = [];
  return header.map((name, place) => {
    const label = name === '' ? `Column ${place + 1}` : name.slice(0, 200);
    const key = keyOf(label, taken);
    taken.push(key);
    const cells = lines.map(({ cells: all }) => all[place]?.trim() ?? '').filter((cell) => cell !== '');
    return { key, label, ...typeOf(cells, place === 0) };
  });
}

function typeOf(cells: readonly string[], isTitle: boolean): Omit<GuessedColumn, 'key' | 'label'> {
  if (cells.some((cell) => cell.length > MAX_TEXT || cell.includes('\n'))) return { type: 'long_text' };
  if (isTitle || cells.length === 0) return { type: 'text' };
  const type = tests.find(([, fits]) => cells.every((cell) => fits.test(cell)))?.[0];
  if (type === 'number') {
    const precision = Math.min(MAX_PRECISION, Math.max(...cells.map((cell) => cell.split('.')[1]?.length ?? 0)));
    return { type, field_config: { precision } };
  }
  if (type) return { type };
  const options = [...new Set(cells)];
  const isChoice =
    options.length <= MAX_CHOICES &&
    cells.length >= options.length * ROWS_BY_CHOICE &&
    options.every((option) => option.length <= MAX_CHOICE_CHARACTERS);
  return isChoice ? { type: 'select', options } : { type: 'text' };
}
