import { MAX_SHARED_SEARCH_CHARACTERS, type Sort, type ViewType } from '@space/contracts/tables';
import { cellKind } from '../query/field.ts';
import type { QueryContext } from '../query/query-context.ts';
import { hasOrder } from '../query/sort-sql.ts';
import type { Column } from '../schema/schema.ts';
import type { ViewRows } from '../views/view-rows.ts';

/** The rows that a visitor asks for, within those of the view. */
export interface ViewRequest {
  /** A text that a shown cell contains; "" for all rows. */
  readonly search: string;
  /** The column that comes first in the order; a shown one. */
  readonly sort: Sort[number] | undefined;
}

/** A visit of a view, as far as it decides about its rows. */
interface AskedView {
  readonly link: { readonly view_type: ViewType };
  readonly context: QueryContext;
  readonly shows: Pick<ViewRows, 'columns'>;
  readonly query: Readonly<Record<string, string>>;
}

/**
 * Returns the request in the address of a page. Only grids have one. A sort by a column that the page does not show, or
 * that visitors cannot sort by, has no effect.
 */
export function viewRequest({ link, context, shows, query }: AskedView): ViewRequest {
  if (link.view_type !== 'grid') return { search: '', sort: undefined };
  const { q = '', sort: written = '' } = query;
  const key = written.replace(/^-/, '');
  const column = shows.columns.find((one) => one.key === key);
  const isSorted = column !== undefined && isSortable(context, column);
  return { search: searchText(q), sort: isSorted ? { column_key: key, direction: written === key ? 'asc' : 'desc' } : undefined };
}

/** True if visitors can sort by a column: its cells have an order, and no formula of the current time computes them for all rows. */
export const isSortable = ({ volatile }: Pick<QueryContext, 'volatile'>, column: Column): boolean =>
  hasOrder(cellKind(column)) && !volatile.has(column.id);

/** Returns a search as it can be compared with cells: one line, without control characters, of bounded length. */
const searchText = (written: string): string =>
  Array.from(
    written
      .slice(0, 4 * MAX_SHARED_SEARCH_CHARACTERS)
      .toWellFormed()
      .replace(/\p{Cc}+/gu, ' ')
      .trim(),
  )
    .slice(0, MAX_SHARED_SEARCH_CHARACTERS)
    .join('');

/** Returns the value of the parameter `sort`. */
export const sortParameter = ({ column_key, direction }: Sort[number]): string => (direction === 'desc' ? `-${column_key}` : column_key);

/** Returns the address of a view with these parameters; those that are undefined or empty are left out. */
export function addressOf({ path }: { readonly path: string }, parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter((one): one is [string, string] => one[1] !== undefined && one[1] !== '');
  const text = new URLSearchParams(given).toString();
  return text === '' ? path : `${path}?${text}`;
}
