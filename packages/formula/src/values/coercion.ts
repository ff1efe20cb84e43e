import { MAX_FORMULA_TEXT } from '@space/contracts/tables';
import type { Cell } from './cell.ts';
import { codePoints } from './code-points.ts';
import { plainNumber } from './decimals.ts';
import { fail } from './evaluation-failure.ts';
import { MAX_NUMBER, MIN_NUMBER } from './limits.ts';
import { isDate, isDatetime } from './stored-dates.ts';
import type { Type } from './type.ts';

/** Applies the limits of numbers to a result: fails for NaN and for too large, and returns 0 for too small. */
export function limitedNumber(value: number): number {
  const size = Math.abs(value);
  if (Number.isNaN(value)) fail('not_a_number');
  if (size > MAX_NUMBER) fail('out_of_range');
  return size < MIN_NUMBER ? 0 : value;
}

/** Applies the limits of texts to a result: "" becomes blank, a text that is too long fails. */
export function limitedText(value: string): string | null {
  if (value.length > MAX_FORMULA_TEXT && codePoints(value) > MAX_FORMULA_TEXT) fail('too_long');
  return value === '' ? null : value;
}

/** Returns a value as text: numbers without exponent, TRUE and FALSE, dates as stored, lists with ", " between. */
export function textOf(value: Cell): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return plainNumber(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (Array.isArray(value)) return joined(value, ', ');
  return '';
}

/** Joins the texts of the values that are not blank. */
export function joined(values: readonly Cell[], separator: string): string {
  const texts: string[] = [];
  let length = 0;
  for (const value of values) {
    if (value === null) continue;
    const text = textOf(value);
    length += text.length + (texts.length > 0 ? separator.length : 0);
    if (length > 2 * MAX_FORMULA_TEXT) fail('too_long');
    texts.push(text);
  }
  return limitedText(texts.join(separator)) ?? '';
}

/** Returns true unless the value is blank, 0 or FALSE. */
export const isTrue = (value: Cell): boolean => value !== null && value !== false && value !== 0;

/** Returns a number or a boolean as a number; 0 for anything else. */
export const numberOf = (value: Cell): number => (typeof value === 'number' ? value : value === true ? 1 : 0);

/** Returns a cell as formulas see it: blank unless the cell has the type of its column. */
export function cellValue(cell: Cell, type: Type): Cell {
  switch (type.kind) {
    case 'number':
      return typeof cell === 'number' ? limitedNumber(cell) : null;
    case 'text':
      return typeof cell === 'string' ? cell || null : nameOf(cell);
    case 'boolean':
      return cell === true;
    case 'date':
      return typeof cell === 'string' && isDate(cell) ? cell : null;
    case 'datetime':
      return typeof cell === 'string' && isDatetime(cell) ? cell : null;
    case 'list':
      return elementsOf(cell);
    case 'blank':
      return null;
  }
}

/** Flattens a list cell: inner lists opened, objects as their names, blanks removed; an empty list is blank. */
function elementsOf(cell: Cell): Cell {
  if (cell === null) return null;
  const found: Cell[] = [];
  for (const outer of Array.isArray(cell) ? cell : [cell])
    for (const element of Array.isArray(outer) ? outer : [outer]) {
      const value =
        typeof element === 'number'
          ? limitedNumber(element)
          : typeof element === 'object'
            ? nameOf(element)
            : element || (element === false ? false : null);
      if (value !== null) found.push(value);
    }
  return found.length === 0 ? null : found;
}

/** Returns the name of an object: `name` of a file, a contact or an actor, `title` of a row. */
function nameOf(cell: Cell): string | null {
  if (cell === null || typeof cell !== 'object' || Array.isArray(cell)) return null;
  const name = [cell.name, cell.title].find((value) => typeof value === 'string' && value !== '');
  return (name as string | undefined) ?? null;
}
