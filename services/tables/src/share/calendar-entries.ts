import type { Filter } from '@space/contracts/tables';
import { DAY_MS, MINUTE_MS, zoneOf } from '@space/time';
import type { PageLocale } from '@space/web';
import { dayIn } from '../cells/date-columns.ts';
import { isDateKind } from '../query/aggregate-sql.ts';
import { type Field, findField } from '../query/field.ts';
import { timeZoneOf } from '../query/filter-date-sql.ts';
import type { CalendarSpan } from './calendar-span.ts';
import type { SharedRow } from './shared-rows.ts';
import type { SharedView } from './shared-view.ts';

/** Source of the days of a calendar: a column, or a timestamp that every row has. */
export interface DateField {
  readonly key: string;
  readonly field: Field;
  readonly hasTime: boolean;
  readonly zone: string;
  /** Returns the value in a row. */
  valueIn(row: SharedRow): string | undefined;
}

/** Resolves a setting of a calendar. Undefined if it refers to no date column. */
export function dateFieldOf({ config, schema }: SharedView, setting: string): DateField | undefined {
  const key = config[setting];
  const field = typeof key === 'string' ? findField(schema.byKey, key) : undefined;
  if (!field || !isDateKind(field.kind)) return undefined;
  return {
    key: field.key,
    field,
    hasTime: field.kind !== 'date',
    zone: timeZoneOf(field),
    valueIn(row) {
      const value = field.column ? row.data[field.key] : field.key === 'created_at' ? row.created_at : row.updated_at;
      return typeof value === 'string' ? value : undefined;
    },
  };
}

/** A row in the calendar: its days, and its start time if it has one. */
export interface CalendarEntry {
  readonly row: SharedRow;
  readonly first: string;
  readonly last: string;
  readonly time: string;
}

/** Returns the days of a row in the calendar. A row that ends before it starts is on its first day. */
export function entryOf(locale: PageLocale, row: SharedRow, start: DateField, end: DateField | undefined): CalendarEntry {
  const first = dayOf(start, start.valueIn(row)) ?? '';
  const ends = (end && dayOf(end, end.valueIn(row))) ?? first;
  return { row, first, last: [first, ends].toSorted()[1]!, time: start.hasTime ? timeOf(locale, start, start.valueIn(row)) : '' };
}

/** Returns the day of a value in the zone of its column. */
export const dayOf = ({ hasTime, zone }: DateField, value: string | undefined): string | undefined =>
  value === undefined ? undefined : hasTime ? dayIn(zone, value) : value.slice(0, 10);

function timeOf(locale: PageLocale, { zone }: DateField, value: string | undefined): string {
  if (value === undefined) return '';
  const clock = zoneOf(zone).wallAt(Date.parse(value));
  return locale.clock(Math.floor((clock - Math.floor(clock / DAY_MS) * DAY_MS) / MINUTE_MS));
}

/** Returns the filter for rows that overlap a span. */
export function spanFilter(start: DateField, end: DateField | undefined, span: CalendarSpan): Filter {
  const first = span.first.toString();
  const begins: Filter = {
    and: [
      { column_key: start.key, op: 'gte', value: first },
      { column_key: start.key, op: 'lt', value: span.end.toString() },
    ],
  };
  if (!end) return begins;
  const goesOn: Filter = {
    and: [
      { column_key: start.key, op: 'lt', value: first },
      { column_key: end.key, op: 'gte', value: first },
    ],
  };
  return { or: [begins, goesOn] };
}
