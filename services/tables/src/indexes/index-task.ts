import { type Database, isoTime, isTransientError, sql } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { runPeriodically } from '@space/worker';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { DAY_MS } from '../cells/time-zone.ts';
import { heapTable } from '../schema/row-table-sql.ts';
import type { Column } from '../schema/schema.ts';
import { type IndexKind, indexDefinition } from '../schema/stored-cell-sql.ts';
import {
  addUses,
  type CellIndex,
  forgetIndex,
  heapsLargerThan,
  indexedColumn,
  indexName,
  nextWanted,
  setState,
  unusedSince,
  wantIndex,
} from './cell-indexes.queries.ts';
import { collectUses, type NotedUses } from './index-uses.ts';

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
const ROWS_WORTH_AN_INDEX = 20_000;

/** Statements that could have used an index before it is built. */
export const USES_BEFORE_BUILDING = 3;

/** An index that could not be used for so many days goes. */
export const DAYS_UNUSED = 30;

const COLLECT_MS = 5_000;
const SWEEP_MS = 3_600_000;

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
          COLLECT_MS,
          async () => {
            await collect(ports);
            await buildWanted(ports);
          },
          failed,
        ),
        runPeriodically(SWEEP_MS, () => dropUnused(ports), failed),
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
  heap: string,
  { cid }: Pick<Column, 'cid'>,
  kind: IndexKind,
): Promise<void> {
  await wantIndex(database, { heap, cid, kind, name: indexName(heap, { cid, kind }) });
}

/** Adds up what was noted about large tables. */
export async function collect({ database, clock }: Pick<Ports, 'database' | 'clock'>): Promise<void> {
  const noted = collectUses(database);
  if (noted.size === 0) return;
  const large = new Set(await heapsLargerThan(database, [...new Set([...noted.values()].map(({ heap }) => heap))], ROWS_WORTH_AN_INDEX));
  const worthy: NotedUses = new Map([...noted].filter(([, { heap }]) => large.has(heap)));
  if (worthy.size > 0) await addUses(database, worthy, USES_BEFORE_BUILDING, isoTime(clock.now()));
}

/** Builds what is wanted, one index after the other, unless another process does. */
export async function buildWanted({ database, log }: Pick<Ports, 'database' | 'log'>): Promise<void> {
  if (!(await nextWanted(database))) return;
  await alone(database, async (connection) => {
    for (let index = await nextWanted(connection); index; index = await nextWanted(connection)) {
      const error = await build(connection, index).then(
        () => null,
        (reason: unknown) => reason as Error,
      );
      // What fails because of the moment stays wanted.
      if (error && isTransientError(error)) throw error;
      if (error) log.warn({ err: error, index: index.name }, 'an index on cells could not be built');
      const isKept = await setState(connection, index, error ? 'failed' : 'ready', error ? error.message.slice(0, 500) : null);
      // Half an index still costs writers, and refuses what does not fit it; so does one whose column changed its type meanwhile.
      if (error || !isKept) await dropIndex(connection, index);
    }
  });
}

/** Drops indexes that could not be used for a long time or whose column is gone. */
export async function dropUnused({ database, clock }: Pick<Ports, 'database' | 'clock'>): Promise<void> {
  const unused = await unusedSince(database, isoTime(clock.now() - DAYS_UNUSED * DAY_MS));
  if (unused.length === 0) return;
  await alone(database, async (connection) => {
    for (const index of unused) {
      await dropIndex(connection, index);
      await forgetIndex(connection, index);
    }
  });
}

/** Calls `act` with a connection that no other builder has and whose statements may run long; not at all when there is another. */
async function alone(database: Database, act: (connection: CommonQueryMethods) => Promise<void>): Promise<void> {
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
  const heap = heapTable(index.heap);
  const on = index.kind === 'moment' ? sql.fragment`(${momentColumn(index)}, id)` : await onCells(connection, index);
  if (!on) return;
  await dropIndex(connection, index);
  await connection.query(sql.typeAlias('void')`
    create index concurrently ${sql.identifier([index.name])} on ${heap} ${on}`);
  // An index on an expression has statistics of its own, without which the planner guesses.
  await connection.query(sql.typeAlias('void')`analyze ${heap}`);
}

/** What an index on cells is on; undefined when their column is gone. */
async function onCells(connection: CommonQueryMethods, index: CellIndex): Promise<FragmentSqlToken | undefined> {
  const type = await indexedColumn(connection, index);
  if (type === null) return undefined;
  const cell = indexDefinition({ cid: index.cid, type }, index.kind);
  if (index.kind === 'search') return sql.fragment`using gin ((${cell}) public.gin_trgm_ops)`;
  return index.kind === 'list' ? sql.fragment`using gin ((${cell}) jsonb_path_ops)` : sql.fragment`((${cell}) nulls first, id)`;
}

const momentColumn = ({ cid }: CellIndex) => (cid === 'created_at' ? sql.fragment`created_at` : sql.fragment`updated_at`);

const dropIndex = (connection: CommonQueryMethods, { name }: CellIndex) =>
  connection.query(sql.typeAlias('void')`drop index concurrently if exists ${sql.identifier(['tables', name])}`);
