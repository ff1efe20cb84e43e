import { entriesOfPage, limitPageBytes, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { recordIndexUses } from '../indexes/index-uses.ts';
import { cellsOfSlotSql, RowTableRow } from '../schema/row-table-sql.ts';
import { assertSchemaVersion } from '../schema/schema-version.queries.ts';
import { cursorSql } from './keyset-sql.ts';
import { findPageParts } from './page-parts.queries.ts';
import type { QueryContext } from './query-context.ts';
import { type PageRequest, type RowQuery, segmentSql } from './row-query-sql.ts';
import { planTextSearch } from './text-search.queries.ts';

const RowWithCursor = RowTableRow.and(z.object({ key: z.string(), slot: z.number() }));

/** A stored row with its cursor as `key`, so that a page can end after any row. */
type RowWithCursor = z.output<typeof RowWithCursor>;

/** A page of stored rows. */
export interface StoredPage extends PageEnd {
  readonly rows: readonly RowWithCursor[];
}

/** The columns of a row table, with its cells as text, whose size is known. */
const rowTextsSql = sql.fragment`id, seq, created_at, updated_at, created_by, updated_by, data::text as data, computed::text as computed, errors`;

/** Bytes of the error of a cell that is computed at each read, in addition to its key. */
const ERROR_BYTES = 160;

/** Returns the bytes of a row in a response that no row stores: its keys, and errors of cells that are computed at each read. */
const unstoredBytes = ({ schema, volatile }: QueryContext): number =>
  schema.columns.reduce((sum, { id, key }) => sum + key.length + 8 + (volatile.has(id) ? key.length + ERROR_BYTES : 0), 0);

/** Reads a page of stored rows, segment by segment. A page of large rows has fewer than `limit`. */
export async function readRowsWithCursor(database: CommonQueryMethods, asked: RowQuery, page: PageRequest): Promise<StoredPage> {
  const query = await planTextSearch(database, asked);
  const { limit } = page;
  const found: RowWithCursor[] = [];
  const unstored = sql.fragment`${sql.literalValue(String(unstoredBytes(query.context)))}::integer`;
  for (const { segment, skipped } of await findPageParts(database, query, page)) {
    const missing = limit - found.length;
    const entries = {
      rows: segmentSql(query, sql.fragment`${rowTextsSql}, ${cursorSql(query.keys)} as key`, segment, missing + 1, skipped),
      columns: sql.fragment`*`,
      // The title of a row repeats a cell.
      bytes: sql.fragment`2 * (octet_length(data) + octet_length(computed)) + coalesce(pg_column_size(errors), 0) + ${unstored}`,
      limit,
      missing,
    };
    found.push(
      ...(await database.any(sql.type(RowWithCursor)`
        select id, seq, created_at, updated_at, created_by, updated_by, ${cellsOfSlotSql('data')}, ${cellsOfSlotSql('computed')}, errors, key, slot
        from (${limitPageBytes(entries)}) as entry`)),
    );
    if (found.length > limit) break;
  }
  await afterRead(database, query, found.length);
  const { entries: rows, has_more } = entriesOfPage(found, limit);
  return { rows, ...pageEnd(has_more ? rows.at(-1)!.key : null) };
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
