import { MAX_SHARE_PAGE_BYTES } from '@space/contracts/tables';
import { entriesOfPage, limitPageBytes, sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { cursorSql } from '../query/keyset-sql.ts';
import { afterRead } from '../query/read-rows.queries.ts';
import { type PageRequest, type RowQuery, segmentSql, segmentsOf } from '../query/row-query-sql.ts';
import { planTextSearch } from '../query/text-search.queries.ts';
import { rowTableSql, StoredActor, StoredCells } from '../schema/row-table-sql.ts';
import type { Schema } from '../schema/schema.ts';
import { type ShownCells, shownCellsSql } from './shown-cells-sql.ts';

const ShownRow = z.object({
  id: z.string(),
  seq: z.number(),
  created_at: z.number(),
  updated_at: z.number(),
  created_by: StoredActor,
  updated_by: StoredActor,
  cells: StoredCells,
  more: z.record(z.string(), z.number()).nullable(),
  key: z.string(),
  slot: z.number(),
});

/** A row with the cells that a share page shows, stored and computed ones together, and its cursor as `key`. */
export type ShownRow = z.output<typeof ShownRow>;

const fields = sql.fragment`id, seq, created_at, updated_at, created_by, updated_by, more, key`;

/** Selects the first rows of a statement over `r` and `s` whose shown cells fit in a page. */
const rowsThatFit = (rows: FragmentSqlToken, shown: ShownCells, limit: number, missing = limit) => sql.type(ShownRow)`
  select ${fields}, slot, case when slot = 1 then cells else '{}' end::json as cells from (${limitPageBytes({
    rows,
    columns: sql.fragment`*`,
    bytes: sql.fragment`octet_length(cells) + ${sql.literalValue(String(shown.unstored_bytes))}::integer`,
    limit,
    missing,
    page_bytes: MAX_SHARE_PAGE_BYTES,
  })}) as entry`;

const selected = sql.fragment`r.id, r.seq, r.created_at, r.updated_at, r.created_by, r.updated_by, s.cells, s.more`;

/** Reads a page of rows with their shown cells, segment by segment. A page of large rows has fewer than `limit`. */
export async function readShownRows(database: CommonQueryMethods, asked: RowQuery, page: PageRequest, shown: ShownCells) {
  const query = await planTextSearch(database, asked);
  const found: ShownRow[] = [];
  for (const segment of segmentsOf(query, page)) {
    const missing = page.limit - found.length;
    const rows = sql.fragment`
      select ${selected}, r.key from (${segmentSql(query, sql.fragment`r.*, ${cursorSql(query.keys)} as key`, segment, missing + 1)}) as r
      cross join ${shownCellsSql(shown)}`;
    found.push(...(await database.any(rowsThatFit(rows, shown, page.limit, missing))));
    if (found.length > page.limit) break;
  }
  await afterRead(database, query, found.length);
  const { entries: rows, has_more } = entriesOfPage(found, page.limit);
  return { rows, has_more };
}

/** Reads the first of these rows, in their order, with their shown cells, as many as fit in a page. */
export async function readShownRowsByIds(database: CommonQueryMethods, schema: Schema, ids: readonly string[], shown: ShownCells) {
  if (ids.length === 0) return [];
  const rows = sql.fragment`
    select ${selected}, '' as key from unnest(${sql.array([...ids], 'text')}) as wanted (id)
    cross join lateral (select * from ${rowTableSql(schema.row_table)} as o where o.id = wanted.id offset 0) as r
    cross join ${shownCellsSql(shown)}`;
  const found = await database.any(rowsThatFit(rows, shown, ids.length));
  return entriesOfPage(found, ids.length).entries;
}
