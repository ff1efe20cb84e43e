import { columnTypes } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { IndexUseCounts } from './index-uses.ts';

const Kind = z.enum(['number', 'text', 'sort_text', 'search', 'list', 'moment']);

/** An index that is requested, ready or failed. */
export const CellIndex = z.object({ row_table: z.string(), cid: z.string(), kind: Kind, name: z.string() });

/** An index on the cells of a column; with the kind `moment`, on the column `cid` of the row table itself. */
export type CellIndex = z.infer<typeof CellIndex>;

/** Returns the name of an index on cells. */
export const indexName = (row_table: string, { cid, kind }: Pick<CellIndex, 'cid' | 'kind'>): string => `${row_table}_${cid}_${kind}`;

/** Rows per page that are assumed until Postgres has analyzed a row table. */
const ASSUMED_ROWS_PER_PAGE = 20;

/** Returns the row tables with more rows than this, by the planner's estimate. */
export const findLargeRowTables = (database: CommonQueryMethods, row_tables: readonly string[], rows: number) =>
  database.anyFirst(sql.type(z.object({ row_table: z.string() }))`
    select c.relname::text as row_table from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where n.nspname = 'tables' and c.relkind = 'r'
      and pg_relation_size(c.oid) / 8192 * (case when c.relpages > 0 then c.reltuples / c.relpages else ${ASSUMED_ROWS_PER_PAGE} end) > ${rows}
      and c.relname = any(${sql.array(row_tables, 'text')}::name[])`);

/** Adds counts of index uses. A candidate with enough uses becomes requested. */
export const addUses = (database: CommonQueryMethods, uses: IndexUseCounts, wantedAfter: number, now: string) =>
  database.query(sql.typeAlias('void')`
    insert into tables.cell_index as i (row_table, cid, kind, name, state, uses, last_used_at)
    select u.row_table, u.cid, u.kind, u.name, case when u.uses >= ${wantedAfter} then 'requested' else 'candidate' end, u.uses, ${now}::timestamptz
    from ${sql.unnest(
      [...uses.values()].map(({ row_table, use, count }) => [row_table, use.cid, use.kind, indexName(row_table, use), count]),
      ['text', 'text', 'text', 'text', 'int8'],
    )} as u (row_table, cid, kind, name, uses)
    on conflict (row_table, cid, kind) do update set
      uses = i.uses + excluded.uses, last_used_at = excluded.last_used_at,
      state = case when i.state = 'candidate' and i.uses + excluded.uses >= ${wantedAfter} then 'requested' else i.state end`);

/** Requests an index, regardless of its uses. */
export const markRequested = (database: CommonQueryMethods, index: CellIndex) =>
  database.query(sql.typeAlias('void')`
    insert into tables.cell_index as i (row_table, cid, kind, name, state)
    values (${index.row_table}, ${index.cid}, ${index.kind}, ${index.name}, 'requested')
    on conflict (row_table, cid, kind) do update set
      last_used_at = now(), state = case when i.state = 'candidate' then 'requested' else i.state end`);

/** Returns the requested index with the most uses, or null. */
export const findNextRequested = (database: CommonQueryMethods) =>
  database.maybeOne(sql.type(CellIndex)`
    select row_table, cid, kind, name from tables.cell_index where state = 'requested' order by uses desc, name limit 1`);

/** Stores the result of building an index. Returns false if its record is gone. */
export async function setIndexState(
  database: CommonQueryMethods,
  { row_table, cid, kind }: CellIndex,
  state: 'ready' | 'failed',
  error: string | null,
): Promise<boolean> {
  const { rowCount } = await database.query(sql.typeAlias('void')`
    update tables.cell_index set state = ${state}, error = ${error} where row_table = ${row_table} and cid = ${cid} and kind = ${kind}`);
  return rowCount > 0;
}

/** Returns indexes without a use since a time, and indexes of deleted row tables and columns. */
export const findUnusedSince = (database: CommonQueryMethods, time: string) =>
  database.any(sql.type(CellIndex)`
    select i.row_table, i.cid, i.kind, i.name from tables.cell_index as i
    where i.last_used_at < ${time}::timestamptz
       or not exists (
         select from tables.user_table as t
         where t.row_table = i.row_table and (i.kind = 'moment' or exists (
           select from tables.user_column as c
           where c.space_id = t.space_id and c.table_id = t.id and c.cid = i.cid and c.deleted_at is null)))`);

/** Deletes the record of an index. */
export const deleteIndexRecord = (database: CommonQueryMethods, { row_table, cid, kind }: CellIndex) =>
  database.query(sql.typeAlias('void')`delete from tables.cell_index where row_table = ${row_table} and cid = ${cid} and kind = ${kind}`);

/** Returns the type of the column that an index is on, or null if the column was deleted. */
export const findIndexedColumn = (database: CommonQueryMethods, { row_table, cid }: Pick<CellIndex, 'row_table' | 'cid'>) =>
  database.maybeOneFirst(sql.type(z.object({ type: z.enum(columnTypes) }))`
    select c.type from tables.user_table as t
    join tables.user_column as c on c.space_id = t.space_id and c.table_id = t.id
    where t.row_table = ${row_table} and c.cid = ${cid} and c.deleted_at is null`);
