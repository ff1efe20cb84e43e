import { isTransientError } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { pollingTask } from '@space/worker';
import type { CommonQueryMethods } from 'slonik';
import { compiledFormulasOf } from '../formulas/compiled-formulas.ts';
import { NO_TIME } from '../formulas/evaluate-row.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { type ComputePlan, lockComputedTables } from './plan.ts';
import { clearCells, findNextRowIds } from './recompute.queries.ts';
import { propagate, recomputeColumns, recomputeRows } from './recompute.ts';
import { recomputeFormulasInSql } from './recompute-formulas-sql.ts';
import { claimJob, deleteJob, failColumns, type RecomputeJob, saveProgress, setColumnStatus } from './recompute-jobs.queries.ts';

/** Rows of one transaction. */
const BATCH_ROWS = 2_000;

/** Pause between two polls for a job. */
const POLL_INTERVAL_MS = 250;

/**
 * Recomputes stale cells: runs the jobs that writes and column changes leave, oldest first, in batches by row id. Each batch
 * is a short transaction under the same locks as a write (compute-rows.ts), so no restore or column change can interfere;
 * its progress commits with it. Several processes may run the task: a job is claimed with `skip locked`. A job that fails
 * with a permanent error marks its columns as broken and ends.
 */
export const recomputeTask = ({ database, log }: Pick<Ports, 'database' | 'log'>): Task =>
  pollingTask({
    name: 'recompute',
    intervalMs: POLL_INTERVAL_MS,
    poll: () => recomputeBatch(database, log),
    onError: (error) => log.warn({ err: error }, 'recompute of stale cells failed; retrying in 1 s'),
  });

/** Recomputes one batch of the oldest job that no process has claimed. Returns false if there was no job. */
export async function recomputeBatch({ transaction }: Ports['database'], log?: Ports['log']): Promise<boolean> {
  let claimed: RecomputeJob | null = null;
  try {
    return await transaction(async (tx) => {
      claimed = await claimJob(tx);
      if (!claimed) return false;
      await processJob(tx, claimed);
      return true;
    });
  } catch (error) {
    const job = claimed as RecomputeJob | null;
    if (!job || isTransientError(error)) throw error;
    log?.error(
      { err: error, table_id: job.table_id, column_ids: job.column_ids },
      'recompute of columns failed; the columns are marked as broken',
    );
    await transaction(async (tx) => {
      await failColumns(tx, job, 'Its values could not be computed; change the column to try again.');
      await deleteJob(tx, job.id);
    });
    return true;
  }
}

async function processJob(tx: CommonQueryMethods, job: RecomputeJob): Promise<void> {
  const plan = await lockComputedTables(tx, job);
  const schema = plan.tables.get(job.table_id);
  if (!schema) return void (await deleteJob(tx, job.id));
  const ids = await findNextRowIds(tx, schema, job, BATCH_ROWS);
  const wanted = new Set(job.column_ids);
  const { ordered, volatile } = compiledFormulasOf(schema);
  await clearCells(
    tx,
    schema,
    schema.columns.filter(({ id, type }) => type === 'formula' && wanted.has(id) && volatile.has(id)),
    ids,
  );
  await recomputeJobRows(
    tx,
    plan,
    schema,
    ordered.filter(({ id }) => wanted.has(id)),
    ids,
    job,
  );
  if (ids.length === BATCH_ROWS) return void (await saveProgress(tx, job.id, ids.at(-1)!, ids.length));
  await deleteJob(tx, job.id);
  await setColumnStatus(tx, job, job.column_ids, 'pending', 'ok');
  if (job.row_ids === null) await recomputeColumns(tx, plan, lookupsReading(plan, schema, wanted));
}

async function recomputeJobRows(
  tx: CommonQueryMethods,
  plan: ComputePlan,
  schema: Schema,
  columns: readonly Column[],
  ids: readonly string[],
  { row_ids }: RecomputeJob,
): Promise<void> {
  // Lookups that read these columns are recomputed as a whole after the last row, so they need not follow row by row.
  if (row_ids === null) {
    const left = await recomputeFormulasInSql(tx, schema, columns, ids);
    await recomputeRows(tx, plan, schema, columns, left, NO_TIME);
    return;
  }
  const changes = await recomputeRows(tx, plan, schema, columns, ids, NO_TIME);
  if (changes.length > 0) await propagate(tx, plan, new Map([[schema.table_id, changes]]), NO_TIME);
}

/** Returns the lookups, rollups and counts that read one of these columns. */
const lookupsReading = (plan: ComputePlan, schema: Schema, columnIds: ReadonlySet<string>): string[] =>
  (plan.lookupsByTable.get(schema.table_id) ?? [])
    .filter(({ watched }) => watched.some(({ id }) => columnIds.has(id)))
    .map(({ column }) => column.id);
