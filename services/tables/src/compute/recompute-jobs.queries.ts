import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Schema } from '../schema/schema.ts';

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
});

/** A job that recomputes columns in the background. */
export type RecomputeJob = z.infer<typeof JobRow>;

const texts = (values: readonly string[]) => sql.array([...values], 'text');

/**
 * Enqueues columns to be recomputed for some rows or for all, and marks them as pending. Does nothing if a job that
 * covers them has not started yet.
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
      where space_id = ${space_id} and table_id = ${table_id} and after_row_id = '' and column_ids @> ${columns} and ${isEnough})`);
  await setColumnStatus(tx, { space_id, table_id }, columnIds, 'ok', 'pending');
}

/** Changes the status of columns that have the status `from`. A changed status is a new version of the columns and the table. */
export async function setColumnStatus(
  tx: CommonQueryMethods,
  { space_id, table_id }: Pick<Schema, 'space_id' | 'table_id'>,
  columnIds: readonly string[],
  from: 'ok' | 'pending',
  to: 'ok' | 'pending',
): Promise<void> {
  const isFree =
    to === 'ok'
      ? sql.fragment`not exists (
          select from tables.recompute_job as j
          where j.space_id = c.space_id and j.table_id = c.table_id and c.id = any(j.column_ids))`
      : sql.fragment`true`;
  const { rowCount } = await tx.query(sql.typeAlias('void')`
    update tables.user_column as c set status = ${to}, version = version + 1
    where space_id = ${space_id} and table_id = ${table_id} and id = any(${texts(columnIds)}) and status = ${from} and ${isFree}`);
  if (rowCount > 0) await bumpTableVersion(tx, space_id, [table_id]);
}

/** Gives tables a new ETag; their schema version stays. */
const bumpTableVersion = (tx: CommonQueryMethods, space: string, tables: readonly string[]) =>
  tx.query(
    sql.typeAlias('void')`update tables.user_table set version = version + 1 where space_id = ${space} and id = any(${texts(tables)})`,
  );

/** Claims the oldest job that no other process has claimed, until the transaction ends. */
export const claimJob = (tx: CommonQueryMethods) =>
  tx.maybeOne(sql.type(JobRow)`
    select id, space_id, table_id, column_ids, row_ids, after_row_id, done, total from tables.recompute_job
    order by id limit 1 for update skip locked`);

/** Saves the progress of a job. */
export const saveProgress = (tx: CommonQueryMethods, job: number, after: string, rows: number) =>
  tx.query(sql.typeAlias('void')`
    update tables.recompute_job set after_row_id = ${after}, done = done + ${rows}, total = greatest(total, done + ${rows}) where id = ${job}`);

/** Deletes a job. */
export const deleteJob = (tx: CommonQueryMethods, job: number) =>
  tx.query(sql.typeAlias('void')`delete from tables.recompute_job where id = ${job}`);

/** Marks columns as broken with a message; a change of the column repairs it. */
export async function failColumns(tx: CommonQueryMethods, job: RecomputeJob, message: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    update tables.user_column set status = 'error', error = ${JSON.stringify({ code: 'failed', message })}::jsonb, version = version + 1
    where space_id = ${job.space_id} and id = any(${texts(job.column_ids)}) and status = 'pending'`);
  await bumpTableVersion(tx, job.space_id, [job.table_id]);
}

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
