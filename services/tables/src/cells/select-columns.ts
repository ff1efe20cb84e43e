import { nonEmptyLine } from '@space/contracts/core';
import { MAX_OPTIONS, MAX_SELECTED_CHOICES } from '@space/contracts/tables';
import { joinList, splitList } from '@space/text/csv';
import type { Cell, Column, Option } from '../schema/schema.ts';
import { type CellType, configOf, type ParsedCell, quoted, type Rejected, reject, rejectWith } from './cell-type.ts';
import { closestOptionNames, findOption, findOptionById, withOptions } from './find-option.ts';
import { plainText } from './plain-text.ts';

const optionName = nonEmptyLine(100);

/** One option of the column, stored as its id; sent as its id or its name. */
export const select: CellType = {
  value_type: 'text',
  parseJson(column, value) {
    if (typeof value !== 'string') return reject('wrong_type', 'must be the id or the name of a choice');
    const option = findOption(column.options, value);
    return option ? { cell: option.id } : unknownOption(column, value);
  },
  parseText(column, text, { create_options }) {
    const found = choose(column, text, create_options);
    return 'error' in found ? found : { cell: found.option.id, ...(found.is_new && { new_options: [found.option] }) };
  },
  format: nameOf,
  formatCsv: csvName,
};

/** Options of the column in the order given, each once. As text they have commas between. */
export const multiSelect: CellType = {
  value_type: 'list',
  parseJson(column, value) {
    if (!Array.isArray(value)) return reject('wrong_type', 'must be a list of ids or names of choices');
    if (value.length > MAX_OPTIONS) return reject('too_many', `must have at most ${MAX_OPTIONS} choices`);
    const ids: string[] = [];
    for (const item of value) {
      const read = select.parseJson(column, item);
      if ('error' in read) return read;
      ids.push(read.cell as string);
    }
    return several(column, ids, []);
  },
  cast(column, value) {
    if (!Array.isArray(value)) return multiSelect.parseText(column, plainText(value).trim(), { create_options: true });
    if (!value.every((item) => typeof item === 'string' || typeof item === 'number')) return multiSelect.parseJson(column, value);
    return chooseAll(column, value.map((item) => String(item).trim()).filter(Boolean), true);
  },
  parseText(column, text, { create_options }) {
    const items = [...new Set(splitList(text))];
    // A name may contain a comma: if the parts are unknown, the whole text may be an option.
    const option = items.every((item) => findOption(column.options, item)) ? undefined : findOption(column.options, text);
    return option ? several(column, [option.id], []) : chooseAll(column, items, create_options);
  },
  format: (column, cell) => (Array.isArray(cell) ? cell.map((item) => nameOf(column, item)).join(', ') : nameOf(column, cell)),
  formatCsv: (column, cell) => (Array.isArray(cell) ? joinList(cell.map((item) => csvName(column, item))) : csvName(column, cell)),
};

function chooseAll(column: Column, texts: readonly string[], create: boolean): ParsedCell {
  const distinct = new Set(texts);
  if (distinct.size > MAX_OPTIONS) return reject('too_many', `must have at most ${MAX_OPTIONS} choices`);
  let known = column;
  const added: Option[] = [];
  const ids: string[] = [];
  for (const text of distinct) {
    const found = choose(known, text, create);
    if ('error' in found) return found;
    if (found.is_new) {
      added.push(found.option);
      known = withOptions(known, [found.option]);
    }
    ids.push(found.option.id);
  }
  return several(column, ids, added);
}

function several(column: Column, given: readonly string[], added: readonly Option[]): ParsedCell {
  const ids = [...new Set(given)];
  const { min_items = 0, max_items = MAX_SELECTED_CHOICES } = configOf<'multi_select'>(column);
  if (ids.length > max_items) return reject('too_many', `must have at most ${max_items} choices`);
  if (ids.length === 0) return { cell: null };
  if (ids.length < min_items) return reject('too_few', `must have at least ${min_items} choices`);
  return { cell: ids, ...(added.length > 0 && { new_options: added }) };
}

function choose(column: Column, text: string, create: boolean): { option: Option; is_new: boolean } | Rejected {
  const found = findOption(column.options, text);
  if (found) return { option: found, is_new: false };
  if (!create) return unknownOption(column, text);
  if (column.options.length >= MAX_OPTIONS)
    return reject('unknown_option', `${quoted(text)} is not among the ${MAX_OPTIONS} choices, and a column cannot have more`);
  if (!optionName.safeParse(text).success)
    return reject('unknown_option', 'must be a choice, which is one line of at most 100 characters without control characters');
  return { option: { id: text, name: text, color: null }, is_new: true };
}

function unknownOption({ options }: Column, text: string): Rejected {
  if (options.length === 0) return reject('unknown_option', 'must be a choice of the column, which has none yet');
  return rejectWith('unknown_option', () => {
    const near = closestOptionNames(options, text).map(quoted).join(', ');
    return `must be a choice of the column, which ${quoted(text)} is not; ${options.length > 5 ? 'the nearest are' : 'there are'} ${near}`;
  });
}

function nameOf({ options }: Column, cell: Cell): string {
  return findOptionById(options, cell)?.name ?? plainText(cell);
}

/** Returns the name if it leads back to this option, else the id. */
function csvName({ options }: Column, cell: Cell): string {
  const option = findOptionById(options, cell);
  return option && findOption(options, option.name.trim()) === option ? option.name : plainText(cell);
}
