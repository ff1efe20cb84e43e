import { type Filter, MAX_CARD_CHARACTERS, MAX_SHARE_PAGE_BYTES, MAX_WIDGET_GROUPS, type Widget } from '@space/contracts/tables';
import { DAY_MS } from '@space/time';
import { type Html, html, type PageLocale, type Part } from '@space/web';
import type { z } from 'zod';
import { isDateKind } from '../query/aggregate-sql.ts';
import { type Field, findField } from '../query/field.ts';
import type { Cell } from '../schema/schema.ts';
import { usableFilters } from '../views/view-rows.ts';
import { aggregateText } from './aggregate-text.ts';
import { type AggregateGroup, type AggregateGroups, readAggregates } from './aggregates.ts';
import { textOf } from './cell-html.ts';
import { barChart, lineChart, type Point, pieChart } from './chart-svg.ts';
import { createPageRoom, type PageRoom, renderThatFit } from './page-room.ts';
import type { SharedView } from './shared-view.ts';
import { DASHBOARD_COLUMNS } from './style.ts';
import { truncate } from './truncate.ts';
import { emptyMessage } from './view-layout.ts';

type DashboardWidget = z.output<typeof Widget>;

/** Maximum of groups in a chart. The rest becomes one group. */
const MAX_CHART_GROUPS = 12;

/** Characters of a figure in the largest size. */
const LARGE_CHARACTERS = 13;

const charts = { bar: barChart, line: lineChart, pie: pieChart } as const;

/** True for a widget with one figure: a metric, and a stored table without groups. */
const isFigure = ({ type, group_by }: DashboardWidget): boolean => type === 'metric' || group_by === undefined;

/** Renders aggregates and charts over the rows of a view. On a wide screen widgets with a width have their place in twelve columns. */
export async function dashboardPage(view: SharedView): Promise<Html> {
  const widgets = ((view.config.widgets ?? []) as DashboardWidget[]).toSorted((a, b) => (a.y ?? 0) - (b.y ?? 0) || (a.x ?? 0) - (b.x ?? 0));
  if (widgets.length === 0) return emptyMessage(view);
  const isPlaced = widgets.some(({ w }) => w !== undefined);
  // Run queries one by one, since a page must not use every connection of the pool.
  const runs: { readonly areFigures: boolean; readonly boxes: Html[] }[] = [];
  for (const widget of widgets) {
    const areFigures = !isPlaced && isFigure(widget);
    const box = await widgetPart(view, widget, widgets.length, isPlaced ? placeOf(widget) : '');
    const last = runs.at(-1);
    if (last?.areFigures === areFigures) last.boxes.push(box);
    else runs.push({ areFigures, boxes: [box] });
  }
  const tiles = runs.map(({ areFigures, boxes }) => (areFigures ? html`<div class="metrics">${boxes}</div>` : boxes));
  return html`<div class="${isPlaced ? 'places' : 'tiles'}">${tiles}</div>`;
}

/** Returns the classes of the place of a widget: its width and height, and its column if it fits there. */
function placeOf(widget: DashboardWidget): string {
  const { x, w = isFigure(widget) ? 3 : 6, h } = widget;
  const start = x !== undefined && x + w <= DASHBOARD_COLUMNS ? ` x${x}` : '';
  return ` w${w}${start}${h === undefined ? '' : ` h${h}`}`;
}

async function widgetPart(view: SharedView, widget: DashboardWidget, widgets: number, place: string): Promise<Html> {
  const { function: aggregate = 'count', column_key, group_by, date_bucket: bucket, type } = widget;
  const { share } = view.page.locale.labels;
  const filters = usableFilters(view.context, (widget.filters ?? []) as Filter[]);
  const grouped = type === 'metric' ? undefined : group_by;
  const found = await readAggregates(view, [{ function: aggregate, column_key }], {
    filters,
    group_by: grouped,
    bucket,
    bytes: Math.floor(MAX_SHARE_PAGE_BYTES / widgets),
  });
  return html`<section class="card${place}">
<h2>${widget.title}</h2>
${found?.is_pending && html`<p class="soft">${share.widget_updating}</p>`}
${found ? contentOf(view, widget, found, createPageRoom(widgets)) : html`<p class="soft">${share.widget_broken}</p>`}
</section>
`;
}

function contentOf(
  view: SharedView,
  { function: aggregate = 'count', column_key, group_by, type, date_bucket }: DashboardWidget,
  { groups: found, has_more }: AggregateGroups,
  room: PageRoom,
): Part {
  const { schema, page } = view;
  const { locale } = page;
  const { share } = locale.labels;
  const over = column_key === undefined ? undefined : schema.byKey.get(column_key);
  const format = (value: Cell) => aggregateText(locale, aggregate, over, value);
  if (type === 'metric' || group_by === undefined) return figure(format(found[0]?.values[0] ?? null));
  const by = findField(schema.byKey, group_by);
  if (found.length === 0) return html`<p class="soft">${share.empty}</p>`;
  const group: GroupPage = { view, by, bucket: date_bucket };
  const points = pointsOf(type, group, found, format, isAdditive(aggregate) && !has_more);
  const table = tableOf(group, group_by, points, room);
  return html`${type !== 'table' && charts[type](points, locale)}
${type === 'table' ? table : html`<details><summary>${share.as_table}</summary>${table}</details>`}
${has_more && html`<p class="soft">${share.largest_groups}</p>`}`;
}

/** Renders a figure in a size in which it has room in one line. */
const figure = (text: string): Html => html`<p class="metric${text.length > LARGE_CHARACTERS && ' small'}">${text}</p>`;

/** The groups of a widget: their field, and the bucket of dates. */
interface GroupPage {
  readonly view: SharedView;
  readonly by: Field | undefined;
  readonly bucket: DashboardWidget['date_bucket'];
}

function tableOf({ view, by }: GroupPage, key: string, points: readonly Point[], room: PageRoom): Html {
  const { locale } = view.page;
  const { share } = locale.labels;
  const rows = renderThatFit(
    room,
    points.slice(0, MAX_WIDGET_GROUPS),
    ({ label, text }) => html`<tr><th scope="row">${label}</th><td class="number">${text}</td></tr>`,
  );
  return html`<table>
<thead><tr><th scope="col">${by?.column?.label ?? key}</th><th scope="col" class="number">${share.value}</th></tr></thead>
<tbody>${rows}</tbody>
</table>
${rows.length < points.length && html`<p class="soft">${share.more(locale.number(points.length - rows.length))}</p>`}`;
}

/** Returns true if the aggregates of groups add up to the aggregate of all rows. */
const isAdditive = (aggregate: NonNullable<DashboardWidget['function']>): boolean =>
  aggregate === 'sum' || (aggregate.startsWith('count') && aggregate !== 'count_unique');

function pointsOf(
  type: DashboardWidget['type'],
  page: GroupPage,
  found: readonly AggregateGroup[],
  format: (value: Cell) => string,
  isSum: boolean,
): Point[] {
  const { view, by } = page;
  const { locale } = view.page;
  const colors = new Map(by?.column?.options.map(({ id, color }) => [id, color]));
  const points = found.map(({ group, values: [value = null] }) => ({
    label: labelOf(page, group),
    color: typeof group === 'string' ? view.choices.of(colors.get(group)) : undefined,
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
  return [
    ...sorted.slice(0, MAX_CHART_GROUPS - 1),
    ...(isSum ? [{ label: locale.labels.share.others(rest.length, locale.number(rest.length)), value, text: format(value) }] : []),
  ];
}

function labelOf({ view, by, bucket }: GroupPage, group: Cell): string {
  const { locale } = view.page;
  if (group === null) return locale.labels.share.no_value;
  // The start of a time bucket is a date for every column type.
  if (by && isDateKind(by.kind)) return typeof group === 'string' ? bucketLabel(locale, group, bucket) : String(group);
  if (!by?.column) return String(group);
  return truncate(textOf(locale, by.column, group), MAX_CARD_CHARACTERS) || locale.labels.share.no_value;
}

/** Returns the name of a bucket by its first day. */
function bucketLabel(locale: PageLocale, first: string, bucket: GroupPage['bucket']): string {
  const day = Date.parse(first) / DAY_MS;
  const [year, month] = [Number(first.slice(0, 4)), Number(first.slice(5, 7))];
  if (Number.isNaN(day)) return first;
  if (bucket === 'year') return String(year);
  if (bucket === 'quarter') return locale.labels.share.quarter(Math.ceil(month / 3), year);
  return bucket === 'month' ? locale.monthName(day) : locale.shortDate(day);
}
