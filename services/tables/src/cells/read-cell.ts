import { readOnlyTypes } from '@space/contracts/tables';
import type { Cell, Column } from '../schema/schema.ts';
import type { ParsedCell } from './cell-type.ts';
import { cellTypes } from './cell-types.ts';

/**
 * What a value that a caller sends becomes in a cell of a column, or why it may not be there.
 *
 * Every type of column has one literal (cell-types.ts) that knows the stored form of its cells and the ways in and out of
 * it: JSON taken strictly (`parseJson`), text taken for what it means (`parseText`; CSV, typecast and changes of type come through
 * there), text for people (`text`), text for machines that `parseText` takes back (`csv`), and the form of the wire (`wire`).
 * What reads answer may be written back and changes nothing.
 *
 * null and "" empty a cell. With `typecast` a value of another type is taken for what its text means: "5" is 5, an unknown
 * choice is a new one (`new_options`), the title of a row or the email of a contact stands for it (`texts`). All of this is
 * pure: whether rows and contacts exist, and whether a value is unique, is asked where cells are written.
 */
export function parseCell(column: Column, value: Cell, { typecast }: { typecast: boolean }): ParsedCell {
  const type = cellTypes[column.type];
  if (!readOnlyTypes.has(column.type) && (value === null || (value === '' && isText(type.value_type)))) return { cell: null };
  const read = type.parseJson(column, value);
  if (!('error' in read) || readOnlyTypes.has(column.type)) return read;
  const cast = castCell(column, value);
  if (typecast) return cast ?? read;
  if (!cast || 'error' in cast) return read;
  const way = cast.new_options ? 'send typecast: true to add it' : 'send typecast: true to convert it';
  return { error: { code: read.error.code, message: `${read.error.message}; ${way}` } };
}

/** What is meant by a value of another type, or undefined when it has no text. */
function castCell(column: Column, value: Cell): ParsedCell | undefined {
  const type = cellTypes[column.type];
  if (type.cast) return type.cast(column, value);
  if (typeof value === 'object') return undefined;
  const text = String(value).trim();
  return text === '' ? { cell: null } : type.parseText(column, text, { create_options: true });
}

const isText = (type: string): boolean => type === 'text' || type === 'date' || type === 'datetime';
