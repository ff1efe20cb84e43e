import type { Day } from '../../../dates/days.ts';
import type { Column, Filter, Row } from '../table/table.ts';
import { cellDay, daysBetween } from './calendar-days.ts';

/** The columns of a calendar: the first day of an entry, and its last one if there is such a column. */
export interface CalendarColumns {
  readonly start: Column;
  readonly end: Column | undefined;
}

/** Returns the zone in which the days of a column begin: its own, else UTC, as filters of the service read it. */
export function zoneOf({ field_config }: Pick<Column, 'field_config'>): string {
  const { timezone } = field_config as { readonly timezone?: unknown };
  return typeof timezone === 'string' && timezone !== '' ? timezone : 'UTC';
}

/** Returns the conditions on the rows that have a day in a span. */
export function spanFilters({ start, end }: CalendarColumns, first: Day, last: Day): readonly Filter[] {
  const begins: Filter = { column_key: start.key, op: 'lte', value: last };
  const inside: Filter = { column_key: start.key, op: 'gte', value: first };
  if (!end) return [begins, inside];
  return [begins, { or: [inside, { column_key: end.key, op: 'gte', value: first }] }];
}

/** Returns the rows of each day of a span, in the order in which they were read. An entry that ends before it begins has one day. */
export function entriesByDay(
  rows: readonly Row[],
  { start, end }: CalendarColumns,
  first: Day,
  last: Day,
): ReadonlyMap<Day, readonly Row[]> {
  const byDay = new Map<Day, Row[]>();
  for (const row of rows) {
    const from = cellDay(row.data[start.key], zoneOf(start));
    if (from === undefined) continue;
    const to = (end && cellDay(row.data[end.key], zoneOf(end))) ?? from;
    const until = [from, to].toSorted().at(-1)!;
    for (const day of daysBetween(from < first ? first : from, until > last ? last : until)) {
      const known = byDay.get(day);
      if (known) known.push(row);
      else byDay.set(day, [row]);
    }
  }
  return byDay;
}

/** Returns the time of day of a cell in the zone of its column; undefined for a day without a time. */
export function timeText(column: Column, value: unknown): string | undefined {
  if (column.value_type !== 'datetime' || typeof value !== 'string') return undefined;
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return undefined;
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zoneOf(column) }).format(moment);
}
