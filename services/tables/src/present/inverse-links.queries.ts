import { MAX_INVERSE_LINKS } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { findInverseLinks, type InverseLink } from '../query/linked-row-tables.queries.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Column, Schema, StoredRow } from '../schema/schema.ts';
import { cellNameSql } from '../schema/stored-cell-sql.ts';
import type { RelatedData } from './row-response.ts';

const InverseLinksRow = z.object({ id: z.string(), links: z.array(z.string()) });

/**
 * Returns the links that inverse columns show, by row and cid, oldest first; one statement per column. A longer list has
 * `most` and one more.
 */
export async function findInverseLinksByRow(
  database: CommonQueryMethods,
  schema: Schema,
  rows: readonly StoredRow[],
  columns: readonly Column[],
  most = MAX_INVERSE_LINKS,
): Promise<RelatedData['inverse']> {
  const byRow = new Map<string, Record<string, readonly string[]>>();
  if (columns.length === 0) return byRow;
  const sources = await findInverseLinks(database, schema);
  const ids = rows.map(({ id }) => id);
  for (const column of columns) {
    const source = sources.get(column.id);
    if (!source) continue;
    const found = await database.any(sql.type(InverseLinksRow)`
      select l.id, array_agg(o.id order by o.id) as links
      from unnest(${sql.array(ids, 'text')}) as l (id)
      cross join lateral (
        select h.id from ${rowTableSql(source.row_table)} as h where (h.data->${cellNameSql(source)}) @> jsonb_build_array(l.id)
        order by h.id limit ${most + 1}
      ) as o
      group by l.id`);
    for (const { id, links } of found) byRow.set(id, { ...byRow.get(id), [column.cid]: links });
  }
  return byRow;
}

const Link = z.object({ owner: z.string(), other: z.string() });

/** Returns the rows of the other table that link to these rows, oldest first, at most `MAX_INVERSE_LINKS` for each. */
export const findFirstLinkingRows = (tx: CommonQueryMethods, { row_table, cid }: InverseLink, ids: readonly string[]) =>
  tx.any(sql.type(Link)`
    select l.id as owner, h.id as other
    from unnest(${sql.array([...new Set(ids)], 'text')}) as l (id)
    cross join lateral (
      select id from ${rowTableSql(row_table)} where (data->${sql.literalValue(cid)}) @> jsonb_build_array(l.id) order by id limit ${MAX_INVERSE_LINKS}
    ) as h`);

/** Returns all rows of the other table that link to these rows, oldest first. */
export const findLinkingRows = (tx: CommonQueryMethods, { row_table, cid }: InverseLink, ids: readonly string[]) =>
  tx.any(sql.type(Link)`
    select l.id as owner, h.id as other from unnest(${sql.array([...ids], 'text')}) as l (id)
    join ${rowTableSql(row_table)} as h on (h.data->${sql.literalValue(cid)}) @> jsonb_build_array(l.id) order by h.id`);
