import { cellText } from '../cells/cell-text.ts';
import type { Column } from '../table/table.ts';
import type { Widget } from './view-config.ts';

/** A group of a chart: its name, its value, and the value as people read it. */
export interface Point {
  readonly label: string;
  readonly value: number;
  readonly text: string;
}

/** A group of an aggregate. */
export interface Group {
  readonly group: Readonly<Record<string, unknown>>;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The groups that a chart draws; the others stand in its table only. */
export const MAX_POINTS = 12;

/** Returns the figure that a widget asks for. */
export const aggregateOf = ({ function: name = 'count', column_key }: Widget) => ({
  function: name,
  ...(name !== 'count' && column_key !== undefined && { column_key }),
  as: 'figure',
});

/** Returns a figure for people: counts as numbers, others as the cells of their column. */
export function figureText({ function: name = 'count' }: Pick<Widget, 'function'>, column: Column | undefined, value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (name.startsWith('count') || !column) return typeof value === 'number' ? value.toLocaleString('en') : String(value);
  if (typeof value !== 'number' || name === 'min' || name === 'max' || name === 'sum') return cellText(column, value);
  return cellText(column, Math.round(value * 100) / 100);
}

/** Returns the name of a group. */
export function groupLabel(by: Column | undefined, bucket: string | undefined, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'Empty';
  if (typeof value === 'string' && by && (by.value_type === 'date' || by.value_type === 'datetime')) return bucketText(value, bucket);
  if (by && typeof value === 'string' && by.options.length > 0) return by.options.find(({ id }) => id === value)?.name ?? value;
  return (by && cellText(by, value)) || String(value);
}

function bucketText(first: string, bucket = 'day'): string {
  const day = new Date(first.length === 10 ? `${first}T00:00:00Z` : first);
  if (Number.isNaN(day.getTime())) return first;
  if (bucket === 'quarter') return `Q${Math.floor(day.getUTCMonth() / 3) + 1} ${day.getUTCFullYear()}`;
  const parts: Intl.DateTimeFormatOptions =
    bucket === 'year'
      ? { year: 'numeric' }
      : bucket === 'month'
        ? { month: 'short', year: 'numeric' }
        : { day: 'numeric', month: 'short', year: 'numeric' };
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...parts }).format(day);
}

/** Returns the groups of a widget: dates in their order, others the largest first. */
export function pointsOf(widget: Widget, by: Column | undefined, column: Column | undefined, groups: readonly Group[]): readonly Point[] {
  const key = widget.group_by ?? '';
  const isOrdered = widget.type === 'line' || by?.value_type === 'date' || by?.value_type === 'datetime';
  const points = groups.map(({ group, values: { figure } }) => ({
    order: group[key] as string | number | null,
    label: groupLabel(by, widget.date_bucket, group[key]),
    value: typeof figure === 'number' ? figure : 0,
    text: figureText(widget, column, figure),
  }));
  const sorted = isOrdered
    ? points.toSorted((one, other) => compare(one.order, other.order))
    : points.toSorted((one, other) => other.value - one.value);
  return sorted.map(({ label, value, text }) => ({ label, value, text }));
}

function compare(one: string | number | null, other: string | number | null): number {
  if (one === other) return 0;
  if (one === null) return -1;
  return other !== null && one > other ? 1 : other === null ? 1 : -1;
}

/** Returns the path of the slice of a pie between two parts of a turn, in a box of 200 units. */
export function slicePath(from: number, to: number): string {
  const [center, radius] = [100, 98];
  if (to - from > 0.9999) return `M ${center} 2 A ${radius} ${radius} 0 1 1 ${center - 0.01} 2 Z`;
  const point = (part: number) =>
    `${round(center + radius * Math.sin(part * 2 * Math.PI))} ${round(center - radius * Math.cos(part * 2 * Math.PI))}`;
  return `M ${center} ${center} L ${point(from)} A ${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${point(to)} Z`;
}

const round = (value: number): number => Math.round(value * 100) / 100;
