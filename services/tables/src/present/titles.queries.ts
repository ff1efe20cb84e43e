import { MAX_LINK_TITLE_CHARACTERS } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { RowTableRow, rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema } from '../schema/schema.ts';
import { cellNameSql, storedIn } from '../schema/stored-cell-sql.ts';
import { noRelatedData, rowTitleOf } from './row-response.ts';

/** Titles of rows by id; a deleted row has no entry. */
export type Titles = ReadonlyMap<string, string | null>;

/**
 * Returns the titles of rows, cut to `most` characters. The schema must be current, or `proof` must check it; nothing is returned if it
 * is stale. Only the cell of the title is read: the rows may be large, and there may be many.
 */
export async function findTitles(
  database: CommonQueryMethods,
  schema: Schema,
  ids: readonly string[],
  proof: FragmentSqlToken = sql.fragment`true`,
  most = MAX_LINK_TITLE_CHARACTERS,
): Promise<Titles> {
  if (ids.length === 0) return new Map();
  const rows = await database.any(sql.type(RowTableRow)`
    select id, seq, created_at, updated_at, created_by, updated_by, ${titleCellSql(schema, 'data', most)} as data,
      ${titleCellSql(schema, 'computed', most)} as computed, null::jsonb as errors
    from ${rowTableSql(schema.row_table)} where id = any(${sql.array([...ids], 'text')}) and ${proof}`);
  const related = noRelatedData();
  return new Map(rows.map((row) => [row.id, cutTo(most, rowTitleOf(schema, row, related))]));
}

const cutTo = (most: number, title: string | null): string | null =>
  title === null || title.length <= most ? title : title.slice(0, most).toWellFormed();

/** Returns the stored cell of the title alone, as the cells of a row; a text is cut. */
function titleCellSql({ title }: Schema, part: 'data' | 'computed', most: number): FragmentSqlToken {
  if (!title || storedIn(title) !== part) return sql.fragment`'{}'::jsonb`;
  const cell = sql.fragment`(${sql.identifier([part])}->${cellNameSql(title)})`;
  return sql.fragment`case when ${cell} is null then '{}'::jsonb else jsonb_build_object(${cellNameSql(title)}::text,
    case jsonb_typeof(${cell}) when 'string' then to_jsonb(left(${cell} #>> '{}', ${sql.literalValue(String(most))}::integer)) else ${cell} end) end`;
}
