import { type Database, sql } from '@space/database';
import { z } from 'zod';
import { changesBetween } from '../present/cell-changes.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema } from '../schema/schema.ts';

const VersionRow = z.object({ data: z.record(z.string(), z.json()), computed: z.record(z.string(), z.json()) });

const Changed = z.object({ id: z.string(), before: VersionRow.nullable(), now: VersionRow.nullable() });

/** Reads the differing rows of a page, plus one if there are more. Rows that differ only in deleted columns are skipped. */
export async function findChangedRows(
  database: Database,
  schema: Schema,
  seq: number,
  limit: number,
  after: string,
): Promise<readonly z.infer<typeof Changed>[]> {
  const found: z.infer<typeof Changed>[] = [];
  for (let from = after; ; ) {
    const chunk = await database.any(sql.type(Changed)`
      with old as (
        select row_id collate "C" as id, jsonb_build_object('data', data, 'computed', computed) as cells from tables.row_history
        where table_id = ${schema.table_id} and to_seq > ${seq} and from_seq <= ${seq}
      ),
      new as (
        select id, jsonb_build_object('data', data, 'computed', computed) as cells from ${rowTableSql(schema.row_table)} where seq > ${seq}
      )
      select id, old.cells as before, new.cells as now from old full join new using (id)
      where id > ${from} and old.cells is distinct from new.cells order by id limit ${limit + 1}`);
    for (const row of chunk)
      if (!row.before || !row.now || Object.keys(changesBetween(schema.columns, row.before, row.now, {})).length > 0) found.push(row);
    if (found.length > limit || chunk.length <= limit) return found;
    from = chunk.at(-1)!.id;
  }
}
