import { sql } from '@space/database';
import { z } from 'zod';
import type { Column, Schema } from '../schema/schema.ts';
import type { RowReadPorts } from './related-data.ts';

const Job = z.object({ column_ids: z.array(z.string()), row_ids: z.array(z.string()).nullable(), after_row_id: z.string() });

/** Returns a function that lists the columns whose cells may be stale in a row. Queries jobs only if a column is pending. */
export async function findPendingColumns(
  { database }: RowReadPorts,
  schema: Schema,
  columns: readonly Column[],
): Promise<(id: string) => string[]> {
  const pendingColumns = columns.filter(({ status }) => status === 'pending');
  if (pendingColumns.length === 0) return () => [];
  const jobs = await database.any(sql.type(Job)`
    select column_ids, row_ids, after_row_id from tables.recompute_job
    where space_id = ${schema.space_id} and table_id = ${schema.table_id}`);
  const openJobs = jobs.map(({ column_ids, row_ids, after_row_id }) => ({
    columns: new Set(column_ids),
    includesRow: row_ids ? Set.prototype.has.bind(new Set(row_ids)) : (id: string) => id > after_row_id,
  }));
  return (id) =>
    pendingColumns.filter((column) => openJobs.some((job) => job.columns.has(column.id) && job.includesRow(id))).map(({ key }) => key);
}
