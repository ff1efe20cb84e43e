import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { RowTableRow, rowColumnsSql, rowTableSql } from '../schema/row-table-sql.ts';
import type { StoredRow } from '../schema/schema.ts';

/** Returns the ids of the tables of a Space with columns of files, from an id on: all or one. */
export const findTablesWithFiles = (database: CommonQueryMethods, space: string, from: string, table?: string) =>
  database.anyFirst(sql.type(z.object({ table_id: z.string() }))`
    select distinct table_id from tables.user_column
    where space_id = ${space} and type = 'attachment' and deleted_at is null and table_id >= ${from}
      ${table === undefined ? sql.fragment`` : sql.fragment`and table_id = ${table}`}
    order by table_id`);

/** Returns rows of a table that show assets in these columns: those after an id, or one. */
export const findShowingRows = (
  database: CommonQueryMethods,
  row_table: string,
  cids: readonly string[],
  { id, after = '' }: { readonly id?: string | undefined; readonly after?: string },
  limit: number,
): Promise<readonly StoredRow[]> =>
  database.any(sql.type(RowTableRow)`
    select ${rowColumnsSql} from ${rowTableSql(row_table)}
    where id > ${after} ${id === undefined ? sql.fragment`` : sql.fragment`and id = ${id}`}
      and (${sql.join(
        cids.map((cid) => sql.fragment`data->${cid} @? '$[*].asset_id'`),
        sql.fragment` or `,
      )})
    order by id limit ${limit}`);
