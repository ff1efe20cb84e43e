import type { Cell } from '../schema.ts';
import { isDate, isDatetime } from './calendar.ts';
import { fail } from './cell-fault.ts';
import { MAX_NUMBER, MAX_TEXT, MIN_NUMBER } from './limits.ts';
import { plainNumber } from './plain-number.ts';
import type { Type } from './typed.ts';

/** A number as results may be: no infinity, no NaN, no -0, nothing nearer to zero than the smallest. */
export function soundNumber(value: number): number {
  const size = Math.abs(value);
  if (Number.isNaN(value)) fail('not_a_number');
  if (size > MAX_NUMBER) fail('out_of_range');
  return size < MIN_NUMBER ? 0 : value;
}

/** How many code points a text has. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** A text as results may be: "" is blank, one that is too long is an error. */
export function soundText(value: string): string | null {
  if (value.length > MAX_TEXT && codePoints(value) > MAX_TEXT) fail('too_long');
  return value === '' ? null : value;
}

/** The text of a value: numbers without exponent, TRUE and FALSE, dates as stored, lists with ", " between. */
export function textOf(value: Cell): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return plainNumber(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (Array.isArray(value)) return joined(value, ', ');
  return '';
}

/** The texts of values that are not blank, with a separator between. */
export function joined(values: readonly Cell[], separator: string): string {
  return (
    soundText(
      values
        .filter((value) => value !== null)
        .map(textOf)
        .join(separator),
    ) ?? ''
  );
}

/** Whether a value counts as true: not blank, not 0, not FALSE. */
export const isTrue = (value: Cell): boolean => value !== null && value !== false && value !== 0;

/** The number of a value that is one, or of a truth value; 0 for blank. */
export const numberOf = (value: Cell): number => (typeof value === 'number' ? value : value === true ? 1 : 0);

/** The value of a cell as a formula sees it: blank unless it fits its type, so that a stray cell is never taken for another type. */
export function valueOfCell(cell: Cell, type: Type): Cell {
  switch (type.kind) {
    case 'number':
      return typeof cell === 'number' ? soundNumber(cell) : null;
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

/** The elements of a list cell: inner lists opened, objects by their names, blanks left out; blank when none is left. */
function elementsOf(cell: Cell): Cell {
  if (cell === null) return null;
  const found: Cell[] = [];
  for (const outer of Array.isArray(cell) ? cell : [cell])
    for (const element of Array.isArray(outer) ? outer : [outer]) {
      const value =
        typeof element === 'number'
          ? soundNumber(element)
          : typeof element === 'object'
            ? nameOf(element)
            : element || (element === false ? false : null);
      if (value !== null) found.push(value);
    }
  return found.length === 0 ? null : found;
}

/** What an object is called: a file, a contact, an actor by `name`, a row by `title`. */
function nameOf(cell: Cell): string | null {
  if (cell === null || typeof cell !== 'object' || Array.isArray(cell)) return null;
  const name = [cell.name, cell.title].find((value) => typeof value === 'string' && value !== '');
  return (name as string | undefined) ?? null;
}
