import type { Filter, Widget } from '@space/contracts/tables';
import { type Html, html, type Part } from '@space/web';
import type { z } from 'zod';
import { isDate } from '../query/aggregate-sql.ts';
import { type Asked, askedBy } from '../query/field.ts';
import type { Cell, Column } from '../schema/schema.ts';
import { usableFilters } from '../views/view-rows.ts';
import { figureText } from './aggregate-text.ts';
import { type Figures, figuresOf } from './aggregates.ts';
import { textOf } from './cell-html.ts';
import { barChart, lineChart, type Point, pieChart } from './chart-svg.ts';
import type { SharedView } from './shared-view.ts';
import { nothingHere } from './view-layout.ts';

type Box = z.output<typeof Widget>;

/** Groups that a chart shows; what is beyond is one group of its own. */
const CHART_GROUPS = 12;
const LINE_POINTS = 120;

const charts = { bar: barChart, line: lineChart, pie: pieChart } as const;

/** Figures and charts over the rows of a view. */
export async function dashboardPage(view: SharedView): Promise<Html> {
  const widgets = ((view.config.widgets ?? []) as Box[]).toSorted((a, b) => (a.y ?? 0) - (b.y ?? 0) || (a.x ?? 0) - (b.x ?? 0));
  if (widgets.length === 0) return nothingHere;
  // One after the other: a page must not take every connection of the pool.
  const runs: { readonly isFigures: boolean; readonly boxes: Html[] }[] = [];
  for (const widget of widgets) {
    const isFigures = widget.type === 'metric';
    const box = await boxOf(view, widget);
    const last = runs.at(-1);
    if (last?.isFigures === isFigures) last.boxes.push(box);
    else runs.push({ isFigures, boxes: [box] });
  }
  return html`<div class="tiles">${runs.map(({ isFigures, boxes }) => (isFigures ? html`<div class="figures">${boxes}</div>` : boxes))}</div>`;
}

async function boxOf(view: SharedView, widget: Box): Promise<Html> {
  const { aggregate = 'count', column_key, group_by, date_bucket: bucket, type } = widget;
  const filters = usableFilters(view.reading, (widget.filters ?? []) as Filter[]);
  const grouped = type === 'metric' ? undefined : group_by;
  const found = await figuresOf(view, [{ function: aggregate, column_key }], { filters, group_by: grouped, bucket });
  return html`<section class="card" aria-label="${widget.title}">
<h2>${widget.title}</h2>
${found ? contentOf(view, widget, found) : html`<p class="soft">This cannot be worked out: a column it needs is gone.</p>`}
</section>
`;
}

function contentOf({ schema }: SharedView, { aggregate = 'count', column_key, group_by, type }: Box, found: readonly Figures[]): Part {
  const over = column_key === undefined ? undefined : schema.byKey.get(column_key);
  const shown = (value: Cell) => figureText(aggregate, over, value);
  if (type === 'metric' || group_by === undefined) return html`<p class="figure">${shown(found[0]?.values[0] ?? null)}</p>`;
  const by = askedBy(schema.byKey, group_by);
  if (found.length === 0) return html`<p class="soft">There is nothing here yet.</p>`;
  const points = pointsOf(type, by, found, shown, isAdditive(aggregate));
  return html`${type !== 'table' && charts[type](points)}
${type === 'table' ? tableOf(by, group_by, points) : html`<details><summary>As a table</summary>${tableOf(by, group_by, points)}</details>`}`;
}

const tableOf = (by: Asked | undefined, key: string, points: readonly Point[]): Html => html`<table>
<thead><tr><th scope="col">${by?.column?.label ?? key}</th><th scope="col" class="number">Value</th></tr></thead>
<tbody>${points.map(({ label, text }) => html`<tr><th scope="row">${label}</th><td class="number">${text}</td></tr>`)}</tbody>
</table>`;

/** Whether the figures of several groups add up to the figure of all of them. */
const isAdditive = (aggregate: NonNullable<Box['aggregate']>): boolean =>
  aggregate === 'sum' || (aggregate.startsWith('count') && aggregate !== 'count_unique');

function pointsOf(
  type: Box['type'],
  by: Asked | undefined,
  found: readonly Figures[],
  shown: (value: Cell) => string,
  isSum: boolean,
): Point[] {
  const points = found.map(({ group, values: [value = null] }) => ({
    label: labelOf(by, group),
    order: typeof group === 'string' || typeof group === 'number' ? group : '',
    value: typeof value === 'number' ? value : 0,
    text: shown(value),
  }));
  if (type === 'line' || (by && isDate(by.kind)))
    return points.toSorted((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0)).slice(-LINE_POINTS);
  const sorted = points.toSorted((a, b) => b.value - a.value);
  if (type === 'table' || sorted.length <= CHART_GROUPS) return sorted;
  const rest = sorted.slice(CHART_GROUPS - 1);
  const value = rest.reduce((sum, one) => sum + one.value, 0);
  return [...sorted.slice(0, CHART_GROUPS - 1), ...(isSum ? [{ label: `${rest.length} others`, value, text: shown(value) }] : [])];
}

function labelOf(by: Asked | undefined, group: Cell): string {
  if (group === null) return 'empty';
  // The beginning of a span of time is a date, whatever its column holds.
  if (!by?.column || isDate(by.kind)) return String(group);
  return textOf(by.column as Column, group) || 'empty';
}
