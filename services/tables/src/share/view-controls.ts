import { MAX_SHARED_COUNTED_ROWS, MAX_SHARED_SEARCH_CHARACTERS, type Sort } from '@space/contracts/tables';
import { type Html, html, type Part } from '@space/web';
import type { RowQuery } from '../query/row-query-sql.ts';
import { countRowsUpTo, readRowCount } from '../rows/list-rows.queries.ts';
import type { Column } from '../schema/schema.ts';
import { alignment } from './alignment.ts';
import { limitSearch } from './search-limit.ts';
import { searchedColumns } from './shared-search-sql.ts';
import { buildViewQuery, type SharedPage, type SharedView } from './shared-view.ts';
import { addressOf, isSortable, sortParameter } from './view-request.ts';

/** The number of rows of a view, and of those that a search found. A number that the page does not count is undefined. */
export interface RowCount {
  readonly all: number | undefined;
  readonly found: number | undefined;
}

/**
 * Counts the rows of a view and those of a search, up to one more than `MAX_SHARED_COUNTED_ROWS`. It counts nothing that the
 * page knows, and scans no rows for later pages. The number of rows of a whole table is exact.
 */
export async function countRows(view: SharedView, { rows, next }: SharedPage, searched: RowQuery | undefined): Promise<RowCount> {
  const isFirst = view.query.after === undefined;
  const upTo = (query: RowQuery) => limitSearch(view, (database) => countRowsUpTo(database, query, MAX_SHARED_COUNTED_ROWS + 1));
  const counted = async (query: RowQuery) => {
    if (!isFirst) return undefined;
    return next === null ? rows.length : upTo(query);
  };
  const everything = buildViewQuery(view);
  if (view.shows.filters.length === 0)
    return { all: await readRowCount(view.ports.database, everything), found: searched && (await counted(searched)) };
  if (!searched) return { all: await counted(everything), found: undefined };
  return { all: isFirst ? await upTo(everything) : undefined, found: await counted(searched) };
}

/** Returns the number of rows in words; "" if the page does not count them. */
function countText({ page, request }: SharedView, { all, found }: RowCount): string {
  const { locale } = page;
  const { share } = locale.labels;
  const written = (count: number, isExact: boolean) =>
    isExact || count <= MAX_SHARED_COUNTED_ROWS ? locale.number(count) : share.more_than(locale.number(MAX_SHARED_COUNTED_ROWS));
  if (all === undefined) return '';
  const total = written(all, all > MAX_SHARED_COUNTED_ROWS + 1);
  if (request.search === '') return share.rows(all, total);
  return found === undefined ? '' : share.rows_of(written(found, false), all, total);
}

/** Renders the number of rows and the form that searches them. It needs no script. */
export function searchBar(view: SharedView, counts: RowCount): Html {
  const { search, sort } = view.request;
  const { locale } = view.page;
  const { share } = locale.labels;
  return html`<div class="controls">
${
  (counts.all !== 0 || search !== '') &&
  searchedColumns(view).length > 0 &&
  html`<form class="search" role="search" method="get" action="${view.path}">
<label class="hidden" for="q">${share.search_rows}</label>
<input id="q" name="q" type="search" value="${search}" placeholder="${share.search_rows}" maxlength="${MAX_SHARED_SEARCH_CHARACTERS}" autocomplete="off">
${sort && html`<input type="hidden" name="sort" value="${sortParameter(sort)}">\n`}<button type="submit">${share.search}</button>
</form>
`
}<p class="rows" role="status">${countText(view, counts)}${
    search !== '' && html` <a href="${addressOf(view, { sort: sort && sortParameter(sort) })}">${share.show_all}</a>`
  }</p>
</div>
`;
}

/** Renders a grid whose search Postgres ended at its limit. */
export const searchTooSlow = (view: SharedView): Html =>
  html`${searchBar(view, { all: undefined, found: undefined })}<p class="none">${view.page.locale.labels.share.search_too_slow}</p>`;

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
  const classes = alignment(view, column);
  if (!isSortable(view.context, column)) return html`<th scope="col"${classes}>${column.label}</th>`;
  const now = sort?.column_key === column.key ? sort.direction : undefined;
  const next = now === undefined ? ascending : now === 'asc' ? { ...ascending, direction: 'desc' as const } : undefined;
  const address = addressOf(view, { q: search, sort: next && sortParameter(next) });
  return html`<th scope="col"${classes}${sortedAttribute(now)}><a href="${address}" rel="nofollow">${column.label}</a></th>`;
}

const sortedAttribute = (now: Sort[number]['direction'] | undefined): Part =>
  now !== undefined && html` aria-sort="${now === 'asc' ? 'ascending' : 'descending'}"`;
