import { MAX_SHARED_SEARCH_CHARACTERS, type Sort } from '@space/contracts/tables';
import { type Html, html, type Part } from '@space/web';
import type { RowQuery } from '../query/row-query-sql.ts';
import { countMatchingRows } from '../rows/list-rows.queries.ts';
import type { Column } from '../schema/schema.ts';
import { alignment } from './alignment.ts';
import { searchedColumns } from './shared-search-sql.ts';
import { buildViewQuery, type SharedPage, type SharedView } from './shared-view.ts';
import { addressOf, isSortable, sortParameter } from './view-request.ts';

/** The number of rows of a view, and of those that a search found. */
export interface RowCount {
  readonly all: number;
  readonly found: number | undefined;
}

/** Counts the rows of a view and those of a search. It counts nothing that the page knows. */
export async function countRows(view: SharedView, { rows, next }: SharedPage, searched: RowQuery | undefined): Promise<RowCount> {
  const { database } = view.ports;
  const isWhole = next === null && view.query.after === undefined;
  const counted = async (query: RowQuery, isTable: boolean) => (isWhole ? rows.length : countMatchingRows(database, query, isTable));
  const isTable = view.shows.filters.length === 0;
  if (!searched) return { all: await counted(buildViewQuery(view), isTable), found: undefined };
  return { all: await countMatchingRows(database, buildViewQuery(view), isTable), found: await counted(searched, false) };
}

/** Renders the number of rows and the form that searches them. It needs no script. */
export function searchBar(view: SharedView, { all, found }: RowCount): Html {
  const { search, sort } = view.request;
  const { locale } = view.page;
  const { share } = locale.labels;
  const count = found === undefined ? share.rows(all, locale.number(all)) : share.rows_of(locale.number(found), all, locale.number(all));
  return html`<div class="controls">
${
  (all > 0 || search !== '') &&
  searchedColumns(view).length > 0 &&
  html`<form class="search" role="search" method="get" action="${view.path}">
<label class="hidden" for="q">${share.search_rows}</label>
<input id="q" name="q" type="search" value="${search}" placeholder="${share.search_rows}" maxlength="${MAX_SHARED_SEARCH_CHARACTERS}" autocomplete="off">
${sort && html`<input type="hidden" name="sort" value="${sortParameter(sort)}">\n`}<button type="submit">${share.search}</button>
</form>
`
}<p class="rows" role="status">${count}${
    search !== '' && html` <a href="${addressOf(view, { sort: sort && sortParameter(sort) })}">${share.show_all}</a>`
  }</p>
</div>
`;
}

/** Renders the content of a view whose search found nothing. */
export const nothingFound = ({ page, request }: SharedView): Html =>
  html`<p class="none">${page.locale.labels.share.nothing_found(request.search)}</p>`;

/**
 * Renders the heading of a column. If rows can be sorted by it, it is a link: to the ascending order, from there to the
 * descending one, and from there back to the order of the view.
 */
export function columnHeading(view: SharedView, column: Column): Html {
  const { search, sort } = view.request;
  const ascending: Sort[number] = { column_key: column.key, direction: 'asc' };
  if (!isSortable(view.context, column)) return html`<th scope="col"${alignment(column)}>${column.label}</th>`;
  const now = sort?.column_key === column.key ? sort.direction : undefined;
  const next = now === undefined ? ascending : now === 'asc' ? { ...ascending, direction: 'desc' as const } : undefined;
  const address = addressOf(view, { q: search, sort: next && sortParameter(next) });
  return html`<th scope="col"${alignment(column)}${sortedAttribute(now)}><a href="${address}" rel="nofollow">${column.label}</a></th>`;
}

const sortedAttribute = (now: Sort[number]['direction'] | undefined): Part =>
  now !== undefined && html` aria-sort="${now === 'asc' ? 'ascending' : 'descending'}"`;
