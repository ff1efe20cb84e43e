import type { Actor } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { isComputed } from '../schema/lookups.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Cell, Column, Schema } from '../schema/schema.ts';

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

const FilledCell = z.object({ id: z.string(), cell: z.json() });

/** Returns the next filled cells of a column, in the order of row ids. */
export function findFilledCells(tx: CommonQueryMethods, { row_table }: Schema, column: Column, afterRow: string, limit: number) {
  const place = isComputed(column) ? sql.fragment`computed` : sql.fragment`data`;
  return tx.any(sql.type(FilledCell)`
    select id, ${place}->${column.cid}::text as cell from ${rowTableSql(row_table)}
    where id > ${afterRow} and ${place} ? ${column.cid} order by id limit ${limit}`);
}
