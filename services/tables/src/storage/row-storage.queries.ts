import { rowBytesSql, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { rowTableSql } from '../schema/row-table-sql.ts';

const TableRow = z.object({ id: z.string(), row_table: z.string() });
const Measured = z.object({ bytes: z.number(), rows: z.number() });

const rowColumns = ['id', 'seq', 'created_at', 'updated_at', 'created_by', 'updated_by', 'data', 'computed', 'errors'];
const historyColumns = ['table_id', 'row_id', 'data', 'computed', 'errors', 'created_by', 'updated_by', 'ended_by'];

/** Bytes of a row table that are read at most. A larger one is measured by a sample of its pages. */
const MAX_READ_BYTES = 128 * 1_048_576;

/** Returns the tables of a Space, archived ones included. */
export const listRowTables = (database: CommonQueryMethods, space: string) =>
  database.any(sql.type(TableRow)`select id, row_table from tables.user_table where space_id = ${space} order by id`);

/** Measures the rows of a table. */
export async function measureRowTable(database: CommonQueryMethods, row_table: string) {
  const table = rowTableSql(row_table);
  const size = await database.oneFirst(sql.type(z.object({ size: z.number() }))`
    select pg_table_size(to_regclass(${`tables.${row_table}`})) as size`);
  const share = Math.min(1, MAX_READ_BYTES / Math.max(1, size));
  return database.one(sql.type(Measured)`
    select (coalesce(sum(${rowBytesSql({ columns: rowColumns })}), 0) / ${share}::float8)::bigint as bytes,
      (count(*) / ${share}::float8)::bigint as rows
    from ${table} as t ${share === 1 ? sql.fragment`` : sql.fragment`tablesample system (${share * 100})`}`);
}

/** Measures the earlier versions of the rows of a table. */
export const measureHistory = (database: CommonQueryMethods, table: string) =>
  database.one(sql.type(Measured)`
    select coalesce(sum(${rowBytesSql({ columns: historyColumns })}), 0)::bigint as bytes, count(*) as rows
    from tables.row_history as t where t.table_id = ${table}`);
