import { MAX_LINK_TITLE_CHARACTERS } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { RowTableRow, rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema } from '../schema/schema.ts';
import { cellNameSql, storedIn } from '../schema/stored-cell-sql.ts';
import { noRelatedData, rowTitleOf } from './row-response.ts';

/** Titles of rows by id; a deleted row has no entry. */
export type Titles = ReadonlyMap<string, string | null>;

/** The most that titles may have. */
interface TitlesSize {
  /** Characters of one title; the rest is cut off. Default `MAX_LINK_TITLE_CHARACTERS`. */
  readonly characters?: number | undefined;
  /** Bytes of all titles as JSON, in the order of the ids; further ones are null. Default any. */
  readonly bytes?: number | undefined;
}

/** Bytes of a character in UTF-8. */
const BYTES_PER_CHARACTER = 4;

/**
 * Returns the titles of rows. The schema must be current, or `proof` must check it; nothing is returned if it is stale. Only the cell
 * of the title is read: the rows may be large, and there may be many.
 */
export async function findTitles(
  database: CommonQueryMethods,
  schema: Schema,
  ids: readonly string[],
  proof: FragmentSqlToken = sql.fragment`true`,
  { characters: most = MAX_LINK_TITLE_CHARACTERS, bytes = Number.POSITIVE_INFINITY }: TitlesSize = {},
): Promise<Titles> {
  if (ids.length === 0) return new Map();
  const titles = sql.fragment`
    select id, seq, created_at, updated_at, created_by, updated_by, ${titleCellSql(schema, 'data', most)} as data,
      ${titleCellSql(schema, 'computed', most)} as computed, null::jsonb as errors
    from ${rowTableSql(schema.row_table)} where id = any(${sql.array([...ids], 'text')}) and ${proof}`;
  const mayExceed = ids.length * most * BYTES_PER_CHARACTER > bytes;
  const rows = await database.any(sql.type(RowTableRow)`${mayExceed ? titlesThatFitSql(titles, ids, bytes) : titles}`);
  const related = noRelatedData();
  return new Map(rows.map((row) => [row.id, cutTo(most, rowTitleOf(schema, row, related))]));
}

/** Builds a select of these titles in the order of the ids. Titles that exceed `bytes` together with those before are empty. */
const titlesThatFitSql = (titles: FragmentSqlToken, ids: readonly string[], bytes: number) => sql.fragment`
  select id, seq, created_at, updated_at, created_by, updated_by, case when size <= ${bytes} then data else '{}' end as data,
    case when size <= ${bytes} then computed else '{}' end as computed, errors
  from (
    select title.*, sum(octet_length(data::text) + octet_length(computed::text)) over (order by wanted.place) as size
    from unnest(${sql.array([...ids], 'text')}) with ordinality as wanted (id, place) join (${titles}) as title on title.id = wanted.id
  ) as title`;

const cutTo = (most: number, title: string | null): string | null =>
  title === null || title.length <= most ? title : title.slice(0, most).toWellFormed();

/** Returns the stored cell of the title alone, as the cells of a row; a text is cut. */
function titleCellSql({ title }: Schema, part: 'data' | 'computed', most: number): FragmentSqlToken {
  if (!title || storedIn(title) !== part) return sql.fragment`'{}'::jsonb`;
  const cell = sql.fragment`(${sql.identifier([part])}->${cellNameSql(title)})`;
  return sql.fragment`case when ${cell} is null then '{}'::jsonb else jsonb_build_object(${cellNameSql(title)}::text,
    case jsonb_typeof(${cell}) when 'string' then to_jsonb(left(${cell} #>> '{}', ${sql.literalValue(String(most))}::integer)) else ${cell} end) end`;
}
