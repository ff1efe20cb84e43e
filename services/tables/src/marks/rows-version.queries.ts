import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema } from '../schema/schema.ts';
import { StaleSchemaError } from '../schema/schema-version.queries.ts';
import { currentSchemaSql } from '../schema/schema-version-sql.ts';

/**
 * Returns the latest version of the rows of a table, of those that exist and those that were replaced or deleted. It is the same as long as
 * no row changes. Returns null while rows are being written: a writer in progress may have an earlier version than one that has ended. The
 * lock of writers shows that there is none (locks.queries.ts); call it outside transactions, which would keep the lock.
 */
export async function findRowsVersion(database: CommonQueryMethods, schema: Schema): Promise<number | null> {
  const { table_id, row_table } = schema;
  const found = await database.maybeOne(sql.type(z.object({ seq: z.number().nullable() }))`
    select case when pg_try_advisory_xact_lock(hashtextextended(${table_id}, 0)) then greatest(
      (select max(seq) from ${rowTableSql(row_table)}),
      (select max(to_seq) from tables.row_history where table_id = ${table_id}), 0) end as seq
    where ${currentSchemaSql(schema)}`);
  if (!found) throw new StaleSchemaError();
  return found.seq;
}
