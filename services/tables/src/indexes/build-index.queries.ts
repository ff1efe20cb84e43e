import { type Database, sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { rowTableSql } from '../schema/row-table-sql.ts';
import { indexDefinitionSql } from '../schema/stored-cell-sql.ts';
import { type CellIndex, findIndexedColumn } from './cell-indexes.queries.ts';

/** Identifies the lock under which one process builds indexes. */
const BUILDER_LOCK = 7_226_011;

/**
 * Calls `act` with a connection that holds the builder lock and has no statement timeout. Does nothing if another
 * process holds the lock.
 */
export async function withBuilderLock(database: Database, act: (connection: CommonQueryMethods) => Promise<void>): Promise<void> {
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

/** Builds an index concurrently. An invalid index of an interrupted build is dropped first. */
export async function build(connection: CommonQueryMethods, index: CellIndex): Promise<void> {
  const row_table = rowTableSql(index.row_table);
  const on = index.kind === 'moment' ? sql.fragment`(${momentColumn(index)}, id)` : await onCells(connection, index);
  if (!on) return;
  await dropIndex(connection, index);
  await connection.query(sql.typeAlias('void')`
    create index concurrently ${sql.identifier([index.name])} on ${row_table} ${on}`);
  // An expression index has its own statistics, without which the planner guesses.
  await connection.query(sql.typeAlias('void')`analyze ${row_table}`);
}

/** Returns the expression and method of an index; undefined if its column was deleted. */
async function onCells(connection: CommonQueryMethods, index: CellIndex): Promise<FragmentSqlToken | undefined> {
  const type = await findIndexedColumn(connection, index);
  if (type === null) return undefined;
  const cell = indexDefinitionSql({ cid: index.cid, type }, index.kind);
  if (index.kind === 'search') return sql.fragment`using gin ((${cell}) public.gin_trgm_ops)`;
  return index.kind === 'list' ? sql.fragment`using gin ((${cell}) jsonb_path_ops)` : sql.fragment`((${cell}) nulls first, id)`;
}

const momentColumn = ({ cid }: CellIndex) => (cid === 'created_at' ? sql.fragment`created_at` : sql.fragment`updated_at`);

/** Drops an index without blocking writes. */
export const dropIndex = (connection: CommonQueryMethods, { name }: CellIndex) =>
  connection.query(sql.typeAlias('void')`drop index concurrently if exists ${sql.identifier(['tables', name])}`);
