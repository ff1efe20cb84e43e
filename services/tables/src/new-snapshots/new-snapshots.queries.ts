import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { rowCountSql } from '../schema/row-count-sql.ts';

/** Kinds of snapshots: taken by a caller, or automatically before an operation that may be reverted. */
export type SnapshotKind = 'manual' | 'before_restore' | 'before_import' | 'before_change';

/** Returns the response JSON of the snapshot row `s`. */
export const snapshotJson = (s: FragmentSqlToken) => sql.fragment`(select row_to_json(r) from (select
  ${s}.id, ${wireTime(sql.fragment`${s}.created_at`)} as created_at, ${wireTime(sql.fragment`${s}.created_at`)} as updated_at,
  ${s}.table_id, ${s}.label, ${s}.kind, ${s}.row_count, ${s}.created_by) as r)`;

/** Counts the snapshots of a table that callers took. */
export const countManualSnapshots = (tx: CommonQueryMethods, space: string, table: string) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from tables.snapshot where space_id = ${space} and table_id = ${table} and kind = 'manual'`);

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
      (select coalesce(jsonb_agg(to_jsonb(v) order by v.id), '[]') from tables.view as v
        where v.space_id = t.space_id and v.table_id = t.id and v.owner_id is null),
      ${rowCountSql(sql.fragment`t.id`)}, ${by}::jsonb, ${now}::timestamptz
    from tables.user_table as t where t.space_id = ${space} and t.id = ${table}
    returning s.id, s.seq, ${snapshotJson(sql.fragment`s`)}::text as json`);

/**
 * Records that the versions of rows since a snapshot are those of one change, so that it can be reverted. The caller has held the
 * exclusive lock of the table since it took the snapshot.
 */
export const recordChange = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`
    update tables.snapshot set change_seq = nextval('tables.row_seq') where space_id = ${space} and id = ${id}`);

/** Deletes the oldest automatic snapshots of a table beyond the newest `count`. */
export const deleteOldAutomaticSnapshots = (tx: CommonQueryMethods, space: string, table: string, count: number) =>
  tx.query(sql.typeAlias('void')`
    delete from tables.snapshot where space_id = ${space} and id in (
      select id from tables.snapshot where space_id = ${space} and table_id = ${table} and kind <> 'manual' order by id desc offset ${count})`);
