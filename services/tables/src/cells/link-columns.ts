import { MAX_LINKS_PER_CELL } from '@space/contracts/tables';
import { joinList, splitList } from '@space/text/csv';
import type { Cell, Column } from '../schema/schema.ts';
import { type CellType, configOf, type LinkNames, type ParsedCell, reject } from './cell-type.ts';
import { plainText, rejectUnstorable } from './plain-text.ts';

/** Rows of another table, stored as ids in the order given. The writer checks that they exist. */
export const reference: CellType = links({
  noun: 'rows',
  key: 'row_id',
  isId: (text) => /^row_[0-9a-z]{1,60}$/.test(text),
  isMany: (column) => column.reference?.cardinality !== 'one',
  name: (id, { rows }) => rows?.get(id) ?? undefined,
  csvName: (id, { rows }) => rows?.get(id) ?? undefined,
  wire: (id, { rows }) => ({ row_id: id, title: rows?.get(id) ?? null }),
});

/** Contacts of the Space, stored as ids. As text they are their emails. */
export const contact: CellType = links({
  noun: 'contacts',
  key: 'contact_id',
  isId: (text) => /^con_[0-9a-z]{1,60}$/.test(text),
  isMany: (column) => configOf<'contact'>(column).multiple === true,
  name: (id, { contacts }) => contacts?.get(id)?.name,
  csvName: (id, { contacts }) => contacts?.get(id)?.email,
  wire(id, { contacts }) {
    const known = contacts?.get(id);
    return { contact_id: known?.id ?? id, name: known?.name ?? null, email: known?.email ?? null };
  },
});

interface Links {
  readonly noun: string;
  readonly key: string;
  isId(text: string): boolean;
  isMany(column: Column): boolean;
  name(id: string, names: LinkNames): string | undefined;
  csvName(id: string, names: LinkNames): string | undefined;
  wire(id: string, names: LinkNames): Cell;
}

function links({ noun, key, isId, isMany, name, csvName, wire }: Links): CellType {
  const idIn = (item: Cell): Cell | undefined =>
    typeof item === 'object' && item !== null && !Array.isArray(item) ? (item[key] ?? item.id) : item;

  const read = (column: Column, value: Cell, takesTexts: boolean): ParsedCell => {
    const ids = new Set<string>();
    const texts = new Set<string>();
    for (const item of Array.isArray(value) ? value : [value]) {
      const id = idIn(item);
      if (typeof id === 'string' && isId(id)) ids.add(id);
      else if (takesTexts && typeof item === 'string' && item.trim() !== '') texts.add(item.trim());
      else return reject('wrong_type', `must be ids of ${noun}, or a list of {"${key}": …}`);
    }
    const count = ids.size + texts.size;
    if (count === 0) return { cell: null };
    if (count > 1 && !isMany(column)) return reject('too_many', `must be one of the ${noun}, not ${count}`);
    if (count > MAX_LINKS_PER_CELL) return reject('too_many', `must have at most ${MAX_LINKS_PER_CELL} ${noun}`);
    const error = rejectUnstorable([...texts].join(''));
    return error ?? { cell: ids.size > 0 ? [...ids] : null, ...(texts.size > 0 && { texts: [...texts] }) };
  };

  /** Two ids can stand for one record: that of a contact, and that of another which was merged into it. */
  function withoutRepeats(items: readonly Cell[]): Cell[] {
    const ids = new Set<Cell | undefined>();
    return items.filter((item) => ids.size < ids.add(idIn(item)).size);
  }

  const each = (cell: Cell, show: (id: string) => string): string[] =>
    (Array.isArray(cell) ? cell : [cell]).map((item) => (typeof item === 'string' ? show(item) : plainText(item)));

  return {
    value_type: 'list',
    parseJson: (column, value) => read(column, value, false),
    cast: (column, value) => read(column, value, true),
    parseText: (column, text) => read(column, isMany(column) ? splitList(text) : text, true),
    format: (_, cell, names) => each(cell, (id) => name(id, names) ?? id).join(', '),
    formatCsv(column, cell, names) {
      const items = each(cell, (id) => csvName(id, names) ?? id);
      return isMany(column) ? joinList(items) : items.join(', ');
    },
    toResponse: (_, cell, names) =>
      Array.isArray(cell) ? withoutRepeats(cell.map((id) => (typeof id === 'string' ? wire(id, names) : id))) : cell,
  };
}
