import { createPauses } from '@space/text/csv';
import { type DateOrder, dateOrderOf, dateOrderOfFormat } from '../cells/calendar-date.ts';
import { configOf, type ParsedCell, quoted, reject } from '../cells/cell-type.ts';
import { parseCellText } from '../cells/parse-cell-text.ts';
import type { Column } from '../schema/schema.ts';

const isDate = (column: Column | null): column is Column => column?.type === 'date' || column?.type === 'datetime';

/** Returns true if the format of a column says which number is the day. */
const hasOrder = (column: Column): boolean => dateOrderOfFormat(configOf<'date'>(column).format) !== undefined;

/**
 * Returns the order of day and month for each date column of a CSV: the wanted one, or that of the dates which can be read one
 * way only. A column has none if it has no such date, or such dates of both orders.
 */
export async function findDateOrders(
  columns: readonly (Column | null)[],
  lines: readonly { readonly cells: readonly string[] }[],
  wanted: DateOrder | undefined,
): Promise<ReadonlyMap<string, DateOrder>> {
  const pause = createPauses();
  const orders = new Map<string, DateOrder>();
  for (const [index, column] of columns.entries()) {
    if (!isDate(column) || (wanted === undefined && hasOrder(column))) continue;
    const found = new Set<DateOrder | undefined>([wanted]);
    if (wanted === undefined)
      for (const { cells } of lines) {
        const order = dateOrderOf(cells[index] ?? '');
        if (order !== 'ambiguous') found.add(order);
        await pause();
      }
    found.delete(undefined);
    const [order] = found;
    if (order !== undefined && found.size === 1) orders.set(column.id, order);
  }
  return orders;
}

/** Returns the parser of the cells of a CSV, with the order of the dates of each column. */
export function createDateParser(orders: ReadonlyMap<string, DateOrder>, options: { readonly create_options: boolean }) {
  return function parse(column: Column, text: string): ParsedCell {
    if (!isDate(column)) return parseCellText(column, text, options);
    const read = parseCellText(column, text, { ...options, date_order: orders.get(column.id) });
    const isKnown = orders.has(column.id) || hasOrder(column);
    return 'error' in read && !isKnown && dateOrderOf(text) === 'ambiguous' ? reject('ambiguous_date', ambiguous(text)) : read;
  };
}

const ambiguous = (text: string): string =>
  `has ${quoted(text.trim())}, of which the day or the month may be first; send date_order: "day_first" or "month_first"`;
