import { matchesPattern } from '@space/text';
import type { Cell, Column } from '../schema/schema.ts';
import { type CellType, configOf, type ReadCell, refuse } from './cell-type.ts';
import { lengthOf, plainCsv, plainText, unstorable } from './plain-text.ts';

/** Characters that a cell of text can have. */
export const MAX_TEXT = 10_000;

/** Characters that a cell of long text can have. */
const MAX_LONG_TEXT = 100_000;

/** A line or a paragraph. Characters are code points; spaces are kept as they are. */
export const text: CellType = prose((column, value) => {
  const { min_length = 0, max_length = MAX_TEXT, pattern } = configOf<'text'>(column);
  const fault = wrongLength(value, min_length, Math.min(max_length, MAX_TEXT));
  if (fault) return fault;
  if (pattern !== undefined && !matchesPattern(pattern, value))
    return refuse('pattern_mismatch', `must match the pattern ${pattern} of the column`);
  return { cell: value };
});

/** A text of any length that people write, plain or Markdown. */
export const longText: CellType = prose((column, value) => {
  const { max_length = MAX_LONG_TEXT } = configOf<'long_text'>(column);
  return wrongLength(value, 0, max_length) ?? { cell: value };
});

function prose(check: (column: Column, value: string) => ReadCell): CellType {
  const accept = (column: Column, value: string): ReadCell => unstorable(value) ?? check(column, value);
  return {
    value_type: 'text',
    read: (column, value: Cell) => (typeof value === 'string' ? accept(column, value) : refuse('wrong_type', 'must be text')),
    parse: accept,
    text: (_, cell) => plainText(cell),
    csv: (_, cell) => plainCsv(cell),
  };
}

function wrongLength(value: string, min: number, max: number): ReadCell | undefined {
  // UTF-16 units are never fewer than code points, so most texts need no counting.
  if (value.length > max && lengthOf(value) > max) return refuse('too_long', `must have at most ${max} characters`);
  if (value.length < min * 2 && lengthOf(value) < min) return refuse('too_short', `must have at least ${min} characters`);
  return undefined;
}
