import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** Deletes up to `limit` earlier versions of the rows of a table and returns how many it deleted. */
export const deleteHistory = async (database: CommonQueryMethods, table: string, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from tables.row_history
      where ctid = any(array(select ctid from tables.row_history where table_id = ${table} limit ${limit}))`)
  ).rowCount;

/** Returns the columns of a table that number its rows, deleted ones included. */
export const findNumberedColumns = (tx: CommonQueryMethods, space: string, table: string) =>
  tx.any(sql.type(z.object({ cid: z.string(), type: z.literal('autonumber') }))`
    select cid, type from tables.user_column where space_id = ${space} and table_id = ${table} and type = 'autonumber'`);
