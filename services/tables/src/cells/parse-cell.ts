import { readOnlyTypes } from '@space/contracts/tables';
import type { Cell, Column } from '../schema/schema.ts';
import type { ParsedCell } from './cell-type.ts';
import { cellTypes } from './cell-types.ts';
import { valueNames, valueOfText } from './value-of-text.ts';

/**
 * Parses a value that a caller sends for a cell.
 *
 * Each column type has one literal (cell-types.ts) that knows the stored form of its cells and all conversions: strict
 * JSON (`parseJson`), text (`parseText`, used for CSV, typecast and type changes), text for people (`format`), text for
 * machines that `parseText` reads (`formatCsv`), and the response form (`toResponse`). A value from a response can be
 * written back and changes nothing.
 *
 * null and "" empty a cell. With `typecast`, a value of another type is converted by its text: "5" becomes 5, an
 * unknown option becomes a new one (`new_options`), the title of a row or the email of a contact stands for it
 * (`texts`). A lenient call has texts in place of numbers, truth values and lists, and one choice or id in place of a list of one;
 * nothing is created. This is all pure: the writer checks that rows and contacts exist and that values are unique.
 */
export function parseCell(
  column: Column,
  value: Cell,
  { typecast, is_lenient = false }: { readonly typecast: boolean; readonly is_lenient?: boolean },
): ParsedCell {
  const type = cellTypes[column.type];
  if (!readOnlyTypes.has(column.type) && (value === null || (value === '' && isText(type.value_type)))) return { cell: null };
  const read = type.parseJson(column, value);
  if (!('error' in read) || readOnlyTypes.has(column.type)) return read;
  const written = is_lenient && !typecast && typeof value === 'string' ? valueOfText(value.trim(), type.value_type) : undefined;
  const readText = written === undefined ? undefined : type.parseJson(column, written);
  if (readText && !('error' in readText)) return { ...readText, read_as: valueNames[type.value_type]! };
  const cast = castCell(column, value);
  if (typecast) return cast ?? read;
  if (!cast || 'error' in cast) return read;
  const advice = cast.new_options ? 'send typecast: true to add it' : 'send typecast: true to convert it';
  return { error: { code: read.error.code, message: `${read.error.message}; ${advice}` } };
}

/** Converts a value of another type, or returns undefined if it has no text. */
function castCell(column: Column, value: Cell): ParsedCell | undefined {
  const type = cellTypes[column.type];
  if (type.cast) return type.cast(column, value);
  if (typeof value === 'object') return undefined;
  const text = String(value).trim();
  return text === '' ? { cell: null } : type.parseText(column, text, { create_options: true });
}

const isText = (type: string): boolean => type === 'text' || type === 'date' || type === 'datetime';
