import { type Database, entriesOfPage, limitPageBytes, sql } from '@space/database';
import { z } from 'zod';
import { changesBetween } from '../present/cell-changes.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema } from '../schema/schema.ts';

const VersionRow = z.object({ data: z.record(z.string(), z.json()), computed: z.record(z.string(), z.json()) });

const Changed = z.object({ id: z.string(), before: VersionRow.nullable(), now: VersionRow.nullable() });

/** Rows that differ, and if there may be more. */
interface ChangedRows {
  readonly rows: readonly z.infer<typeof Changed>[];
  readonly has_more: boolean;
}

/**
 * Reads a page of the rows that differ. Rows that differ only in deleted columns are skipped, so a page may have fewer than
 * `limit`; it is empty only if there are no more.
 */
export async function findChangedRows(database: Database, schema: Schema, seq: number, limit: number, after: string): Promise<ChangedRows> {
  for (let from = after; ; ) {
    const entries = {
      rows: sql.fragment`
        select id, before::text as before, now::text as now from (
          with old as (
            select row_id collate "C" as id, jsonb_build_object('data', data, 'computed', computed) as cells from tables.row_history
            where table_id = ${schema.table_id} and to_seq > ${seq} and from_seq <= ${seq}
          ),
          new as (
            select id, jsonb_build_object('data', data, 'computed', computed) as cells from ${rowTableSql(schema.row_table)} where seq > ${seq}
          )
          select id, old.cells as before, new.cells as now from old full join new using (id)
          where id > ${from} and old.cells is distinct from new.cells order by id limit ${limit + 1}
        ) as changed`,
      columns: sql.fragment`*`,
      bytes: sql.fragment`coalesce(octet_length(before), 0) + coalesce(octet_length(now), 0)`,
      limit,
    };
    const found = await database.any(sql.type(Changed.extend({ slot: z.number() }))`
      select id, case when slot = 1 then before::json end as before, case when slot = 1 then now::json end as now, slot
      from (${limitPageBytes(entries)}) as entry`);
    const { entries: chunk, has_more } = entriesOfPage(found, limit);
    const rows = chunk.filter(
      ({ before, now }) => !before || !now || Object.keys(changesBetween(schema.columns, { from: before, to: now })).length > 0,
    );
    if (rows.length > 0 || !has_more) return { rows, has_more };
    from = chunk.at(-1)!.id;
  }
}
