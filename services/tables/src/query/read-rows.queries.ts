import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { recordIndexUses } from '../indexes/index-uses.ts';
import { RowTableRow, rowColumnsSql } from '../schema/row-table-sql.ts';
import { assertSchemaVersion } from '../schema/schema-version.queries.ts';
import { cursorSql } from './keyset-sql.ts';
import { type PageRequest, type RowQuery, segmentSql, segmentsOf } from './row-query-sql.ts';

const RowWithCursor = RowTableRow.and(z.object({ key: z.string() }));

/** A stored row with its cursor as `key`, so that a page can end after any row. */
type RowWithCursor = z.output<typeof RowWithCursor>;

/** A page of stored rows. */
export interface StoredPage extends PageEnd {
  readonly rows: readonly RowWithCursor[];
}

/** Reads a page of stored rows, segment by segment. */
export async function readRowsWithCursor(database: CommonQueryMethods, query: RowQuery, page: PageRequest): Promise<StoredPage> {
  const { limit, offset } = page;
  const rows: RowWithCursor[] = [];
  for (const segment of segmentsOf(query, page)) {
    const columns = sql.fragment`${rowColumnsSql}, ${cursorSql(query.keys)} as key`;
    rows.push(...(await database.any(sql.type(RowWithCursor)`${segmentSql(query, columns, segment, limit + 1 - rows.length, offset)}`)));
    if (rows.length > limit) break;
  }
  await afterRead(database, query, rows.length);
  return { rows: rows.slice(0, limit), ...pageEnd(rows.length > limit ? rows[limit - 1]!.key : null) };
}

/** The end of a page. */
export interface PageEnd {
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** Returns the end of a page from the cursor key of its last row, which is null if there are no more rows. */
export const pageEnd = (key: string | null): PageEnd => ({
  has_more: key !== null,
  next_cursor: key === null ? null : Buffer.from(key).toString('base64url'),
});

/** Completes a read: checks the schema version if no row was found, and records the indexes that could have helped. */
export async function afterRead(database: CommonQueryMethods, { context }: RowQuery, found: number): Promise<void> {
  if (found === 0) await assertSchemaVersion(database, context.schema);
  recordIndexUses(database, context.schema.row_table, context.index_uses);
}
