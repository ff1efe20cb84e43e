import type { Filter, Sort } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { recordIndexUses } from '../indexes/index-uses.ts';
import { RowTableRow, rowColumnsSql, rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema, StoredRow } from '../schema/schema.ts';
import { assertSchemaVersion, currentSchemaSql } from '../schema/schema-cache.ts';
import { filterSql } from './filter-sql.ts';
import { cursorSql, fullRange, orderBySql, type Segment, segmentsAfter } from './keyset-sql.ts';
import { assertNoErrors, type QueryContext } from './query-context.ts';
import { searchSql } from './search-sql.ts';
import { type SortKey, sortKeys } from './sort-sql.ts';

/** Which rows of a table, in which order. */
export interface RowSelection {
  readonly filters?: readonly Filter[] | undefined;
  readonly sort?: Sort | undefined;
  readonly search?: string | undefined;
  readonly search_column?: string | undefined;
  /** What must hold beside the filters: a condition on the row `r`. */
  readonly also?: FragmentSqlToken | undefined;
}

/** Which part of them. */
export interface PageRequest {
  readonly limit: number;
  readonly offset?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Rows that are chosen and ordered, not yet read. */
export interface RowQuery {
  readonly context: QueryContext;
  /** A FROM item without an alias: the row_table, or the rows as they were. */
  readonly source: FragmentSqlToken;
  /** What must hold for the row `r`; it proves the version of the schema too. */
  readonly where: FragmentSqlToken;
  readonly keys: readonly SortKey[];
}

/** The row_table of a table as a FROM item. */
export const currentRowsSql = ({ row_table }: Schema): FragmentSqlToken => sql.fragment`${rowTableSql(row_table)}`;

/** Makes SQL of a request for rows; everything that is wrong with it is refused at once. */
export function buildRowQuery(
  context: QueryContext,
  selection: RowSelection,
  source: FragmentSqlToken = currentRowsSql(context.schema),
): RowQuery {
  const conditions = [currentSchemaSql(context.schema)];
  if (selection.also) conditions.push(selection.also);
  if (selection.filters && selection.filters.length > 0) conditions.push(filterSql(context, selection.filters));
  const search = searchSql(context, selection.search, selection.search_column);
  if (search) conditions.push(search);
  const keys = sortKeys(context, selection.sort ?? []);
  assertNoErrors(context);
  return { context, source, where: sql.fragment`${sql.join(conditions, sql.fragment` and `)}`, keys };
}

/** The statement that answers the first rows of a run: `what` over the row `r`, in order. */
export const segmentSql = (
  { source, where, keys }: RowQuery,
  what: FragmentSqlToken,
  run: Segment,
  limit: number,
  offset = 0,
): FragmentSqlToken => sql.fragment`
  select ${what} from (
    select r.* from ${source} as r where ${where} ${run.where ? sql.fragment`and ${run.where}` : sql.fragment``}
    order by ${orderBySql(keys)} limit ${sql.literalValue(String(limit))} ${offset > 0 ? sql.fragment`offset ${offset}` : sql.fragment``}
  ) as r`;

/** Where a page ended. */
export interface PageEnd {
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** The end of a page, from the key of its last row when there are more. */
export const pageEnd = (key: string | null): PageEnd => ({
  has_more: key !== null,
  next_cursor: key === null ? null : Buffer.from(key).toString('base64url'),
});

/** The runs of rows that a page is read from. */
export const segmentsOf = ({ keys }: RowQuery, { cursor }: PageRequest): readonly Segment[] =>
  cursor === undefined ? fullRange : segmentsAfter(keys, cursor);

/** What follows context a page: one without rows proves the schema, and the indexes that could have helped are noted. */
export async function afterRead(database: CommonQueryMethods, { context }: RowQuery, found: number): Promise<void> {
  if (found === 0) await assertSchemaVersion(database, context.schema);
  recordIndexUses(database, context.schema.row_table, context.index_uses);
}

const StoredHit = RowTableRow.and(z.object({ key: z.string() }));

/** A page of rows as they are stored, run after run. */
export async function readStoredRows(
  database: CommonQueryMethods,
  chosen: RowQuery,
  part: PageRequest,
): Promise<PageEnd & { rows: readonly StoredRow[] }> {
  const { limit, offset } = part;
  const hits: (StoredRow & { key: string })[] = [];
  for (const run of segmentsOf(chosen, part)) {
    const what = sql.fragment`${rowColumnsSql}, ${cursorSql(chosen.keys)} as key`;
    hits.push(...(await database.any(sql.type(StoredHit)`${segmentSql(chosen, what, run, limit + 1 - hits.length, offset)}`)));
    if (hits.length > limit) break;
  }
  await afterRead(database, chosen, hits.length);
  const rows = hits.slice(0, limit).map(({ key: _, ...row }): StoredRow => row);
  return { rows, ...pageEnd(hits.length > limit ? hits[limit - 1]!.key : null) };
}
