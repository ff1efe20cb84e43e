import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { RowTableRow, rowColumnsSql } from '../schema/row-table-sql.ts';
import { cursorSql } from './keyset-sql.ts';
import { afterRead, type RowQuery, segmentSql, segmentsOf } from './row-query-sql.ts';

const RowWithCursor = RowTableRow.and(z.object({ key: z.string() }));

/** A stored row with the key of its place: a page can end behind any row. */
export type KeyedRow = z.output<typeof RowWithCursor>;

/** The next rows behind a cursor, at most `limit`, and whether there are more. */
export async function readRowsWithCursor(
  database: CommonQueryMethods,
  chosen: RowQuery,
  limit: number,
  cursor: string | undefined,
): Promise<{ readonly rows: readonly KeyedRow[]; readonly has_more: boolean }> {
  const what = sql.fragment`${rowColumnsSql}, ${cursorSql(chosen.keys)} as key`;
  const rows: KeyedRow[] = [];
  for (const run of segmentsOf(chosen, { limit, cursor })) {
    rows.push(...(await database.any(sql.type(RowWithCursor)`${segmentSql(chosen, what, run, limit + 1 - rows.length)}`)));
    if (rows.length > limit) break;
  }
  await afterRead(database, chosen, rows.length);
  return { rows: rows.slice(0, limit), has_more: rows.length > limit };
}
