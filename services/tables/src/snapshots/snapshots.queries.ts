import { listQuery, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema } from '../schema/schema.ts';
import { StoredColumn, StoredMeta, StoredView } from './stored-schema.ts';

/** Kinds of snapshots: taken by a caller, or automatically before an operation that may be reverted. */
export type SnapshotKind = 'manual' | 'before_restore' | 'before_import';

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

/** Returns the response JSON of the snapshot row `s`. */
const snapshotJson = (s: FragmentSqlToken) => sql.fragment`(select row_to_json(r) from (select
  ${s}.id, ${wireTime(sql.fragment`${s}.created_at`)} as created_at, ${wireTime(sql.fragment`${s}.created_at`)} as updated_at,
  ${s}.table_id, ${s}.label, ${s}.kind, ${s}.row_count, ${s}.created_by) as r)`;

/** Returns a snapshot of a table, or null. `mustLock` locks it against deletion until the transaction ends. */
export const findSnapshot = (database: CommonQueryMethods, space: string, table: string, id: string, mustLock = false) =>
  database.maybeOne(sql.type(SnapshotRow)`
    select id, label, seq, meta, columns, views, created_at from tables.snapshot
    where space_id = ${space} and table_id = ${table} and id = ${id} ${mustLock ? sql.fragment`for share` : sql.fragment``}`);

/** Builds a page of the snapshots of a table, newest first. */
export const listSnapshots = (space: string, { table_id, ...page }: PageInput & { table_id: string }): PageQuery =>
  listQuery(page, {
    from: sql.fragment`tables.snapshot as s`,
    alias: 's',
    where: sql.fragment`s.space_id = ${space} and s.table_id = ${table_id}`,
    item: snapshotJson(sql.fragment`s`),
  });

/** Counts the snapshots of a table that callers took. */
export const countManualSnapshots = (tx: CommonQueryMethods, space: string, table: string) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from tables.snapshot where space_id = ${space} and table_id = ${table} and kind = 'manual'`);

/** Deletes a snapshot and returns its label, or null if it does not exist. */
export const deleteSnapshot = (tx: CommonQueryMethods, space: string, table: string, id: string) =>
  tx.maybeOne(sql.type(z.object({ label: z.string().nullable() }))`
    delete from tables.snapshot where space_id = ${space} and table_id = ${table} and id = ${id} returning label`);

/** Returns the live columns of a table as a snapshot stores them. */
export const findStoredColumns = (tx: CommonQueryMethods, space: string, table: string) =>
  tx.oneFirst(sql.type(z.object({ columns: z.array(StoredColumn) }))`
    select coalesce(jsonb_agg(to_jsonb(c) order by c.position, c.id), '[]') as columns from tables.user_column as c
    where c.space_id = ${space} and c.table_id = ${table} and c.deleted_at is null`);

/** Returns the views of a table as a snapshot stores them. */
export const findStoredViews = (tx: CommonQueryMethods, space: string, table: string) =>
  tx.oneFirst(sql.type(z.object({ views: z.array(StoredView) }))`
    select coalesce(jsonb_agg(to_jsonb(v) order by v.id), '[]') as views from tables.view as v
    where v.space_id = ${space} and v.table_id = ${table}`);

/** Inserts a snapshot of the current state in one round trip. Its size does not depend on the number of rows. */
export const insertSnapshot = (
  tx: CommonQueryMethods,
  {
    space,
    table,
    id,
    label,
    kind,
    by,
    now,
  }: { space: string; table: string; id: string; label: string | null; kind: SnapshotKind; by: string; now: string },
) =>
  tx.maybeOne(sql.type(z.object({ id: z.string(), seq: z.number(), json: z.string() }))`
    insert into tables.snapshot as s (space_id, id, table_id, label, kind, seq, meta, columns, views, row_count, created_by, created_at)
    select t.space_id, ${id}, t.id, ${label}, ${kind}, nextval('tables.row_seq'),
      jsonb_build_object('plural_label', t.plural_label, 'singular_label', t.singular_label, 'icon', t.icon, 'color', t.color,
        'description', t.description, 'title_column_id', t.title_column_id,
        'dependencies', (select coalesce(jsonb_agg(jsonb_build_array(d.column_id, d.reads_column_id)), '[]')
          from tables.column_dependency as d join tables.user_column as c on c.space_id = d.space_id and c.id = d.column_id
          where c.space_id = t.space_id and c.table_id = t.id and c.deleted_at is null)),
      (select coalesce(jsonb_agg(to_jsonb(c) order by c.position, c.id), '[]') from tables.user_column as c
        where c.space_id = t.space_id and c.table_id = t.id and c.deleted_at is null),
      (select coalesce(jsonb_agg(to_jsonb(v) order by v.id), '[]') from tables.view as v where v.space_id = t.space_id and v.table_id = t.id),
      (select coalesce(sum(delta), 0)::int8 from tables.row_count_delta where table_id = t.id), ${by}::jsonb, ${now}::timestamptz
    from tables.user_table as t where t.space_id = ${space} and t.id = ${table}
    returning s.id, s.seq, ${snapshotJson(sql.fragment`s`)}::text as json`);

/** Deletes the oldest automatic snapshots of a table beyond the newest `count`. */
export const deleteOldAutomaticSnapshots = (tx: CommonQueryMethods, space: string, table: string, count: number) =>
  tx.query(sql.typeAlias('void')`
    delete from tables.snapshot where space_id = ${space} and id in (
      select id from tables.snapshot where space_id = ${space} and table_id = ${table} and kind <> 'manual' order by id desc offset ${count})`);

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
