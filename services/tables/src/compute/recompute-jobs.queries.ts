import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Schema } from '../schema/schema.ts';
import { markPending, staleColumnsSql } from './pending.queries.ts';

/** A job that recomputes columns in the background. */
const JobRow = z.object({
  id: z.number(),
  space_id: z.string(),
  table_id: z.string(),
  column_ids: z.array(z.string()),
  row_ids: z.array(z.string()).nullable(),
  after_row_id: z.string(),
  done: z.number(),
  total: z.number(),
  attempts: z.number(),
  batch_rows: z.number().nullable(),
  /** The end of the lease, which no other lease of the job has. */
  lease: z.string(),
});

/** A job that recomputes columns in the background. */
export type RecomputeJob = z.infer<typeof JobRow>;

const texts = (values: readonly string[]) => sql.array([...values], 'text');

/**
 * Enqueues columns to be recomputed for some rows or for all, and marks them and the columns that read them as pending. Does
 * not enqueue them again if a job that covers them has not started yet: no batch of it runs, and none runs before the
 * transaction ends, since the transaction locks the job. It waits for no lock of a job.
 */
export async function enqueueJob(
  tx: CommonQueryMethods,
  { space_id, table_id }: Pick<Schema, 'space_id' | 'table_id'>,
  columnIds: readonly string[],
  rowIds: readonly string[] | null,
  total: number,
): Promise<void> {
  const columns = texts(columnIds.toSorted());
  const rows = rowIds && texts(rowIds.toSorted());
  const isEnough = rows ? sql.fragment`(row_ids is null or row_ids = ${rows})` : sql.fragment`row_ids is null`;
  await tx.query(sql.typeAlias('void')`
    insert into tables.recompute_job (space_id, table_id, column_ids, row_ids, total)
    select ${space_id}, ${table_id}, ${columns}, ${rows}, ${total}
    where not exists (
      select from tables.recompute_job
      where space_id = ${space_id} and table_id = ${table_id} and after_row_id = '' and column_ids @> ${columns} and ${isEnough}
      for key share skip locked)`);
  await markPending(tx, space_id, columnIds);
}

/** The lease of a claimed job as text, with all of its digits. */
const leaseSql = sql.fragment`extract(epoch from claimed_until)::text`;

/**
 * Claims a job for one batch and counts the attempt, so that a batch that ends its process is counted too. Spaces take turns:
 * `recent` are those of the last batches, the latest at the end, and their jobs come after all others. Within a Space the
 * oldest job is first. Other processes may claim the job after the lease.
 */
export const claimJob = (database: CommonQueryMethods, recent: readonly string[], leaseSeconds: number) =>
  database.maybeOne(sql.type(JobRow)`
    update tables.recompute_job set attempts = attempts + 1, claimed_until = now() + make_interval(secs => ${leaseSeconds})
    where id = (
      select id from tables.recompute_job where claimed_until is null or claimed_until < now()
      order by array_position(${texts(recent)}, space_id) nulls first, id limit 1 for update skip locked
    )
    returning id, space_id, table_id, column_ids, row_ids, after_row_id, done, total, attempts, batch_rows,
      ${leaseSql} as lease`);

/**
 * Locks a claimed job until the transaction ends. Returns false if it is gone, if another process claimed it since, or if a
 * transaction that has not ended relies on it.
 */
export const lockClaimedJob = (tx: CommonQueryMethods, { id, lease }: RecomputeJob): Promise<boolean> =>
  tx.exists(sql.typeAlias('void')`
    select from tables.recompute_job where id = ${id} and ${leaseSql} = ${lease} for update skip locked`);

/** Releases a claimed job, unless another process claimed it since. With `uncounted` the attempt is not counted. */
export const releaseJob = (database: CommonQueryMethods, { id, lease }: RecomputeJob, uncounted: boolean) =>
  database.query(sql.typeAlias('void')`
    update tables.recompute_job set claimed_until = null, attempts = attempts - ${uncounted ? 1 : 0}
    where id = ${id} and ${leaseSql} = ${lease}`);

/** Saves the progress of a job after a batch and gives up the claim. */
export const saveProgress = (tx: CommonQueryMethods, job: number, batch: { after: string; rows: number; next_rows: number }) =>
  tx.query(sql.typeAlias('void')`
    update tables.recompute_job set after_row_id = ${batch.after}, done = done + ${batch.rows}, total = greatest(total, done + ${batch.rows}),
      attempts = 0, claimed_until = null, batch_rows = ${batch.next_rows}
    where id = ${job}`);

/** Limits the time of each statement in the rest of a transaction, in milliseconds. */
export const limitStatements = (tx: CommonQueryMethods, milliseconds: number) =>
  tx.query(sql.typeAlias('void')`set local statement_timeout = ${sql.literalValue(String(milliseconds))}`);

/** Deletes a job. */
export const deleteJob = (tx: CommonQueryMethods, job: number) =>
  tx.query(sql.typeAlias('void')`delete from tables.recompute_job where id = ${job}`);

/**
 * Marks the columns of a job as broken with a message, and the columns that read them, also in cached schemas; a change of the
 * column repairs them.
 */
export const failColumns = (tx: CommonQueryMethods, { space_id, column_ids }: RecomputeJob, error: { code: string; message: string }) =>
  tx.query(sql.typeAlias('void')`
    with recursive ${staleColumnsSql(space_id, sql.fragment`select id from failed`)},
    failed as (
      select id from tables.user_column where space_id = ${space_id} and id = any(${texts(column_ids)}) and status = 'pending'
    ),
    broken as (
      update tables.user_column as c set version = c.version + 1, status = 'error', error = case
        when f.id is not null then ${JSON.stringify(error)}::jsonb
        else ${JSON.stringify(readsFailed)}::jsonb end
      from stale left join failed as f on f.id = stale.id
      where c.space_id = ${space_id} and c.id = stale.id and c.status <> 'error' and c.deleted_at is null
      returning c.table_id
    )
    update tables.user_table set version = version + 1, schema_version = schema_version + 1
    where space_id = ${space_id} and id in (select table_id from broken)`);

/** The error of a column that reads one whose job failed. */
const readsFailed = { code: 'broken_column', message: 'It reads a column that could not be computed; change that column to try again.' };

const Progress = z.object({ column_id: z.string(), done: z.number(), total: z.number() });

/** Returns the recomputed and the total number of rows of pending columns, by column id. */
export async function findProgress(
  database: CommonQueryMethods,
  space: string,
  table: string,
): Promise<ReadonlyMap<string, { done: number; total: number }>> {
  const found = await database.any(sql.type(Progress)`
    select column_id, sum(done)::bigint as done, sum(total)::bigint as total
    from tables.recompute_job, unnest(column_ids) as column_id
    where space_id = ${space} and table_id = ${table} group by column_id`);
  return new Map(found.map(({ column_id, done, total }) => [column_id, { done, total }]));
}
