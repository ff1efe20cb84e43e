import { MAX_SHARED_TITLE_CHARACTERS, type Sort } from '@space/contracts/tables';
import { type Html, html, type Part } from '@space/web';
import { aggregateFunctionsOf } from '../query/aggregate-sql.ts';
import { cellKind } from '../query/field.ts';
import type { Column } from '../schema/schema.ts';
import { usableSort } from '../views/view-rows.ts';
import { aggregateText } from './aggregate-text.ts';
import { type AggregateSpec, readAggregates } from './aggregates.ts';
import { cellHtml, cellPlainText, pendingMark } from './cell-html.ts';
import { renderCells } from './page-room.ts';
import type { SharedRow } from './shared-rows.ts';
import { buildViewQuery, columnsFor, headingColumn, readViewPage, renderPageRows, type SharedView } from './shared-view.ts';
import { truncate } from './truncate.ts';
import { emptyMessage, pager } from './view-layout.ts';

/** Rows per page. */
export const PAGE_ROWS = 100;

/** Renders rows as an HTML table, grouped under headings if the view groups them, with column aggregates at the end. */
export async function gridPage(view: SharedView): Promise<Html> {
  const groupBy = usableSort(view.context, (view.config.group_by ?? []) as Sort);
  const columns = view.shows.columns;
  const read = columnsFor(view, ...groupBy.map(({ column_key }) => column_key));
  const page = await readViewPage(view, buildViewQuery(view, groupBy), PAGE_ROWS, read);
  if (page.rows.length === 0 || columns.length === 0) return html`${emptyMessage}${pager(view, page.next)}`;
  const wanted = columnAggregates(view);
  const [totals] = (wanted.length > 0 && (await readAggregates(view, wanted))?.groups) || [];
  const heading = headingColumn(view);
  const { rows, parts, next } = renderPageRows(page, (row) => {
    const cells = renderCells(columns, (column) => cellHtml(row, column));
    return html`<tr>${columns.map((column, at) => cellOf(cells[at]!, column, column === heading))}</tr>\n`;
  });
  const groups = groupBy.flatMap(({ column_key }) => view.schema.byKey.get(column_key) ?? []);
  return html`<div class="scroll" role="region" aria-label="${view.link.view_name}" tabindex="0">
<table${view.config.row_height === 'short' && html` class="short"`}>
<caption class="hidden">${view.link.view_name}, ${view.schema.plural_label}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col"${align(column)}>${column.label}</th>`)}</tr></thead>
${grouped(rows, parts, groups).map(
  (part) => html`<tbody>
${part.name !== null && html`<tr><th scope="rowgroup" colspan="${columns.length}">${part.name}</th></tr>`}
${part.rows}</tbody>\n`,
)}
${totals && html`<tfoot><tr>${columns.map((column) => html`<td${align(column)}>${totalsOf(column, wanted, totals.values)}</td>`)}</tr></tfoot>`}
</table>
</div>
${pager(view, next)}`;
}

/** Returns the CSS class of a column: numbers and dates do not wrap, and long texts get more width. */
function align({ type, value_type }: Column): Part {
  if (value_type === 'number') return html` class="number"`;
  if (value_type === 'date' || value_type === 'datetime') return html` class="date"`;
  return type === 'long_text' && html` class="long"`;
}

const cellOf = (cell: Html, column: Column, isHeading: boolean): Html =>
  isHeading ? html`<th scope="row"${align(column)}>${cell}</th>` : html`<td${align(column)}>${cell}</td>`;

/** Rows under one heading. The heading is null without groups. */
interface Grouped {
  readonly name: string | null;
  readonly rows: Html[];
}

function grouped(rows: readonly SharedRow[], parts: readonly Html[], columns: readonly Column[]): Grouped[] {
  const groups: Grouped[] = [];
  for (const [index, row] of rows.entries()) {
    const name =
      columns.length === 0
        ? null
        : columns
            .map((column) => `${column.label}: ${truncate(cellPlainText(row, column), MAX_SHARED_TITLE_CHARACTERS) || 'empty'}`)
            .join(' · ');
    const last = groups.at(-1);
    if (last && last.name === name) last.rows.push(parts[index]!);
    else groups.push({ name, rows: [parts[index]!] });
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

const totalsOf = (column: Column, wanted: readonly ColumnAggregate[], values: readonly unknown[]): Part =>
  wanted.flatMap((one, index) =>
    one.column_key === column.key
      ? [
          html`<span class="count">${one.function.replaceAll('_', ' ')}</span> ${aggregateText(one.function, column, values[index] as never)}${pendingMark(column)}`,
        ]
      : [],
  );
