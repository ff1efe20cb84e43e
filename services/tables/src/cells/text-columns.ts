import { MAX_LONG_TEXT_CHARACTERS, MAX_TEXT_CHARACTERS } from '@space/contracts/tables';
import { matchesPattern, patternSize } from '@space/text';
import type { Cell, Column } from '../schema/schema.ts';
import { type CellType, configOf, type ParsedCell, reject } from './cell-type.ts';
import { codePointLength, plainCsv, plainText, rejectUnstorable } from './plain-text.ts';

/** A line or a paragraph. Characters are code points; spaces stay. */
export const text: CellType = prose((column, value) => {
  const { min_length = 0, max_length = MAX_TEXT_CHARACTERS, pattern } = configOf<'text'>(column);
  const error = wrongLength(value, min_length, Math.min(max_length, MAX_TEXT_CHARACTERS));
  if (error) return error;
  if (pattern !== undefined && !matchesPattern(pattern, value))
    return reject('pattern_mismatch', `must match the pattern ${pattern} of the column`);
  return { cell: value };
});

/** Returns the steps that matching the pattern of a column may take for a value; 0 without a pattern. */
export function patternSteps(column: Column, value: Cell): number {
  if (column.type !== 'text' || typeof value !== 'string') return 0;
  const { pattern, max_length = MAX_TEXT_CHARACTERS } = configOf<'text'>(column);
  // A longer text is refused before it is matched. A character has at most two UTF-16 units.
  return pattern === undefined ? 0 : Math.min(value.length, 2 * max_length) * patternSize(pattern);
}

/** A long text, plain or Markdown. */
export const longText: CellType = prose((column, value) => {
  const { max_length = MAX_LONG_TEXT_CHARACTERS } = configOf<'long_text'>(column);
  return wrongLength(value, 0, max_length) ?? { cell: value };
});

function prose(check: (column: Column, value: string) => ParsedCell): CellType {
  const accept = (column: Column, value: string): ParsedCell => rejectUnstorable(value) ?? check(column, value);
  return {
    value_type: 'text',
    parseJson: (column, value: Cell) => (typeof value === 'string' ? accept(column, value) : reject('wrong_type', 'must be text')),
    parseText: accept,
    format: (_, cell) => plainText(cell),
    formatCsv: (_, cell) => plainCsv(cell),
  };
}

function wrongLength(value: string, min: number, max: number): ParsedCell | undefined {
  // A text has at least as many UTF-16 units as code points, so most texts need no counting.
  if (value.length > max && codePointLength(value) > max) return reject('too_long', `must have at most ${max} characters`);
  if (value.length < min * 2 && codePointLength(value) < min) return reject('too_short', `must have at least ${min} characters`);
  return undefined;
}
