import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { RowTableRow, rowColumnsSql, rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema } from '../schema/schema.ts';
import { noRelatedData, rowTitleOf } from './row-response.ts';

/** Titles of rows by id; a row that is gone is not there. */
export type Titles = ReadonlyMap<string, string | null>;

/** The titles of rows of a table whose schema is known to be the current one, or is proved to be by `proof`: none is answered when it is not. */
export async function findTitles(
  database: CommonQueryMethods,
  schema: Schema,
  ids: readonly string[],
  proof: FragmentSqlToken = sql.fragment`true`,
): Promise<Titles> {
  if (ids.length === 0) return new Map();
  const rows = await database.any(sql.type(RowTableRow)`
    select ${rowColumnsSql} from ${rowTableSql(schema.row_table)} where id = any(${sql.array([...ids], 'text')}) and ${proof}`);
  return new Map(rows.map((row) => [row.id, rowTitleOf(schema, row, noRelatedData)]));
}
