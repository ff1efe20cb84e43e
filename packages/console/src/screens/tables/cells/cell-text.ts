import type { Column } from '../table/table.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns a setting of a column's type as a text or number, or undefined. */
function setting<Kind extends 'string' | 'number'>(column: Column, name: string, kind: Kind) {
  const value = (column.field_config as Fields)[name];
  return (typeof value === kind ? value : undefined) as (Kind extends 'string' ? string : number) | undefined;
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Returns a number without the error of binary fractions: 1771.1000000000001 is 1771.1. */
const exact = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(15)));

/** Returns a cell as people read it; an empty cell is "". A text in a column of another type stays as it is, such as one being written. */
export function cellText(column: Column, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return numberText(column, value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return textOf(column, value);
  return items(value)
    .map((item) => (isFields(item) ? nameOf(item) : cellText(column, item)))
    .join(', ');
}

/** Returns a cell as it is typed and copied: the service reads the same cell from it. */
export function entryText(column: Column, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (column.type === 'attachment') return addresses(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return entryNumber(column, value);
  if (typeof value === 'string') return textOf(column, value);
  return items(value)
    .map((item) => quoted(isFields(item) ? nameOf(item) : entryText(column, item)))
    .join(', ');
}

const quoted = (item: string): string => (/^\s|^"|[,\n]|\s$/.test(item) ? `"${item.replaceAll('"', '""')}"` : item);

function nameOf(item: Fields): string {
  const name = [item.title, item.email, item.name, item.url, item.row_id, item.contact_id, item.id].find(
    (one) => typeof one === 'string' && one !== '',
  );
  return typeof name === 'string' ? name : JSON.stringify(item);
}

/** Returns files as lines: the ids of assets, and the addresses of other files. */
const addresses = (value: unknown): string =>
  items(value)
    .map((file) => (isFields(file) ? String(file.asset_id ?? file.url) : String(file)))
    .join('\n');

function textOf(column: Column, value: string): string {
  if (column.options.length > 0) return optionName(column, value);
  return column.value_type === 'datetime' ? timeText(value, setting(column, 'timezone', 'string')) : value;
}

/** Returns the name of a choice by its id. */
export const optionName = ({ options }: Pick<Column, 'options'>, id: string): string =>
  options.find((option) => option.id === id)?.name ?? id;

/** Returns an instant as `2026-03-31 09:30` in a zone, UTC by default. A text that is not an instant stays as it is. */
function timeText(value: string, timezone = 'UTC'): string {
  const at = /^\d{4,6}-\d\d-\d\dT/.test(value) ? new Date(value) : undefined;
  if (!at || Number.isNaN(at.getTime())) return value;
  const format = { timeZone: timezone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('sv-SE', format).format(at);
}

function numberText(column: Column, value: number): string {
  const precision = setting(column, 'precision', 'number');
  const digits = { minimumFractionDigits: precision ?? 0, maximumFractionDigits: precision ?? 15 };
  const currency_code = setting(column, 'currency_code', 'string');
  if (column.type === 'percent') return `${exact(value * 100).toLocaleString('en', digits)} %`;
  if (column.type === 'rating') return `${'★'.repeat(Math.min(Math.max(value, 0), 10))} ${value}`;
  if (column.type === 'duration') return durationText(value, setting(column, 'format', 'string') ?? 'h:mm');
  if (column.type === 'autonumber')
    return `${setting(column, 'prefix', 'string') ?? ''}${String(value).padStart(setting(column, 'pad', 'number') ?? 0, '0')}`;
  if (column.type === 'currency')
    return `${exact(value).toLocaleString('en', precision === undefined ? { minimumFractionDigits: 2, maximumFractionDigits: 8 } : digits)}${currency_code ? ` ${currency_code}` : ''}`;
  return exact(value).toLocaleString('en', digits);
}

function entryNumber(column: Column, value: number): string {
  if (column.type === 'percent') return `${exact(value * 100)}%`;
  if (column.type === 'duration') return durationText(value, Number.isInteger(value) ? 'h:mm:ss' : 'h:mm:ss.S');
  return String(exact(value));
}

function durationText(value: number, format: string): string {
  const tenths = Math.round(Math.abs(value) * 10);
  const seconds = Math.floor(tenths / 10);
  const pad = (part: number) => String(part).padStart(2, '0');
  const minutes = `${value < 0 ? '-' : ''}${Math.floor(seconds / 3_600)}:${pad(Math.floor(seconds / 60) % 60)}`;
  if (format === 'h:mm') return minutes;
  return `${minutes}:${pad(seconds % 60)}${format === 'h:mm:ss.S' ? `.${tenths % 10}` : ''}`;
}

/** Returns a cell in the form in which it is written: links as ids, other values as they are. */
export function writableValue(column: Column, value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? (column.type === 'checkbox' ? false : null);
  return value.map((item) => (isFields(item) ? (item.row_id ?? item.contact_id ?? item) : item));
}
