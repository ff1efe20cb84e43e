import { MAX_SHARED_COUNTED_ROWS, MAX_SHARED_TITLE_CHARACTERS, type Sort } from '@space/contracts/tables';
import { type Html, html, type Part } from '@space/web';
import { aggregateFunctionsOf } from '../query/aggregate-sql.ts';
import { cellKind } from '../query/field.ts';
import type { Column } from '../schema/schema.ts';
import { usableSort } from '../views/view-rows.ts';
import { aggregateText } from './aggregate-text.ts';
import { type AggregateSpec, readAggregates } from './aggregates.ts';
import { alignment } from './alignment.ts';
import { cellHtml, cellPlainText, pendingMark } from './cell-html.ts';
import { renderCells } from './page-room.ts';
import { isSearchTooSlow } from './search-limit.ts';
import type { SharedRow } from './shared-rows.ts';
import { sharedSearchSql } from './shared-search-sql.ts';
import {
  buildViewQuery,
  columnsFor,
  headingColumn,
  readViewPage,
  renderPageRows,
  type SharedView,
  withoutIndexUses,
} from './shared-view.ts';
import { truncate } from './truncate.ts';
import { columnHeading, countRows, nothingFound, searchBar, searchTooSlow } from './view-controls.ts';
import { emptyMessage, pager } from './view-layout.ts';

/** Rows per page. */
export const PAGE_ROWS = 100;

/**
 * Renders rows as an HTML table, grouped under headings if the view groups them, with column aggregates at the end. `?q=`
 * searches the shown columns, and `?sort=` names a shown column that comes first in the order; after `-` it descends.
 */
export function gridPage(view: SharedView): Promise<Html> {
  return readGrid(view).catch((error: unknown) => {
    if (isSearchTooSlow(view, error)) return searchTooSlow(view);
    throw error;
  });
}

async function readGrid(view: SharedView): Promise<Html> {
  const { request } = view;
  const { columns } = view.shows;
  if (columns.length === 0) return emptyMessage(view);
  const also = request.search === '' ? undefined : sharedSearchSql(view, request.search);
  const groupBy = usableSort(view.context, (view.config.group_by ?? []) as Sort).map((one) =>
    one.column_key === request.sort?.column_key ? request.sort : one,
  );
  const read = columnsFor(view, ...groupBy.map(({ column_key }) => column_key));
  const rowQuery = buildViewQuery(view, [...groupBy, ...(request.sort ? [request.sort] : [])], also);
  const isChosen = also !== undefined || request.sort !== undefined;
  const page = await readViewPage(view, isChosen ? withoutIndexUses(rowQuery) : rowQuery, PAGE_ROWS, read);
  const count = await countRows(view, page, also && rowQuery);
  const bar = searchBar(view, count);
  if (page.rows.length === 0)
    return html`${bar}${request.search === '' ? emptyMessage(view) : nothingFound(view)}${pager(view, page.next)}`;
  const wanted = columnAggregates(view);
  // The totals of a search read each row that it finds: only as many as the page counted.
  const isCounted = also === undefined || (count.found !== undefined && count.found <= MAX_SHARED_COUNTED_ROWS);
  const [totals] = (wanted.length > 0 && isCounted && (await readAggregates(view, wanted, { also }))?.groups) || [];
  const heading = headingColumn(view);
  const classes = columns.map((column) => alignment(view, column));
  const { rows, parts, next } = renderPageRows(page, (row) => {
    const cells = renderCells(columns, (column) => cellHtml(view, row, column));
    return html`<tr>${columns.map((column, at) => cellOf(cells[at]!, classes[at], column === heading))}</tr>\n`;
  });
  const groups = groupBy.flatMap(({ column_key }) => view.schema.byKey.get(column_key) ?? []);
  return html`${bar}<div class="scroll" role="region" aria-label="${view.link.view_name}" tabindex="0">
<table${view.config.row_height === 'short' && html` class="short"`}>
<caption class="hidden">${view.link.view_name}, ${view.schema.plural_label}</caption>
<thead><tr>${columns.map((column) => columnHeading(view, column))}</tr></thead>
${grouped(view, rows, parts, groups).map(
  (part) => html`<tbody>
${part.heading && html`<tr><th scope="rowgroup" colspan="${columns.length}"><span>${part.heading}</span></th></tr>`}
${part.rows}</tbody>\n`,
)}
${totals && html`<tfoot><tr>${columns.map((column, at) => html`<td${classes[at]}>${totalsOf(view, column, wanted, totals.values)}</td>`)}</tr></tfoot>`}
</table>
</div>
${pager(view, next)}`;
}

const cellOf = (cell: Html, classes: Part, isHeading: boolean): Html =>
  isHeading ? html`<th scope="row"${classes}>${cell}</th>` : html`<td${classes}>${cell}</td>`;

/** Rows under one heading. The heading is null without groups. */
interface Grouped {
  readonly key: string;
  readonly heading: Html | null;
  readonly rows: Html[];
}

function grouped(view: SharedView, rows: readonly SharedRow[], parts: readonly Html[], columns: readonly Column[]): Grouped[] {
  const { locale } = view.page;
  const { no_value } = locale.labels.share;
  const nameOf = (row: SharedRow, column: Column) => truncate(cellPlainText(view, row, column), MAX_SHARED_TITLE_CHARACTERS);
  const groups: Grouped[] = [];
  for (const [index, row] of rows.entries()) {
    const names = columns.map((column) => nameOf(row, column) || no_value);
    const key = names.join('\n');
    const last = groups.at(-1);
    if (last && last.key === key) last.rows.push(parts[index]!);
    else {
      const titles = columns.map((column, at) => {
        const isChoice = column.type === 'select' && names[at] !== no_value;
        return html`${at > 0 && ' · '}${locale.labelled(column.label, '')}${isChoice ? cellHtml(view, row, column) : names[at]}`;
      });
      groups.push({ key, heading: columns.length === 0 ? null : html`${titles}`, rows: [parts[index]!] });
    }
  }
  return groups;
}

interface ColumnAggregate extends AggregateSpec {
  readonly column_key: string;
}

/** Returns the aggregates of visible columns that still apply to their type. */
function columnAggregates({ config, shows }: SharedView): ColumnAggregate[] {
  const visible = new Map(shows.columns.map((column) => [column.key, column]));
  const listed = (config.columns ?? []) as { column_key: string; function?: AggregateSpec['function'] }[];
  return listed.flatMap(({ column_key, function: aggregate }) => {
    const column = visible.get(column_key);
    return aggregate && column && aggregateFunctionsOf(cellKind(column)).includes(aggregate) ? [{ column_key, function: aggregate }] : [];
  });
}

function totalsOf(view: SharedView, column: Column, wanted: readonly ColumnAggregate[], values: readonly unknown[]): Part {
  const { locale } = view.page;
  return wanted.flatMap((one, index) =>
    one.column_key === column.key
      ? [
          html`<span class="count">${locale.labels.share.functions[one.function]}</span> ${aggregateText(locale, one.function, column, values[index] as never)}${pendingMark(view, column)}`,
        ]
      : [],
  );
}
