import type { Filter, Sort } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { rowCountSql } from '../schema/row-count-sql.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema } from '../schema/schema.ts';
import { currentSchemaSql } from '../schema/schema-version-sql.ts';
import { filterSql } from './filter-sql.ts';
import { fullRange, orderBySql, reverseOrderBySql, type Segment, segmentsAfter } from './keyset-sql.ts';
import { assertNoErrors, type QueryContext } from './query-context.ts';
import { searchSql } from './search-sql.ts';
import { type SortKey, sortKeys } from './sort-sql.ts';

/** The filters, search and order of a request for rows. */
export interface RowSelection {
  readonly filters?: readonly Filter[] | undefined;
  readonly sort?: Sort | undefined;
  readonly search?: string | undefined;
  readonly search_column?: string | undefined;
  /** A further condition on the row `r`. */
  readonly also?: FragmentSqlToken | undefined;
}

/** The page of the selected rows. */
export interface PageRequest {
  readonly limit: number;
  readonly offset?: number | undefined;
  readonly cursor?: string | undefined;
}

/** A built query for rows. */
export interface RowQuery {
  readonly context: QueryContext;
  /** A FROM item without an alias: the row table, or the rows at an earlier time. */
  readonly source: FragmentSqlToken;
  /** True if `source` is the row table, which finds rows by their ids. */
  readonly is_current: boolean;
  /** The condition on the row `r`, including the check of the schema version. */
  readonly where: FragmentSqlToken;
  /** The condition without the check of the schema version; undefined if all rows match. */
  readonly matches: FragmentSqlToken | undefined;
  /** True if the condition looks for a text in a cell, which an index can support. */
  readonly searches_text: boolean;
  readonly keys: readonly SortKey[];
}

/** Returns the row table as a FROM item. */
const currentRowsSql = ({ row_table }: Schema): FragmentSqlToken => sql.fragment`${rowTableSql(row_table)}`;

/** Builds the SQL of a request for rows. Throws a 400 with all its errors. */
export function buildRowQuery(context: QueryContext, selection: RowSelection, source?: FragmentSqlToken): RowQuery {
  const conditions: FragmentSqlToken[] = [];
  if (selection.also) conditions.push(selection.also);
  if (selection.filters && selection.filters.length > 0) conditions.push(filterSql(context, selection.filters));
  const search = searchSql(context, selection.search, selection.search_column);
  if (search) conditions.push(search);
  const keys = sortKeys(context, selection.sort ?? []);
  assertNoErrors(context);
  const matches = conditions.length === 0 ? undefined : sql.fragment`${sql.join(conditions, sql.fragment` and `)}`;
  const isCurrent = currentSchemaSql(context.schema);
  return {
    context,
    source: source ?? currentRowsSql(context.schema),
    is_current: source === undefined,
    where: matches ? sql.fragment`${isCurrent} and ${matches}` : isCurrent,
    matches,
    searches_text: context.index_uses.some(({ kind }) => kind === 'search'),
    keys,
  };
}

/** Returns the query over the rows that match alone, which Postgres then finds before it sorts them. */
export const overMatches = (query: RowQuery, matches: FragmentSqlToken): RowQuery => ({
  ...query,
  source: sql.fragment`(select r.* from ${query.source} as r where ${matches} offset 0)`,
  is_current: false,
  where: currentSchemaSql(query.context.schema),
  matches: undefined,
});

/** The offset from which rows are skipped by their ids alone; below it the second look at each row of the page costs more. */
const MIN_SKIPPED = 1_000;

/**
 * Returns a statement that selects `what` from the first rows of a segment after `offset`, in order. Rows before a large offset are
 * skipped by their ids and sort keys alone, from an index where there is one: reading and sorting whole rows costs many times more. Rows
 * at an earlier time have no index.
 */
export function segmentSql(
  query: RowQuery,
  what: FragmentSqlToken,
  segment: Segment,
  limit: number | FragmentSqlToken,
  offset = 0,
): FragmentSqlToken {
  const { source, is_current, where, matches, keys } = query;
  const part = segment.where ? sql.fragment`${where} and ${segment.where}` : where;
  const first = (columns: FragmentSqlToken) => sql.fragment`
    select ${columns} from ${source} as r where ${part}
    order by ${orderBySql(keys)} limit ${limit} ${offset > 0 ? sql.fragment`offset ${offset}` : sql.fragment``}`;
  if (offset < MIN_SKIPPED || !is_current) return sql.fragment`select ${what} from (${first(sql.fragment`r.*`)}) as r`;
  const ids = sql.fragment`array(${first(sql.fragment`r.id`)})`;
  const isWholeTable = matches === undefined && segment.where === null;
  return sql.fragment`
    select ${what} from (
      select r.* from ${source} as r where r.id = any(${isWholeTable ? fromNearerEndSql(query, ids, limit, offset) : ids})
      order by ${orderBySql(keys)}
    ) as r`;
}

/**
 * Returns the ids of a page of a whole table: `ids` if it is in the first half of the rows, otherwise read backwards from the last row. The
 * stored row count gives the position. Postgres runs only the chosen side.
 */
function fromNearerEndSql(
  { context, source, where, keys }: RowQuery,
  ids: FragmentSqlToken,
  limit: number | FragmentSqlToken,
  offset: number,
): FragmentSqlToken {
  const remaining = sql.fragment`(${rowCountSql(context.schema.table_id)} - ${offset})`;
  return sql.fragment`case when ${remaining} > ${offset} then ${ids} else array(
    select r.id from ${source} as r where ${where} order by ${reverseOrderBySql(keys)}
    limit greatest(least(${remaining}, ${limit}), 0) offset greatest(${remaining} - ${limit}, 0)) end`;
}

/** Returns the segments that a page is read from. */
export const segmentsOf = ({ keys }: RowQuery, { cursor }: PageRequest): readonly Segment[] =>
  cursor === undefined ? fullRange : segmentsAfter(keys, cursor);
