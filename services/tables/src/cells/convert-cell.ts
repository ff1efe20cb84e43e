import { type ColumnType, readOnlyTypes } from '@space/contracts/tables';
import type { Cell, Column, Option } from '../schema/schema.ts';
import { cellText, csvText } from './cell-text.ts';
import type { LinkNames } from './cell-type.ts';
import { configOf, type ParsedCell } from './cell-type.ts';
import { hasOptions } from './check-options.ts';
import { dayIn, midnightIn } from './date-columns.ts';
import { parseCell } from './parse-cell.ts';
import { parseCellText } from './parse-cell-text.ts';
import { patternSteps } from './text-columns.ts';

/** The result of converting a cell; null is an empty cell. */
type Converted =
  | {
      readonly cell: Cell;
      /** Options that the cell holds and the new column lacks. */
      readonly new_options?: readonly Option[];
    }
  | { readonly lost: true };

/** The result for a cell that the new column rejects. */
export const lostCell = { lost: true } as const;

/** Types that convert to text without loss by their CSV form. */
const exactAsText: ReadonlySet<ColumnType> = new Set(['date', 'datetime', 'created_at', 'updated_at', 'attachment']);

/**
 * Converts a cell to the column `to`: directly if both types share a meaning, else by way of text. A cell that the new
 * column rejects is lost. Texts become new options; options that the new select column omits do not. Without names,
 * links become texts of ids.
 */
export function convertCell(from: Column, to: Column, cell: Cell, names: LinkNames = {}): Converted {
  if (readOnlyTypes.has(to.type)) return cell === null ? { cell } : lostCell;
  if (cell === null) return { cell };
  const meant = meaningIn(from, to, cell);
  if (meant === null) return lostCell;
  const read = meant === undefined ? byText(from, to, cell, names) : parseCell(to, meant, { typecast: false });
  return converted(read, from.type === to.type);
}

/** Returns the steps that matching the pattern of the column `to` takes in the conversion of a cell; 0 without a pattern. */
export function conversionSteps(from: Column, to: Column, cell: Cell, names: LinkNames = {}): number {
  return configOf<'text'>(to).pattern === undefined ? 0 : patternSteps(to, textOf(from, to, cell, names));
}

const byText = (from: Column, to: Column, cell: Cell, names: LinkNames): ParsedCell =>
  parseCellText(to, textOf(from, to, cell, names), { create_options: !hasOptions(from.type) });

const textOf = (from: Column, to: Column, cell: Cell, names: LinkNames): string =>
  exactAsText.has(from.type) && !(from.type === 'attachment' && to.type === 'url')
    ? csvText(from, cell, names)
    : cellText(from, cell, names);

/** Returns a value with the same meaning in both types, null if there is none, and undefined if text must be used. */
function meaningIn(from: Column, to: Column, cell: Cell): Cell | undefined {
  if (hasOptions(from.type) && hasOptions(to.type)) return sameChoices(from, to, cell);
  if (to.type === 'reference' || to.type === 'contact') return from.type === to.type && sharesTarget(from, to) ? cell : null;
  if (from.type === to.type) return cell;
  if (isNumeric(from)) {
    if (to.type === 'rating') return Math.round(Number(cell));
    if (to.type === 'checkbox') return cell !== 0;
    if (isNumeric(to)) return cell;
  }
  if (typeof cell === 'boolean') {
    if (isNumeric(to)) return cell ? 1 : 0;
    return to.type === 'checkbox' ? cell : undefined;
  }
  if (from.value_type === 'date' && to.type === 'datetime') return midnightIn(zoneOf(to), String(cell)) ?? null;
  if (from.value_type === 'datetime' && to.type === 'date') return dayIn(zoneOf(from), String(cell));
  if (from.value_type === 'datetime' && to.type === 'datetime') return cell;
  if (from.type === 'attachment' && to.type === 'url') return firstUrl(cell);
  return undefined;
}

/** Returns the options of a cell in the other column, by id, else by name; null if one is missing. */
function sameChoices(from: Column, to: Column, cell: Cell): Cell {
  const ids: string[] = [];
  for (const id of Array.isArray(cell) ? cell : [cell]) {
    const name = from.options.find((option) => option.id === id)?.name;
    const found = to.options.find((option) => option.id === id) ?? to.options.find((option) => option.name === name);
    if (found) ids.push(found.id);
    else if (to.type === 'select') return null;
  }
  if (to.type === 'multi_select') return ids.length > 0 ? ids : null;
  return ids.length === 1 ? ids[0]! : null;
}

const numericTypes: ReadonlySet<ColumnType> = new Set(['number', 'currency', 'percent', 'rating', 'duration']);

const isNumeric = ({ type, value_type }: Column): boolean => numericTypes.has(type) || (readOnlyTypes.has(type) && value_type === 'number');

const zoneOf = (column: Column): string => configOf<'datetime'>(column).timezone ?? 'UTC';

const sharesTarget = (from: Column, to: Column): boolean => from.reference?.table_id === to.reference?.table_id;

/** Returns the URL of the only file. */
const firstUrl = (cell: Cell): Cell => {
  const [file, ...more] = Array.isArray(cell) ? cell : [];
  return more.length === 0 && typeof file === 'object' && file !== null && !Array.isArray(file) ? (file.url ?? null) : null;
};

/** Returns the cell that was read. A text that names an asset is lost: whether it exists is known only to another service. */
const converted = (read: ParsedCell, isSameType: boolean): Converted =>
  'error' in read || read.texts || (read.asset_ids && !isSameType)
    ? lostCell
    : { cell: read.cell, ...(read.new_options && { new_options: read.new_options }) };
