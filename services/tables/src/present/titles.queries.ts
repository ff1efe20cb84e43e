import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { RowTableRow, rowColumnsSql, rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema } from '../schema/schema.ts';
import { noRelatedData, rowTitleOf } from './row-response.ts';

/** Titles of rows by id; a deleted row has no entry. */
export type Titles = ReadonlyMap<string, string | null>;

/** Returns the titles of rows. The schema must be current, or `proof` must check it; nothing is returned if it is stale. */
export async function findTitles(
  database: CommonQueryMethods,
  schema: Schema,
  ids: readonly string[],
  proof: FragmentSqlToken = sql.fragment`true`,
): Promise<Titles> {
  if (ids.length === 0) return new Map();
  const rows = await database.any(sql.type(RowTableRow)`
    select ${rowColumnsSql} from ${rowTableSql(schema.row_table)} where id = any(${sql.array([...ids], 'text')}) and ${proof}`);
  const related = noRelatedData();
  return new Map(rows.map((row) => [row.id, rowTitleOf(schema, row, related)]));
}
