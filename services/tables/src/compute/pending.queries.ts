import { MAX_PENDING_ROWS } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Schema } from '../schema/schema.ts';

/*
 * Pending columns.
 *
 * A column is `pending` while a job must recompute it, or a column that it reads: directly or through others, in its table or
 * in another one. Its cells may be out of date, or computed from cells of which only some are new. The transaction that
 * enqueues a job marks these columns, and the one that ends a job releases those that wait for no other job. Two jobs may end
 * together and not see the end of each other, so columns are released once more after the commit. Marks and releases change
 * `status_version` of their tables. Readers with a cached schema check it; writers do not, since they need not begin again. The
 * schema version stays.
 */

/** Selects the columns of `from` and all columns that read them, as `stale`; the statement must be recursive. */
export const staleColumnsSql = (space: string, from: FragmentSqlToken): FragmentSqlToken => sql.fragment`stale (id) as (
  ${from}
  union
  select d.column_id from stale join tables.column_dependency as d on d.space_id = ${space} and d.reads_column_id = stale.id
)`;

/** Marks the columns of `stale` that are not marked yet, and selects their tables as `marked`. */
const markedSql = (space: string) => sql.fragment`marked as (
  update tables.user_column as c set status = 'pending', version = c.version + 1 from stale
  where c.space_id = ${space} and c.id = stale.id and c.status = 'ok' and c.deleted_at is null
    and c.type in ('formula', 'lookup', 'rollup', 'count')
  returning c.table_id
)`;

/** Marks columns that a job recomputes, and all columns that read them. */
export const markPending = (tx: CommonQueryMethods, space: string, columnIds: readonly string[]) =>
  tx.query(sql.typeAlias('void')`
    with recursive ${staleColumnsSql(space, sql.fragment`select unnest(${sql.array([...columnIds], 'text')})`)},
    ${markedSql(space)}
    ${newStatusVersionSql(space, sql.fragment`select table_id from marked`)}`);

/** Marks the columns of a Space that wait for a job, and releases those that no longer do. */
export const updatePending = (tx: CommonQueryMethods, space: string) =>
  tx.query(sql.typeAlias('void')`
    with recursive ${staleColumnsSql(space, sql.fragment`select distinct unnest(column_ids) from tables.recompute_job where space_id = ${space}`)},
    ${markedSql(space)},
    released as (
      update tables.user_column as c set status = 'ok', version = c.version + 1
      where c.space_id = ${space} and c.status = 'pending' and not exists (select from stale where stale.id = c.id)
      returning c.table_id
    )
    ${newStatusVersionSql(space, sql.fragment`select table_id from marked union select table_id from released`)}`);

const newStatusVersionSql = (space: string, tables: FragmentSqlToken) => sql.fragment`
  update tables.user_table set version = version + 1, status_version = status_version + 1
  where space_id = ${space} and id in (${tables})`;

const Id = z.object({ id: z.string() });

/** Returns the ids of the pending columns of a table as a transaction sees them. */
export const findPendingIds = (tx: CommonQueryMethods, { space_id, table_id }: Schema): Promise<readonly string[]> =>
  tx.anyFirst(sql.type(Id)`
    select id from tables.user_column
    where space_id = ${space_id} and table_id = ${table_id} and status = 'pending' and deleted_at is null`);

const Job = z.object({ column_ids: z.array(z.string()), row_ids: z.array(z.string()).nullable(), after_row_id: z.string() });

/**
 * Returns the open jobs of a table: their columns, their rows (null for all), and the row up to which they are done. Jobs and rows
 * above `MAX_PENDING_ROWS` together count as jobs of all rows.
 */
export const findOpenJobs = (database: CommonQueryMethods, { space_id, table_id }: Schema) =>
  database.any(sql.type(Job)`
    with job as (
      select column_ids, row_ids, after_row_id, sum(1 + coalesce(cardinality(row_ids), 0)) over (order by id) as size
      from tables.recompute_job where space_id = ${space_id} and table_id = ${table_id}
    )
    select column_ids, row_ids, after_row_id from job where size <= ${MAX_PENDING_ROWS}
    union all
    select distinct column_ids, null::text[], '' from job where size > ${MAX_PENDING_ROWS}`);

/** Returns the lookups, rollups and counts among these columns that read a pending column of other rows. */
export const findReadersOfPending = (database: CommonQueryMethods, space: string, columnIds: readonly string[]) =>
  database.anyFirst(sql.type(Id)`
    select distinct c.id from tables.user_column as c
    join tables.column_dependency as d on d.space_id = c.space_id and d.column_id = c.id
    join tables.user_column as r on r.space_id = d.space_id and r.id = d.reads_column_id and r.status = 'pending'
    where c.space_id = ${space} and c.id = any(${sql.array([...columnIds], 'text')})
      and (r.table_id <> c.table_id or coalesce(c.config->>'table_id', c.table_id) = c.table_id)`);
