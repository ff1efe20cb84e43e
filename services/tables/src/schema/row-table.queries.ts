import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { rowTableSql } from './row-table-sql.ts';
/**
 * Makes the row_table of a new table. Each table has one of its own, so that it has statistics, indexes and vacuuming of its
 * own; all have this one shape, so that a change of columns touches no row (docs/adr/0009).
 */
export async function createRowTable(tx: CommonQueryMethods, row_table: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    create table ${rowTableSql(row_table)} (
      id text collate "C" primary key,
      seq bigint not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      data jsonb not null,
      computed jsonb not null default '{}',
      errors jsonb
    ) with (fillfactor = 90, toast_tuple_target = 8160)`);
  await tx.query(sql.typeAlias('void')`create index on ${rowTableSql(row_table)} (seq)`);
}

/** Drops the row_table of a table that is deleted for good, with all its indexes. */
export const dropRowTable = (tx: CommonQueryMethods, row_table: string) =>
  tx.query(sql.typeAlias('void')`drop table if exists ${rowTableSql(row_table)}`);
