import { type Database, isoTime, isTransientError, sql } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { runPeriodically } from '@space/worker';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { DAY_MS } from '../cells/time-zone.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Column } from '../schema/schema.ts';
import { type IndexKind, indexDefinitionSql } from '../schema/stored-cell-sql.ts';
import {
  addUses,
  type CellIndex,
  deleteIndexRecord,
  findIndexedColumn,
  findLargeRowTables,
  findNextRequested,
  findUnusedSince,
  indexName,
  markRequested,
  setIndexState,
} from './cell-indexes.queries.ts';
import { type IndexUseCounts, takeIndexUses } from './index-uses.ts';

/**
 * Indexes that come and go by themselves.
 *
 * Whoever filters, sorts or searches notes which index on which cell could have answered (index-uses.ts). Every few
 * seconds the notes about large tables are added up in `cell_index`; an index that could have been used three times is
 * wanted, and one process at a time builds what is wanted, while readers and writers go on. An index that could not be
 * used for 30 days goes, and so do those of columns that are gone. A statement never asks whether an index is there: the
 * planner sees it when it is ready.
 */

/** A table with fewer rows is read through in less time than its indexes cost its writers. */
const MIN_ROWS = 20_000;

/** Statements that could have used an index before it is built. */
export const USES_BEFORE_BUILDING = 3;

/** An index that could not be used for so many days goes. */
export const DAYS_UNUSED = 30;

const SAVE_INTERVAL_MS = 5_000;
const RETENTION_INTERVAL_MS = 3_600_000;

/** One process builds at a time; the others leave it to that one. */
const BUILDER_LOCK = 7_226_011;

/** Collects what could be used, builds what is wanted and drops what is not used, as long as the service runs. */
export function indexTask(ports: Ports): Task {
  const { log } = ports;
  let endings: (() => void)[] = [];
  return {
    name: 'cell-indexes',
    async start() {
      const failed = (error: unknown) => log.warn({ err: error }, 'indexes on cells could not be looked after; trying again');
      endings = [
        runPeriodically(
          SAVE_INTERVAL_MS,
          async () => {
            await saveIndexUses(ports);
            await buildRequestedIndexes(ports);
          },
          failed,
        ),
        runPeriodically(RETENTION_INTERVAL_MS, () => dropUnusedIndexes(ports), failed),
      ];
    },
    async stop() {
      for (const end of endings) end();
    },
  };
}

/** Asks for an index on the cells of a column, whatever the size of its table. */
export async function requestIndex(
  database: CommonQueryMethods,
  row_table: string,
  { cid }: Pick<Column, 'cid'>,
  kind: IndexKind,
): Promise<void> {
  await markRequested(database, { row_table, cid, kind, name: indexName(row_table, { cid, kind }) });
}

/** Adds up what was noted about large tables. */
export async function saveIndexUses({ database, clock }: Pick<Ports, 'database' | 'clock'>): Promise<void> {
  const noted = takeIndexUses(database);
  if (noted.size === 0) return;
  const large = new Set(await findLargeRowTables(database, [...new Set([...noted.values()].map(({ row_table }) => row_table))], MIN_ROWS));
  const worthy: IndexUseCounts = new Map([...noted].filter(([, { row_table }]) => large.has(row_table)));
  if (worthy.size > 0) await addUses(database, worthy, USES_BEFORE_BUILDING, isoTime(clock.now()));
}

/** Builds what is wanted, one index after the other, unless another process does. */
export async function buildRequestedIndexes({ database, log }: Pick<Ports, 'database' | 'log'>): Promise<void> {
  if (!(await findNextRequested(database))) return;
  await withBuilderLock(database, async (connection) => {
    for (let index = await findNextRequested(connection); index; index = await findNextRequested(connection)) {
      const error = await build(connection, index).then(
        () => null,
        (reason: unknown) => reason as Error,
      );
      // What fails because of the moment stays wanted.
      if (error && isTransientError(error)) throw error;
      if (error) log.warn({ err: error, index: index.name }, 'an index on cells could not be built');
      const isKept = await setIndexState(connection, index, error ? 'failed' : 'ready', error ? error.message.slice(0, 500) : null);
      // Half an index still costs writers, and refuses what does not fit it; so does one whose column changed its type meanwhile.
      if (error || !isKept) await dropIndex(connection, index);
    }
  });
}

/** Drops indexes that could not be used for a long time or whose column is gone. */
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

/** Calls `act` with a connection that no other builder has and whose statements may run long; not at all when there is another. */
async function withBuilderLock(database: Database, act: (connection: CommonQueryMethods) => Promise<void>): Promise<void> {
  await database.connect(async (connection) => {
    const { locked } = await connection.one(sql.type(z.object({ locked: z.boolean() }))`
      select pg_try_advisory_lock(${BUILDER_LOCK}) as locked`);
    if (!locked) return;
    try {
      await connection.query(sql.typeAlias('void')`set statement_timeout = 0`);
      await act(connection);
    } finally {
      await connection.query(sql.typeAlias('void')`reset statement_timeout`);
      await connection.query(sql.type(z.unknown())`select pg_advisory_unlock(${BUILDER_LOCK})`);
    }
  });
}

/** Builds an index while readers and writers go on. What a build that was cut off left behind is dropped first. */
async function build(connection: CommonQueryMethods, index: CellIndex): Promise<void> {
  const row_table = rowTableSql(index.row_table);
  const on = index.kind === 'moment' ? sql.fragment`(${momentColumn(index)}, id)` : await onCells(connection, index);
  if (!on) return;
  await dropIndex(connection, index);
  await connection.query(sql.typeAlias('void')`
    create index concurrently ${sql.identifier([index.name])} on ${row_table} ${on}`);
  // An index on an expression has statistics of its own, without which the planner guesses.
  await connection.query(sql.typeAlias('void')`analyze ${row_table}`);
}

/** What an index on cells is on; undefined when their column is gone. */
async function onCells(connection: CommonQueryMethods, index: CellIndex): Promise<FragmentSqlToken | undefined> {
  const type = await findIndexedColumn(connection, index);
  if (type === null) return undefined;
  const cell = indexDefinitionSql({ cid: index.cid, type }, index.kind);
  if (index.kind === 'search') return sql.fragment`using gin ((${cell}) public.gin_trgm_ops)`;
  return index.kind === 'list' ? sql.fragment`using gin ((${cell}) jsonb_path_ops)` : sql.fragment`((${cell}) nulls first, id)`;
}

const momentColumn = ({ cid }: CellIndex) => (cid === 'created_at' ? sql.fragment`created_at` : sql.fragment`updated_at`);

const dropIndex = (connection: CommonQueryMethods, { name }: CellIndex) =>
  connection.query(sql.typeAlias('void')`drop index concurrently if exists ${sql.identifier(['tables', name])}`);
