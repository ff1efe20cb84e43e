import { columnTypes } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { NotedUses } from './index-uses.ts';

const Kind = z.enum(['number', 'text', 'sort_text', 'search', 'list', 'moment']);

/** An index that is wanted, there, or failed. */
export const CellIndex = z.object({ heap: z.string(), cid: z.string(), kind: Kind, name: z.string() });

/** An index on the cells of a column; of the kind `moment`, on the column `cid` of the heap itself. */
export type CellIndex = z.infer<typeof CellIndex>;

/** The name of an index on cells. */
export const indexName = (heap: string, { cid, kind }: Pick<CellIndex, 'cid' | 'kind'>): string => `${heap}_${cid}_${kind}`;

/** Rows that fit into a page as long as Postgres has not counted those of a heap. */
const ROWS_OF_A_PAGE = 20;

/** Those of the heaps that have more rows than this, estimated as the planner does. */
export const heapsLargerThan = (database: CommonQueryMethods, heaps: readonly string[], rows: number) =>
  database.anyFirst(sql.type(z.object({ heap: z.string() }))`
    select c.relname::text as heap from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where n.nspname = 'tables' and c.relkind = 'r'
      and pg_relation_size(c.oid) / 8192 * (case when c.relpages > 0 then c.reltuples / c.relpages else ${ROWS_OF_A_PAGE} end) > ${rows}
      and c.relname = any(${sql.array(heaps, 'text')}::name[])`);

/** Adds uses of indexes; one becomes wanted when it could have been used often enough. */
export const addUses = (database: CommonQueryMethods, uses: NotedUses, wantedAfter: number, now: string) =>
  database.query(sql.typeAlias('void')`
    insert into tables.cell_index as i (heap, cid, kind, name, state, uses, last_used_at)
    select u.heap, u.cid, u.kind, u.name, case when u.uses >= ${wantedAfter} then 'wanted' else 'noted' end, u.uses, ${now}::timestamptz
    from ${sql.unnest(
      [...uses.values()].map(({ heap, use, count }) => [heap, use.cid, use.kind, indexName(heap, use), count]),
      ['text', 'text', 'text', 'text', 'int8'],
    )} as u (heap, cid, kind, name, uses)
    on conflict (heap, cid, kind) do update set
      uses = i.uses + excluded.uses, last_used_at = excluded.last_used_at,
      state = case when i.state = 'noted' and i.uses + excluded.uses >= ${wantedAfter} then 'wanted' else i.state end`);

/** Says that an index is wanted, whatever was noted of it. */
export const wantIndex = (database: CommonQueryMethods, index: CellIndex) =>
  database.query(sql.typeAlias('void')`
    insert into tables.cell_index as i (heap, cid, kind, name, state)
    values (${index.heap}, ${index.cid}, ${index.kind}, ${index.name}, 'wanted')
    on conflict (heap, cid, kind) do update set
      last_used_at = now(), state = case when i.state = 'noted' then 'wanted' else i.state end`);

/** The index that is wanted most, or null. */
export const nextWanted = (database: CommonQueryMethods) =>
  database.maybeOne(sql.type(CellIndex)`
    select heap, cid, kind, name from tables.cell_index where state = 'wanted' order by uses desc, name limit 1`);

/** Says what became of an index that was wanted; answers whether it still is on record. */
export async function setState(
  database: CommonQueryMethods,
  { heap, cid, kind }: CellIndex,
  state: 'ready' | 'failed',
  error: string | null,
): Promise<boolean> {
  const { rowCount } = await database.query(sql.typeAlias('void')`
    update tables.cell_index set state = ${state}, error = ${error} where heap = ${heap} and cid = ${cid} and kind = ${kind}`);
  return rowCount > 0;
}

/** Indexes that nobody could have used since a time, and those of heaps or columns that are gone. */
export const unusedSince = (database: CommonQueryMethods, time: string) =>
  database.any(sql.type(CellIndex)`
    select i.heap, i.cid, i.kind, i.name from tables.cell_index as i
    where i.last_used_at < ${time}::timestamptz
       or not exists (
         select from tables.user_table as t
         where t.heap = i.heap and (i.kind = 'moment' or exists (
           select from tables.user_column as c
           where c.space_id = t.space_id and c.table_id = t.id and c.cid = i.cid and c.deleted_at is null)))`);

/** Forgets an index. */
export const forgetIndex = (database: CommonQueryMethods, { heap, cid, kind }: CellIndex) =>
  database.query(sql.typeAlias('void')`delete from tables.cell_index where heap = ${heap} and cid = ${cid} and kind = ${kind}`);

/** The column that an index is on, as far as the expression depends on it; null when it is gone. */
export const indexedColumn = (database: CommonQueryMethods, { heap, cid }: Pick<CellIndex, 'heap' | 'cid'>) =>
  database.maybeOneFirst(sql.type(z.object({ type: z.enum(columnTypes) }))`
    select c.type from tables.user_table as t
    join tables.user_column as c on c.space_id = t.space_id and c.table_id = t.id
    where t.heap = ${heap} and c.cid = ${cid} and c.deleted_at is null`);
