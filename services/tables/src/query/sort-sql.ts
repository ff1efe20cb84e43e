import type { Sort } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import type { Cell } from '../schema/schema.ts';
import { sortTextSql } from '../schema/stored-cell-sql.ts';
import { booleanCellSql, indexedCellSql, jsonCellSql, timestampSql } from './cell-sql.ts';
import type { Field } from './field.ts';
import { kindNames } from './filter-kind.ts';
import type { QueryContext } from './query-context.ts';
import { noteIndexUse, resolveField } from './resolve-field.ts';

/** One thing rows are ordered by. */
export interface SortKey {
  readonly key: string;
  readonly direction: 'asc' | 'desc';
  /** What is compared; null when the cell is empty, if it can be. */
  readonly by: FragmentSqlToken;
  readonly canBeEmpty: boolean;
  /** What a cursor keeps of it: an expression that comes to JSON. */
  readonly cursorValue: FragmentSqlToken;
  /** The value to go on behind, from what a cursor kept; null for one that is sorted as empty, undefined for what no cursor of ours holds. */
  bind(kept: Cell): FragmentSqlToken | null | undefined;
}

/**
 * What a list is ordered by. Numbers and dates by value; text by its first letters, whatever their case, with the numbers
 * in it by value ("Room 9" before "Room 10"); choices in the order the column lists them, several by the first; a
 * checkbox unticked first; lists by the first thing in them. Empty cells come first in asc and last in desc, so that an
 * index, read in either direction, gives both.
 */
export function sortKeys(context: QueryContext, sort: Sort, path = 'sort'): SortKey[] {
  const seen = new Set<string>();
  return sort.flatMap(({ column_key, direction }, index): SortKey[] => {
    const at = `${path}.${index}.column_key`;
    const asked = resolveField(context, column_key, at);
    if (!asked) return [];
    const compared = sortExpression(context, asked);
    if (!compared) {
      context.errors.push({
        path: at,
        code: 'not_sortable',
        message: `cannot be ${column_key}: ${kindNames[asked.kind]} has no order; sort by a formula or lookup of it instead`,
      });
      return [];
    }
    // A second time the same column decides nothing.
    if (seen.has(column_key)) return [];
    seen.add(column_key);
    return [{ key: column_key, direction, ...compared }];
  });
}

type SortExpression = Omit<SortKey, 'key' | 'direction'>;

const text = (value: Cell) => (typeof value === 'string' ? sql.fragment`${value}::text` : undefined);
const number = (value: Cell) => (typeof value === 'number' ? sql.fragment`${value}::float8` : undefined);

function sortExpression(context: QueryContext, asked: Field): SortExpression | undefined {
  const { kind, column } = asked;
  const plain = (by: FragmentSqlToken, bind: SortExpression['bind'], canBeEmpty = true): SortExpression => ({
    by,
    cursorValue: by,
    bind,
    canBeEmpty,
  });
  const asText = (json: FragmentSqlToken) => plain(sortTextSql(json), text);
  switch (kind) {
    case 'number':
      noteIndexUse(context, asked, 'number');
      return plain(indexedCellSql(context, column!, 'number'), number);
    case 'text':
    case 'email':
      noteIndexUse(context, asked, 'sort_text');
      return plain(indexedCellSql(context, column!, 'sort_text'), text);
    case 'date':
    case 'datetime':
      noteIndexUse(context, asked, 'text');
      return plain(indexedCellSql(context, column!, 'text'), text);
    case 'boolean':
      return plain(
        booleanCellSql(context, column!),
        (value) => (typeof value === 'boolean' ? sql.fragment`${value}::boolean` : undefined),
        false,
      );
    case 'moment':
      noteIndexUse(context, asked, 'moment');
      return momentKey(timestampSql(asked));
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

/** A moment is kept to the microsecond, as Postgres has it. */
const momentKey = (moment: FragmentSqlToken): SortExpression => ({
  by: moment,
  cursorValue: sql.fragment`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  canBeEmpty: false,
  bind: (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(value) && !Number.isNaN(Date.parse(value))
      ? sql.fragment`${value}::timestamptz`
      : undefined,
});

/** A choice goes by its place among the choices; a cursor keeps which one it was, so that a new order is gone on in. */
function choiceKey(options: readonly { readonly id: string }[], choice: FragmentSqlToken): SortExpression {
  const ids = options.map(({ id }) => id);
  return {
    by: sql.fragment`array_position(${sql.array(ids, 'text')}, ${choice})`,
    cursorValue: choice,
    canBeEmpty: true,
    bind(value) {
      if (typeof value !== 'string') return undefined;
      const place = ids.indexOf(value);
      // Rows that still hold a choice that is gone are sorted with the empty ones.
      return place < 0 ? null : sql.fragment`${place + 1}::integer`;
    },
  };
}
