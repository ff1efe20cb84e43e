import { RECOMPUTE_STATEMENT_TIMEOUT_MS } from '@space/contracts/tables';
import type { CommonQueryMethods } from 'slonik';
import { compiledFormulasOf } from '../formulas/compiled-formulas.ts';
import { type EvaluateFormulas, evaluateForCall } from '../formulas/evaluate-formulas.ts';
import { NO_TIME } from '../formulas/evaluate-row.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { updatePending } from './pending.queries.ts';
import { type ComputePlan, lockComputedTables } from './plan.ts';
import { clearCells, findNextRowIds } from './recompute.queries.ts';
import { propagate, recomputeColumns, recomputeRows } from './recompute.ts';
import { recomputeFormulasInSql } from './recompute-formulas-sql.ts';
import { deleteJob, limitStatements, lockClaimedJob, type RecomputeJob, releaseJob, saveProgress } from './recompute-jobs.queries.ts';

/** The bounds of a batch: its rows and the time that it aims at. */
export interface BatchSize {
  readonly max_rows: number;
  /** The duration that batches aim at, in milliseconds. */
  readonly aim_ms: number;
}

/** Batches of a process that has nothing else to do. */
export const LARGE_BATCHES: BatchSize = { max_rows: 2_000, aim_ms: 500 };

/**
 * Batches of a process that runs calls: few rows, because a call waits while they are read and stored, but a longer time,
 * because formulas give way to calls, and each batch has statements of its own.
 */
export const SMALL_BATCHES: BatchSize = { max_rows: 32, aim_ms: 100 };

/** Cells of the first batch of a job, since the cost of a row is not known yet. */
const FIRST_BATCH_CELLS = 500;

/** Each further attempt has this fraction of the rows. */
const ATTEMPT_DIVISOR = 8;

/** Returns the number of rows of the next batch of a claimed job. */
export function batchRowsOf(
  { batch_rows, column_ids, attempts }: Pick<RecomputeJob, 'batch_rows' | 'column_ids' | 'attempts'>,
  { max_rows }: BatchSize,
): number {
  const rows = Math.min(max_rows, batch_rows ?? Math.ceil(FIRST_BATCH_CELLS / column_ids.length));
  return Math.max(1, Math.floor(rows / ATTEMPT_DIVISOR ** (attempts - 1)));
}

/** Returns the rows of the batch after one of so many rows that took so long. */
export const nextBatchRows = (rows: number, milliseconds: number, { max_rows, aim_ms }: BatchSize): number =>
  Math.max(1, Math.min(max_rows, 4 * rows, Math.ceil((rows * aim_ms) / Math.max(1, milliseconds))));

/**
 * Recomputes one batch of a claimed job. `onLocked` is called when the locks are held and the computation begins. Returns true if
 * the job ended; the caller then releases its columns (`releasePending`) after the commit.
 */
export async function processJob(
  tx: CommonQueryMethods,
  job: RecomputeJob,
  evaluate: EvaluateFormulas,
  size: BatchSize,
  onLocked: () => void = () => {},
): Promise<boolean> {
  if (!(await lockOrReleaseJob(tx, job))) return false;
  const plan = await lockComputedTables(tx, job);
  onLocked();
  const schema = plan.tables.get(job.table_id);
  if (!schema) {
    await deleteJob(tx, job.id);
    await updatePending(tx, job.space_id);
    return true;
  }
  await limitStatements(tx, RECOMPUTE_STATEMENT_TIMEOUT_MS);
  const startedAt = performance.now();
  const rows = batchRowsOf(job, size);
  const ids = await findNextRowIds(tx, schema, job, rows);
  const wanted = new Set(job.column_ids);
  const { ordered, volatile } = compiledFormulasOf(schema);
  const gone = schema.columns.filter(({ id, type }) => type === 'formula' && wanted.has(id) && volatile.has(id));
  await clearCells(tx, schema, gone, ids);
  const columns = ordered.filter(({ id }) => wanted.has(id));
  const [firstLeft] = await recomputeJobRows(tx, plan, schema, columns, ids, job, evaluate);
  const done = firstLeft === undefined ? ids.length : ids.indexOf(firstLeft);
  if (firstLeft !== undefined || ids.length === rows) {
    const next_rows = nextBatchRows(done, performance.now() - startedAt, size);
    await saveProgress(tx, job.id, { after: ids[done - 1]!, rows: done, next_rows });
    return false;
  }
  await deleteJob(tx, job.id);
  if (job.row_ids === null) await recomputeColumns(tx, plan, lookupsReading(plan, schema, wanted));
  await updatePending(tx, job.space_id);
  return true;
}

/** Locks a claimed job, or gives back the claim and returns false: see `lockClaimedJob`. */
export async function lockOrReleaseJob(tx: CommonQueryMethods, job: RecomputeJob): Promise<boolean> {
  if (await lockClaimedJob(tx, job)) return true;
  await releaseJob(tx, job, true);
  return false;
}

/** Releases the columns that waited for a job that has ended and for one that ended at the same time, in a transaction of its own. */
export async function releasePending(tx: CommonQueryMethods, job: RecomputeJob): Promise<void> {
  await lockComputedTables(tx, job);
  await updatePending(tx, job.space_id);
}

/** Recomputes the first rows of a batch, as many as there is room for. Returns the ids of the others for the next batch, in order. */
async function recomputeJobRows(
  tx: CommonQueryMethods,
  plan: ComputePlan,
  schema: Schema,
  columns: readonly Column[],
  ids: readonly string[],
  { row_ids }: RecomputeJob,
  evaluate: EvaluateFormulas,
): Promise<readonly string[]> {
  // Lookups that read these columns are recomputed as a whole after the last row, so they need not follow row by row.
  if (row_ids === null) {
    const left = await recomputeFormulasInSql(tx, schema, columns, ids);
    return (await recomputeRows(tx, plan, schema, columns, left, NO_TIME, evaluate)).left_ids;
  }
  const { changes, left_ids } = await recomputeRows(tx, plan, schema, columns, ids, NO_TIME, evaluate);
  if (changes.length > 0) await propagate(tx, plan, new Map([[schema.table_id, changes]]), NO_TIME, evaluateForCall());
  return left_ids;
}

/** Returns the lookups, rollups and counts that read one of these columns. */
const lookupsReading = (plan: ComputePlan, schema: Schema, columnIds: ReadonlySet<string>): string[] =>
  (plan.lookupsByTable.get(schema.table_id) ?? [])
    .filter(({ watched }) => watched.some(({ id }) => columnIds.has(id)))
    .map(({ column }) => column.id);
