import type { Actor } from '@space/contracts/core';
import { MAX_LONG_TEXT_CHARACTERS } from '@space/contracts/tables';
import { entriesOfPage, limitPageBytes, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Cell, Column, Schema } from '../schema/schema.ts';
import { storedCellSql, storedIn } from '../schema/stored-cell-sql.ts';

/** Stores these cells as new row versions. Null empties a cell. */
export async function rewriteCells(
  tx: CommonQueryMethods,
  { row_table, table_id }: Schema,
  cid: string,
  cells: readonly { id: string; cell: Cell }[],
  { actor, now }: { actor: Actor; now: string },
): Promise<void> {
  const by = JSON.stringify(actor);
  await tx.query(sql.typeAlias('void')`
    with change as materialized (
      select id, cell, nextval('tables.row_seq') as seq
      from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb) as c (id text, cell jsonb)
    ),
    history as (
      insert into tables.row_history (table_id, row_id, from_seq, to_seq, op, data, computed, errors, created_at, created_by,
        updated_at, updated_by, ended_by, ended_at)
      select ${table_id}, h.id, h.seq, change.seq, 'u', h.data, h.computed, h.errors, h.created_at, h.created_by, h.updated_at,
        h.updated_by, ${by}::jsonb, ${now}::timestamptz
      from ${rowTableSql(row_table)} as h join change on change.id = h.id
    )
    update ${rowTableSql(row_table)} as h
    set data = case when coalesce(jsonb_typeof(change.cell), 'null') = 'null' then h.data - ${cid}::text
                    else h.data || jsonb_build_object(${cid}::text, change.cell) end,
      seq = change.seq, updated_at = ${now}::timestamptz, updated_by = ${by}::jsonb
    from change where h.id = change.id`);
}

const FilledCell = z.object({ id: z.string(), cell: z.json(), has_long_titles: z.boolean(), slot: z.number() });

/** Filled cells of a column, and if there may be more. */
interface FilledCells {
  readonly cells: readonly z.infer<typeof FilledCell>[];
  readonly has_more: boolean;
}

/**
 * Reads the next filled cells of a column, in the order of row ids: at most `limit`, and as many as fit in a page together with
 * the titles of the rows of `linked` that they name. `has_long_titles` is true if no text column can hold these titles.
 */
export async function findFilledCells(
  tx: CommonQueryMethods,
  { row_table }: Schema,
  column: Column,
  linked: Schema | undefined,
  afterRow: string,
  limit: number,
): Promise<FilledCells> {
  const titles = linked?.title ? linkedTitlesSql(linked.row_table, linked.title, column) : undefined;
  const hasLongTitles = titles
    ? sql.fragment`titles.characters > ${sql.literalValue(String(MAX_LONG_TEXT_CHARACTERS))}::integer`
    : sql.fragment`false`;
  const entries = {
    rows: sql.fragment`
      select r.id, ${storedCellSql(column, asJson)}::text as cell, ${titles ? sql.fragment`titles.bytes` : sql.fragment`0`} as title_bytes,
        ${hasLongTitles} as has_long_titles
      from ${rowTableSql(row_table)} as r ${titles ? sql.fragment`cross join ${titles}` : sql.fragment``}
      where r.id > ${afterRow} and r.${sql.identifier([storedIn(column)])} ? ${column.cid} order by r.id limit ${limit + 1}`,
    columns: sql.fragment`*`,
    bytes: sql.fragment`octet_length(cell) + case when has_long_titles then 0 else title_bytes end::integer`,
    limit,
  };
  const found = await tx.any(sql.type(FilledCell)`
    select id, case when slot = 1 then cell::json end as cell, has_long_titles, slot from (${limitPageBytes(entries)}) as entry`);
  const { entries: cells, has_more } = entriesOfPage(found, limit);
  return { cells, has_more };
}

const asJson = sql.fragment`->`;

/** The least part of the JSON of a title that is no text which its text can have: a choice is stored as a longer id. */
const LEAST_TEXT = 32;

/** Builds a lateral FROM item `titles` with the size of the titles that the cell of a row names; `characters` is the least that they can have. */
const linkedTitlesSql = (row_table: string, title: Column, column: Column) => sql.fragment`lateral (
  select coalesce(sum(octet_length(t.title)), 0) as bytes,
    coalesce(sum(case when t.is_text then length(t.title) else length(t.title) / ${sql.literalValue(String(LEAST_TEXT))}::integer end), 0) as characters
  from jsonb_array_elements_text(${storedCellSql(column, asJson)}) as l (id) join ${rowTableSql(row_table)} as o on o.id = l.id
  cross join lateral (
    select ${storedCellSql(title, asJson, linkedRow)} #>> '{}' as title, jsonb_typeof(${storedCellSql(title, asJson, linkedRow)}) = 'string' as is_text offset 0
  ) as t
) as titles`;

const linkedRow = sql.fragment`o.`;
