import { findExisting, listQuery, orderOf, type PageInput, type PageQuery, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { snapshotJson } from '../new-snapshots/new-snapshots.queries.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema } from '../schema/schema.ts';
import { StoredColumn, StoredMeta, StoredView } from './stored-schema.ts';

/** A complete snapshot as selected. */
const SnapshotRow = z.object({
  id: z.string(),
  label: z.string().nullable(),
  seq: z.number(),
  meta: StoredMeta,
  columns: z.array(StoredColumn),
  views: z.array(StoredView),
  created_at: z.number(),
});

/** A complete snapshot. */
export type SnapshotRow = z.infer<typeof SnapshotRow>;

/** Returns a snapshot of a table, or null. `mustLock` locks it against deletion until the transaction ends. */
export const findSnapshot = (database: CommonQueryMethods, space: string, table: string, id: string, mustLock = false) =>
  database.maybeOne(sql.type(SnapshotRow)`
    select id, label, seq, meta, columns, views, created_at from tables.snapshot
    where space_id = ${space} and table_id = ${table} and id = ${id} ${mustLock ? sql.fragment`for share` : sql.fragment``}`);

/** Returns the response JSON of a snapshot; throws `not_found`. */
export async function readSnapshot(database: CommonQueryMethods, space: string, table: string, id: string): Promise<string> {
  const query = sql.type(z.object({ json: z.string() }))`
    select ${snapshotJson(sql.fragment`s`)}::text as json from tables.snapshot as s
    where s.space_id = ${space} and s.table_id = ${table} and s.id = ${id}`;
  return (await findExisting(database, query, { noun: 'snapshot of this table', id })).json;
}

/** Builds a page of the snapshots of a table. */
export const listSnapshots = (space: string, { table_id, sort, ...page }: PageInput & { table_id: string; sort: string }): PageQuery =>
  listQuery(page, {
    from: sql.fragment`tables.snapshot as s`,
    alias: 's',
    where: sql.fragment`s.space_id = ${space} and s.table_id = ${table_id}`,
    item: snapshotJson(sql.fragment`s`),
    ...orderOf(sort, 's', {}),
  });

/** Deletes a snapshot and returns its label, or null if it does not exist. */
export const deleteSnapshot = (tx: CommonQueryMethods, space: string, table: string, id: string) =>
  tx.maybeOne(sql.type(z.object({ label: z.string().nullable() }))`
    delete from tables.snapshot where space_id = ${space} and table_id = ${table} and id = ${id} returning label`);

/** Returns the live columns of a table as a snapshot stores them. */
export const findStoredColumns = (tx: CommonQueryMethods, space: string, table: string) =>
  tx.oneFirst(sql.type(z.object({ columns: z.array(StoredColumn) }))`
    select coalesce(jsonb_agg(to_jsonb(c) order by c.position, c.id), '[]') as columns from tables.user_column as c
    where c.space_id = ${space} and c.table_id = ${table} and c.deleted_at is null`);

/** Returns the shared views of a table as a snapshot stores them: a snapshot has no personal ones. */
export const findStoredViews = (tx: CommonQueryMethods, space: string, table: string) =>
  tx.oneFirst(sql.type(z.object({ views: z.array(StoredView) }))`
    select coalesce(jsonb_agg(to_jsonb(v) order by v.id), '[]') as views from tables.view as v
    where v.space_id = ${space} and v.table_id = ${table} and v.owner_id is null`);

const HistoryRange = z.object({ created_at: z.number(), history_since: z.number() });

/** Returns the time at which a table was created and the time since which its row history is complete. */
export const findHistoryRange = (
  database: CommonQueryMethods,
  { space_id, table_id }: Pick<Schema, 'space_id' | 'table_id'>,
  days: number,
) =>
  database.one(sql.type(HistoryRange)`
    select created_at, now() - make_interval(days => ${days}) as history_since
    from tables.user_table where space_id = ${space_id} and id = ${table_id}`);

/** Sets the statement timeout of the rest of the transaction. */
export const setStatementTimeout = (tx: CommonQueryMethods, milliseconds: number) =>
  tx.query(sql.typeAlias('void')`set local statement_timeout = ${sql.literalValue(String(milliseconds))}`);

/** Counts the links of a column that lead to deleted rows, in rows written after a version. */
export const countDanglingLinks = (
  tx: CommonQueryMethods,
  { row_table, cid, target }: { row_table: string; cid: string; target: string },
  since: number,
) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from ${rowTableSql(row_table)} as h
    cross join lateral jsonb_array_elements_text(
      case when jsonb_typeof(h.data->${cid}::text) = 'array' then h.data->${cid}::text else '[]' end) as link (id)
    where h.seq > ${since} and not exists (select from ${rowTableSql(target)} as t where t.id = link.id)`);
