import { MAX_SHARED_SEARCH_CHARACTERS, type Sort } from '@space/contracts/tables';
import { usableSort } from '../views/view-rows.ts';
import type { SharedView } from './shared-view.ts';

/** The rows that a visitor asks for, within those of the view. */
export interface ViewRequest {
  /** A text that a shown cell contains; "" for all rows. */
  readonly search: string;
  /** The column that comes first in the order; a shown one. */
  readonly sort: Sort[number] | undefined;
}

/** Returns the request in the address of a page. A sort by a column that the page does not show, or cannot sort by, has no effect. */
export function viewRequest(view: SharedView): ViewRequest {
  const { q = '', sort: written = '' } = view.query;
  const key = written.replace(/^-/, '');
  const column = view.shows.columns.find((one) => one.key === key);
  const [sort] = column ? usableSort(view.context, [{ column_key: key, direction: written === key ? 'asc' : 'desc' }]) : [];
  return { search: searchText(q), sort };
}

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
export function addressOf({ path }: SharedView, parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter((one): one is [string, string] => one[1] !== undefined && one[1] !== '');
  const text = new URLSearchParams(given).toString();
  return text === '' ? path : `${path}?${text}`;
}
