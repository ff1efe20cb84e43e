import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { RowTableRow, rowColumnsSql, rowTableSql } from './row-table-sql.ts';

/**
 * Creates the row table of a new table. Each table has its own, with its own statistics, indexes and vacuum. All row
 * tables have the same columns, so a column change rewrites no row (docs/adr/0009).
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

/** Drops the row table of a deleted table with all its indexes. */
export const dropRowTable = (tx: CommonQueryMethods, row_table: string) =>
  tx.query(sql.typeAlias('void')`drop table if exists ${rowTableSql(row_table)}`);

/** Returns the first rows of a table in the order of their ids. */
export const findFirstRows = (database: CommonQueryMethods, row_table: string, limit: number) =>
  database.any(sql.type(RowTableRow)`select ${rowColumnsSql} from ${rowTableSql(row_table)} order by id limit ${limit}`);
