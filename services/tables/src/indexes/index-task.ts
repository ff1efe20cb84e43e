import { isoTime, isTransientError } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@space/time';
import { periodicTask } from '@space/worker';
import type { CommonQueryMethods } from 'slonik';
import type { Column } from '../schema/schema.ts';
import type { IndexKind } from '../schema/stored-cell-sql.ts';
import { build, dropIndex, withBuilderLock } from './build-index.queries.ts';
import {
  addUses,
  deleteIndexRecord,
  findLargeRowTables,
  findNextRequested,
  findUnusedSince,
  indexName,
  markRequested,
  setIndexState,
} from './cell-indexes.queries.ts';
import { type IndexUseCounts, takeIndexUses } from './index-uses.ts';

/**
 * Automatic indexes on cells.
 *
 * Each query that filters, sorts or searches records the indexes that could speed it up (index-uses.ts). Every few
 * seconds the counts of large tables are added to `cell_index`. A candidate with three uses becomes requested, and one
 * process at a time builds requested indexes concurrently. An index without a use for 30 days is dropped, and so are
 * the indexes of deleted columns. Queries never check if an index exists: the planner uses it as soon as it is ready.
 */

/** Below this number of rows, a scan is cheaper than the index maintenance of writers. */
const MIN_ROWS = 20_000;

/** Uses of a candidate before its index is built. */
export const USES_BEFORE_BUILDING = 3;

/** Days without a use before an index is dropped. */
export const DAYS_UNUSED = 30;

const SAVE_INTERVAL_MS = 5 * SECOND_MS;
const RETENTION_INTERVAL_MS = HOUR_MS;

/** Returns the task that saves index uses, builds requested indexes and drops unused ones. */
export const indexTask = (ports: Ports): Task =>
  periodicTask({
    name: 'cell-indexes',
    jobs: [
      {
        everyMs: SAVE_INTERVAL_MS,
        async act() {
          await saveIndexUses(ports);
          await buildRequestedIndexes(ports);
        },
      },
      { everyMs: RETENTION_INTERVAL_MS, act: () => dropUnusedIndexes(ports) },
    ],
    onError: (error) => ports.log.warn({ err: error }, 'maintenance of cell indexes failed; the next run retries it'),
  });

/** Requests an index on the cells of a column, regardless of the size of its table. */
export async function requestIndex(
  database: CommonQueryMethods,
  row_table: string,
  { cid }: Pick<Column, 'cid'>,
  kind: IndexKind,
): Promise<void> {
  await markRequested(database, { row_table, cid, kind, name: indexName(row_table, { cid, kind }) });
}

/** Adds the recorded index uses of large tables to `cell_index`. */
export async function saveIndexUses({ database, clock }: Pick<Ports, 'database' | 'clock'>): Promise<void> {
  const uses = takeIndexUses(database);
  if (uses.size === 0) return;
  const large = new Set(await findLargeRowTables(database, [...new Set([...uses.values()].map(({ row_table }) => row_table))], MIN_ROWS));
  const counted: IndexUseCounts = new Map([...uses].filter(([, { row_table }]) => large.has(row_table)));
  if (counted.size > 0) await addUses(database, counted, USES_BEFORE_BUILDING, isoTime(clock.now()));
}

/** Builds the requested indexes one after the other, unless another process does. */
export async function buildRequestedIndexes({ database, log }: Pick<Ports, 'database' | 'log'>): Promise<void> {
  if (!(await findNextRequested(database))) return;
  await withBuilderLock(database, async (connection) => {
    for (let index = await findNextRequested(connection); index; index = await findNextRequested(connection)) {
      const error = await build(connection, index).then(
        () => null,
        (reason: unknown) => reason as Error,
      );
      // A transient error leaves the index requested.
      if (error && isTransientError(error)) throw error;
      if (error) log.warn({ err: error, index: index.name }, 'build of a cell index failed; the index is marked as failed');
      const isStored = await setIndexState(connection, index, error ? 'failed' : 'ready', error ? error.message.slice(0, 500) : null);
      // A half-built index costs writers and rejects cells; so does one whose column changed its type meanwhile.
      if (error || !isStored) await dropIndex(connection, index);
    }
  });
}

/** Drops indexes that were not used for a long time or whose column was deleted. */
export async function dropUnusedIndexes({ database, clock }: Pick<Ports, 'database' | 'clock'>): Promise<void> {
  const unused = await findUnusedSince(database, isoTime(clock.now() - DAYS_UNUSED * DAY_MS));
  if (unused.length === 0) return;
  await withBuilderLock(database, async (connection) => {
    for (const index of unused) {
      await dropIndex(connection, index);
      await deleteIndexRecord(connection, index);
    }
  });
}
