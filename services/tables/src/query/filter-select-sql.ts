import type { FilterOp } from '@space/contracts/tables';
import { choiceConditionSql, InvalidValueError, parseText } from '@space/database';
import { findOption } from '../cells/find-option.ts';
import type { Option } from '../schema/schema.ts';
import { indexedCellSql } from './cell-sql.ts';
import type { CellFilter, FilterField } from './filter-kind.ts';

/** Options that an error message lists. */
const MAX_LISTED = 20;

/** Returns the id of the option with this id or name; names are compared case-insensitively last. */
export function parseOption(value: unknown, { column }: Pick<FilterField, 'column'>): string {
  const text = parseText(value);
  const options = column!.options;
  const found = findOption(options, text);
  if (found) return found.id;
  const names = options.slice(0, MAX_LISTED).map(({ name }) => `"${name}"`);
  throw new InvalidValueError(
    names.length === 0
      ? `is not a choice of ${column!.key}, which has none`
      : `is not a choice of ${column!.key}; there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}${options.length > MAX_LISTED ? ', …' : ''}`,
    'unknown_option',
  );
}

const matches = (name: string, op: FilterOp, text: string): boolean => {
  const [lowerName, lowerText] = [name.toLowerCase(), text.toLowerCase()];
  if (op === 'starts_with') return lowerName.startsWith(lowerText);
  return op === 'ends_with' ? lowerName.endsWith(lowerText) : lowerName.includes(lowerText);
};

/** Returns the ids of the options whose name contains, starts with or ends with a text. */
export const optionsMatching = (options: readonly Option[], op: FilterOp, text: string): string[] =>
  options.filter(({ name }) => matches(name, op, text)).map(({ id }) => id);

const byName: ReadonlySet<FilterOp> = new Set(['contains', 'not_contains', 'starts_with', 'ends_with']);

/** Filters of select cells: compared by id or name, searched by name. */
export const selectFilter: CellFilter<string> = {
  ops: ['eq', 'neq', 'contains', 'not_contains', 'starts_with', 'ends_with', 'in', 'not_in', 'is_empty', 'is_not_empty'],
  parse: (value, cell, op) => (byName.has(op) ? parseText(value) : parseOption(value, cell)),
  toSql(cell, op, values) {
    cell.noteIndexUse('text');
    const choice = indexedCellSql(cell.context, cell.column!, 'text');
    const ids = byName.has(op) ? optionsMatching(cell.column!.options, op, values[0]!) : values;
    return choiceConditionSql(choice, op, ids);
  },
};
