import type { Sort } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import type { Cell } from '../schema/schema.ts';
import { sortTextSql } from '../schema/stored-cell-sql.ts';
import { booleanCellSql, indexedCellSql, jsonCellSql, timestampSql } from './cell-sql.ts';
import { type CellKind, type Field, findField } from './field.ts';
import { kindNames } from './filter-kind.ts';
import type { QueryContext } from './query-context.ts';
import { noteIndexUse, resolveField } from './resolve-field.ts';

/** A sort key of a query. */
export interface SortKey {
  readonly key: string;
  readonly direction: 'asc' | 'desc';
  /** The sort expression; null for an empty cell, if the key is nullable. */
  readonly by: FragmentSqlToken;
  readonly canBeEmpty: boolean;
  /** The JSON expression that a cursor stores. */
  readonly cursorValue: FragmentSqlToken;
  /** Returns the value to continue after, from a stored cursor value: null for one that sorts as empty, undefined for an invalid value. */
  bind(stored: Cell): FragmentSqlToken | null | undefined;
}

/**
 * Returns the sort keys of a request. Numbers and dates sort by value. Text sorts by its first characters, ignoring
 * case, with numbers in it by value ("Room 9" before "Room 10"). Options sort in the order of the column, several by
 * the first. Checkboxes sort false first, lists by their first element. Empty cells come first in asc and last in desc,
 * so that one index serves both directions.
 */
export function sortKeys(context: QueryContext, sort: Sort, path = 'sort'): SortKey[] {
  const seen = new Set<string>();
  return sort.flatMap(({ column_key, direction }, index): SortKey[] => {
    const at = `${path}.${index}.column_key`;
    const ordered = findField(context.schema.byKey, column_key) ? undefined : withOrder.exec(column_key)?.groups;
    if (ordered) {
      context.errors.push({ path: at, code: 'unknown_column', message: `there is no column "${column_key}"; ${wayToSort(ordered)}` });
      return [];
    }
    const field = resolveField(context, column_key, at);
    if (!field) return [];
    const compared = sortExpression(context, field);
    if (!compared) {
      context.errors.push({
        path: at,
        code: 'not_sortable',
        message: `cannot be ${column_key}: ${kindNames[field.kind]} has no order; sort by a formula or lookup of it instead`,
      });
      return [];
    }
    // Repeating a column has no effect.
    if (seen.has(column_key)) return [];
    seen.add(column_key);
    return [{ key: column_key, direction, ...compared }];
  });
}

/** A key with its direction, as SQL and other APIs write them. */
const withOrder = /^(?<key>.*\S)[\s:]+(?<direction>asc|desc)$/i;

/** Returns how the columns of an order are written, for a key with its direction. */
const wayToSort = ({ key, direction = '' }: Readonly<Record<string, string>>): string =>
  `write ${/^d/i.test(direction) ? '-' : ''}${key}, or ${`{"column_key": ${JSON.stringify(key)}, "direction": "${direction.toLowerCase()}"}`}`;

const unordered: ReadonlySet<CellKind> = new Set(['links', 'files', 'object']);

/** True if cells of this kind have an order. */
export const hasOrder = (kind: CellKind): boolean => !unordered.has(kind);

type SortExpression = Omit<SortKey, 'key' | 'direction'>;

const text = (value: Cell) => (typeof value === 'string' ? sql.fragment`${value}::text` : undefined);
const number = (value: Cell) => (typeof value === 'number' ? sql.fragment`${value}::float8` : undefined);

function sortExpression(context: QueryContext, field: Field): SortExpression | undefined {
  const { kind, column } = field;
  const plain = (by: FragmentSqlToken, bind: SortExpression['bind'], canBeEmpty = true): SortExpression => ({
    by,
    cursorValue: by,
    bind,
    canBeEmpty,
  });
  const asText = (json: FragmentSqlToken) => plain(sortTextSql(json), text);
  switch (kind) {
    case 'number':
      noteIndexUse(context, field, 'number');
      return plain(indexedCellSql(context, column!, 'number'), number);
    case 'text':
    case 'email':
      noteIndexUse(context, field, 'sort_text');
      return plain(indexedCellSql(context, column!, 'sort_text'), text);
    case 'date':
    case 'datetime':
      noteIndexUse(context, field, 'text');
      return plain(indexedCellSql(context, column!, 'text'), text);
    case 'boolean':
      return plain(
        booleanCellSql(context, column!),
        (value) => (typeof value === 'boolean' ? sql.fragment`${value}::boolean` : undefined),
        false,
      );
    case 'moment':
      noteIndexUse(context, field, 'moment');
      return momentKey(timestampSql(field));
    case 'id':
      return plain(sql.fragment`r.id`, text, false);
    case 'actor':
      return asText(sql.fragment`(r.created_by->>'name')`);
    case 'select':
      return choiceKey(column!.options, indexedCellSql(context, column!, 'text'));
    case 'choices':
      return choiceKey(column!.options, sql.fragment`(${jsonCellSql(context, column!)}->>0)`);
    case 'list':
      return asText(sql.fragment`(${jsonCellSql(context, column!)}->>0)`);
    default:
      return undefined;
  }
}

/** Cursors store timestamps with microseconds, as Postgres does. */
const momentKey = (moment: FragmentSqlToken): SortExpression => ({
  by: moment,
  cursorValue: sql.fragment`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  canBeEmpty: false,
  bind: (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(value) && !Number.isNaN(Date.parse(value))
      ? sql.fragment`${value}::timestamptz`
      : undefined,
});

/** Options sort by their position; a cursor stores the option itself, so that it survives a new order of options. */
function choiceKey(options: readonly { readonly id: string }[], choice: FragmentSqlToken): SortExpression {
  const ids = options.map(({ id }) => id);
  return {
    by: sql.fragment`array_position(${sql.array(ids, 'text')}, ${choice})`,
    cursorValue: choice,
    canBeEmpty: true,
    bind(value) {
      if (typeof value !== 'string') return undefined;
      const place = ids.indexOf(value);
      // Rows with a deleted option sort as empty.
      return place < 0 ? null : sql.fragment`${place + 1}::integer`;
    },
  };
}
