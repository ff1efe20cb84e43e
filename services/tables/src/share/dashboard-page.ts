import { type Filter, MAX_CARD_CHARACTERS, MAX_SHARE_PAGE_BYTES, MAX_WIDGET_GROUPS, type Widget } from '@space/contracts/tables';
import { type Html, html, type Part } from '@space/web';
import type { z } from 'zod';
import { isDateKind } from '../query/aggregate-sql.ts';
import { type Field, findField } from '../query/field.ts';
import type { Cell, Column } from '../schema/schema.ts';
import { usableFilters } from '../views/view-rows.ts';
import { aggregateText } from './aggregate-text.ts';
import { type AggregateGroup, type AggregateGroups, readAggregates } from './aggregates.ts';
import { textOf } from './cell-html.ts';
import { barChart, lineChart, type Point, pieChart } from './chart-svg.ts';
import { createPageRoom, type PageRoom, renderThatFit } from './page-room.ts';
import type { SharedView } from './shared-view.ts';
import { truncate } from './truncate.ts';
import { emptyMessage } from './view-layout.ts';

type DashboardWidget = z.output<typeof Widget>;

/** Maximum of groups in a chart. The rest becomes one group. */
const MAX_CHART_GROUPS = 12;

const charts = { bar: barChart, line: lineChart, pie: pieChart } as const;

/** Renders aggregates and charts over the rows of a view. */
export async function dashboardPage(view: SharedView): Promise<Html> {
  const widgets = ((view.config.widgets ?? []) as DashboardWidget[]).toSorted((a, b) => (a.y ?? 0) - (b.y ?? 0) || (a.x ?? 0) - (b.x ?? 0));
  if (widgets.length === 0) return emptyMessage;
  // Run queries one by one, since a page must not use every connection of the pool.
  const runs: { readonly isMetric: boolean; readonly boxes: Html[] }[] = [];
  for (const widget of widgets) {
    const isMetric = widget.type === 'metric';
    const box = await widgetPart(view, widget, widgets.length);
    const last = runs.at(-1);
    if (last?.isMetric === isMetric) last.boxes.push(box);
    else runs.push({ isMetric, boxes: [box] });
  }
  return html`<div class="tiles">${runs.map(({ isMetric, boxes }) => (isMetric ? html`<div class="metrics">${boxes}</div>` : boxes))}</div>`;
}

async function widgetPart(view: SharedView, widget: DashboardWidget, widgets: number): Promise<Html> {
  const { function: aggregate = 'count', column_key, group_by, date_bucket: bucket, type } = widget;
  const filters = usableFilters(view.context, (widget.filters ?? []) as Filter[]);
  const grouped = type === 'metric' ? undefined : group_by;
  const found = await readAggregates(view, [{ function: aggregate, column_key }], {
    filters,
    group_by: grouped,
    bucket,
    bytes: Math.floor(MAX_SHARE_PAGE_BYTES / widgets),
  });
  return html`<section class="card" aria-label="${widget.title}">
<h2>${widget.title}</h2>
${found?.is_pending && html`<p class="soft">Its columns are being updated; these numbers may change.</p>`}
${found ? contentOf(view, widget, found, createPageRoom(widgets)) : html`<p class="soft">This cannot be computed: a column that it needs was deleted or has another type.</p>`}
</section>
`;
}

function contentOf(
  { schema }: SharedView,
  { function: aggregate = 'count', column_key, group_by, type }: DashboardWidget,
  { groups: found, has_more }: AggregateGroups,
  room: PageRoom,
): Part {
  const over = column_key === undefined ? undefined : schema.byKey.get(column_key);
  const format = (value: Cell) => aggregateText(aggregate, over, value);
  if (type === 'metric' || group_by === undefined) return html`<p class="metric">${format(found[0]?.values[0] ?? null)}</p>`;
  const by = findField(schema.byKey, group_by);
  if (found.length === 0) return html`<p class="soft">There is nothing here yet.</p>`;
  const points = pointsOf(type, by, found, format, isAdditive(aggregate) && !has_more);
  const table = tableOf(by, group_by, points, room);
  return html`${type !== 'table' && charts[type](points)}
${type === 'table' ? table : html`<details><summary>As a table</summary>${table}</details>`}
${has_more && html`<p class="soft">Only the largest groups are shown.</p>`}`;
}

function tableOf(by: Field | undefined, key: string, points: readonly Point[], room: PageRoom): Html {
  const rows = renderThatFit(
    room,
    points.slice(0, MAX_WIDGET_GROUPS),
    ({ label, text }) => html`<tr><th scope="row">${label}</th><td class="number">${text}</td></tr>`,
  );
  return html`<table>
<thead><tr><th scope="col">${by?.column?.label ?? key}</th><th scope="col" class="number">Value</th></tr></thead>
<tbody>${rows}</tbody>
</table>
${rows.length < points.length && html`<p class="soft">and ${points.length - rows.length} more</p>`}`;
}

/** Returns true if the aggregates of groups add up to the aggregate of all rows. */
const isAdditive = (aggregate: NonNullable<DashboardWidget['function']>): boolean =>
  aggregate === 'sum' || (aggregate.startsWith('count') && aggregate !== 'count_unique');

function pointsOf(
  type: DashboardWidget['type'],
  by: Field | undefined,
  found: readonly AggregateGroup[],
  format: (value: Cell) => string,
  isSum: boolean,
): Point[] {
  const points = found.map(({ group, values: [value = null] }) => ({
    label: labelOf(by, group),
    order: typeof group === 'string' || typeof group === 'number' ? group : '',
    value: typeof value === 'number' ? value : 0,
    text: format(value),
  }));
  if (type === 'line' || (by && isDateKind(by.kind)))
    return points.toSorted((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0)).slice(-MAX_WIDGET_GROUPS);
  const sorted = points.toSorted((a, b) => b.value - a.value);
  if (type === 'table' || sorted.length <= MAX_CHART_GROUPS) return sorted;
  const rest = sorted.slice(MAX_CHART_GROUPS - 1);
  const value = rest.reduce((sum, one) => sum + one.value, 0);
  return [...sorted.slice(0, MAX_CHART_GROUPS - 1), ...(isSum ? [{ label: `${rest.length} others`, value, text: format(value) }] : [])];
}

function labelOf(by: Field | undefined, group: Cell): string {
  if (group === null) return 'empty';
  // The start of a time bucket is a date for every column type.
  if (!by?.column || isDateKind(by.kind)) return String(group);
  return truncate(textOf(by.column as Column, group), MAX_CARD_CHARACTERS) || 'empty';
}
