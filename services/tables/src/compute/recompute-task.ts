import { setTimeout as delay } from 'node:timers/promises';
import { isTransientError, sql } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { createWakeup } from '@space/worker';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { compiledFormulasOf } from '../formulas/compiled-formulas.ts';
import { NO_TIME } from '../formulas/evaluate-row.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Column, Schema } from '../schema/schema.ts';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { type ComputePlan, lockComputedTables } from './plan.ts';
import { clearCells, propagate, recomputeColumns, recomputeRows } from './recompute.ts';
import { recomputeFormulasInSql } from './recompute-formulas-sql.ts';
import { claimJob, deleteJob, failColumns, type RecomputeJob, saveProgress, setColumnStatus } from './recompute-jobs.queries.ts';

export { findProgress } from './recompute-jobs.queries.ts';

/** Rows of one transaction. */
const BATCH_ROWS = 2_000;

/** A new job is found this soon. */
const POLL_INTERVAL_MS = 250;

/** A stop of the database is waited for this long before the next try. */
const RETRY_DELAY_MS = 1_000;

/**
 * Works off the jobs that writes and changes of columns leave behind, oldest first, in batches by row id. Each batch is a
 * short transaction under the same locks as a write (compute-rows.ts), so no restore or change of columns falls between;
 * how far it came commits with it. Several processes may run it: a job is taken with `skip locked`. A job that fails for a
 * reason that does not pass marks its columns as broken and ends, rather than beginning anew for ever.
 */
export function recomputeTask({ database, log }: Pick<Ports, 'database' | 'log'>, _schemas: SchemaCache): Task {
  const bell = createWakeup();
  let stopped = true;
  let loop = Promise.resolve();

  const run = async (): Promise<void> => {
    while (!stopped)
      try {
        bell.reset();
        if (!(await recomputeBatch(database, log))) await bell.wait(POLL_INTERVAL_MS);
      } catch (error) {
        log.warn({ err: error }, 'could not work off cells that are out of date; trying again');
        await delay(RETRY_DELAY_MS);
      }
  };

  return {
    name: 'recompute',
    async start() {
      stopped = false;
      loop = run();
    },
    async stop() {
      stopped = true;
      bell.notify();
      await loop;
    },
  };
}

/** Works off one batch of the oldest job that nobody works on; answers whether there was one. */
export async function recomputeBatch({ transaction }: Ports['database'], log?: Ports['log']): Promise<boolean> {
  let taken: RecomputeJob | null = null;
  try {
    return await transaction(async (tx) => {
      taken = await claimJob(tx);
      if (!taken) return false;
      await processJob(tx, taken);
      return true;
    });
  } catch (error) {
    const job = taken as RecomputeJob | null;
    if (!job || isTransientError(error)) throw error;
    log?.error({ err: error, table_id: job.table_id, column_ids: job.column_ids }, 'columns could not be worked out');
    await transaction(async (tx) => {
      await failColumns(tx, job, 'Its values could not be worked out; change the column to try again.');
      await deleteJob(tx, job.id);
    });
    return true;
  }
}

async function processJob(tx: CommonQueryMethods, job: RecomputeJob): Promise<void> {
  const plan = await lockComputedTables(tx, job);
  const schema = plan.tables.get(job.table_id);
  if (!schema) return void (await deleteJob(tx, job.id));
  const ids = await nextRows(tx, schema, job);
  const wanted = new Set(job.column_ids);
  const columns = compiledFormulasOf(schema).ordered.filter(({ id }) => wanted.has(id));
  await clearCells(
    tx,
    schema,
    schema.columns.filter(({ id, type }) => type === 'formula' && wanted.has(id) && compiledFormulasOf(schema).volatile.has(id)),
    ids,
  );
  await recomputeJobRows(tx, plan, schema, columns, ids, job);
  if (ids.length === BATCH_ROWS) return void (await saveProgress(tx, job.id, ids.at(-1)!, ids.length));
  await deleteJob(tx, job.id);
  await setColumnStatus(tx, job, job.column_ids, 'pending', 'ok');
  if (job.row_ids === null) await recomputeColumns(tx, plan, lookupsReading(plan, schema, wanted));
}

/** The rows of the next batch, in the order of their ids. */
const nextRows = (tx: CommonQueryMethods, { row_table }: Schema, { row_ids, after_row_id }: RecomputeJob): Promise<readonly string[]> =>
  row_ids
    ? Promise.resolve(
        row_ids
          .filter((id) => id > after_row_id)
          .toSorted()
          .slice(0, BATCH_ROWS),
      )
    : tx.anyFirst(sql.type(z.object({ id: z.string() }))`
        select id from ${rowTableSql(row_table)} where id > ${after_row_id} order by id limit ${BATCH_ROWS}`);

async function recomputeJobRows(
  tx: CommonQueryMethods,
  plan: ComputePlan,
  schema: Schema,
  columns: readonly Column[],
  ids: readonly string[],
  { row_ids }: RecomputeJob,
): Promise<void> {
  // Who reads these columns is worked out as a whole when all rows of this table are done, so it need not follow row by row.
  if (row_ids === null) {
    const left = await recomputeFormulasInSql(tx, schema, columns, ids);
    await recomputeRows(tx, plan, schema, columns, left, NO_TIME);
    return;
  }
  const changes = await recomputeRows(tx, plan, schema, columns, ids, NO_TIME);
  if (changes.length > 0) await propagate(tx, plan, new Map([[schema.table_id, changes]]), NO_TIME);
}

/** Lookups, rollups and counts that read one of these columns. */
const lookupsReading = (plan: ComputePlan, schema: Schema, columnIds: ReadonlySet<string>): string[] =>
  (plan.lookupsByTable.get(schema.table_id) ?? [])
    .filter(({ watched }) => watched.some(({ id }) => columnIds.has(id)))
    .map(({ column }) => column.id);
