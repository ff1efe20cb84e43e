import { cellText, writableValue } from '../cells/cell-text.ts';
import type { Column, Row } from '../table/table.ts';

/** The columns by which rows are grouped, the outer one first. */
export type GroupColumns = readonly Pick<Column, 'key' | 'type' | 'value_type' | 'options' | 'field_config'>[];

/** Groups and the number of their rows, as an aggregate answers them. */
export interface CountedGroups {
  readonly groups: readonly { readonly group: Readonly<Record<string, unknown>>; readonly values: Readonly<Record<string, unknown>> }[];
  readonly has_more: boolean;
}

type Cells = Readonly<Record<string, unknown>>;

/** Returns the value of a group that a cell belongs to. An instant belongs to its day in the zone of its column, as in aggregates. */
function groupValue(column: GroupColumns[number], value: unknown): unknown {
  if (column.type === 'checkbox') return value === true;
  if (column.value_type === 'datetime' && typeof value === 'string') return cellText(column as Column, value).slice(0, 10);
  const written = writableValue(column as Column, value);
  return written === '' || (Array.isArray(written) && written.length === 0) ? null : written;
}

/** Returns a text that is equal for the cells of one group. */
const groupKey = (columns: GroupColumns, cells: Cells): string =>
  JSON.stringify(columns.map((column) => groupValue(column, cells[column.key])));

/** Returns the place of the outermost column whose group begins with a row, or −1. */
export function groupLevel(columns: GroupColumns, { data }: Pick<Row, 'data'>, before: Pick<Row, 'data'>): number {
  return columns.findIndex((column) => groupKey([column], data) !== groupKey([column], before.data));
}

/** Returns the number of rows by the key of their group. */
export const countsOf = (columns: GroupColumns, { groups }: CountedGroups): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { group, values } of groups) {
    const key = groupKey(columns, group);
    counts.set(key, (counts.get(key) ?? 0) + Number(values.rows ?? 0));
  }
  return counts;
};

/** Returns the number of rows of the group of a row; undefined if it was not counted. */
export const countOf = (columns: GroupColumns, counts: ReadonlyMap<string, number> | undefined, { data }: Pick<Row, 'data'>) =>
  counts?.get(groupKey(columns, data));
