import type { Actor } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { RowTableRow, rowColumnsSql, rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema } from '../schema/schema.ts';

/** What a restore did to the rows of a table. */
export interface RestoredRows {
  /** Deleted rows that came back. */
  readonly reinstated: number;
  /** Changed rows that became what they were. */
  readonly reverted: number;
  /** Rows made since, now gone. */
  readonly removed: number;
  /** The version that the restore ended the replaced rows with; theirs lie behind it. */
  readonly at: number;
}

/** The columns of `row_history`, in the order the statements below fill them. */
const historyColumns = sql.fragment`table_id, row_id, from_seq, to_seq, op, data, computed, errors, created_at, created_by,
  updated_at, updated_by, ended_by, ended_at`;

/**
 * Makes the rows what they were at version `seq`, as changes like any other: what is replaced goes into the history, what
 * comes back gets a new version. The cost is that of the rows changed since. A row that was gone also gets an image that
 * was valid never, from the version of the restore to the same: its history says by it when and by whom it came back.
 * The caller is alone on the table.
 */
export async function restoreRows(
  tx: CommonQueryMethods,
  { row_table, table_id }: Pick<Schema, 'row_table' | 'table_id'>,
  seq: number,
  { actor, now }: { actor: Actor; now: string },
): Promise<RestoredRows> {
  const by = sql.fragment`${JSON.stringify(actor)}::jsonb, ${now}::timestamptz`;
  const at = await tx.oneFirst(sql.type(z.object({ seq: z.number() }))`select nextval('tables.row_seq') as seq`);
  // Deleting first, in a statement of its own: a unique index judges each statement as it goes.
  const { rowCount: gone } = await tx.query(sql.typeAlias('void')`
    with gone as (delete from ${rowTableSql(row_table)} where seq > ${seq} returning ${rowColumnsSql})
    insert into tables.row_history (${historyColumns})
    select ${table_id}, id, seq, ${at}, 'r', data, computed, errors, created_at, created_by, updated_at, updated_by, ${by} from gone`);
  const { back, reinstated } = await tx.one(sql.type(z.object({ back: z.number(), reinstated: z.number() }))`
    with back as (
      insert into ${rowTableSql(row_table)} (${rowColumnsSql})
      select row_id, nextval('tables.row_seq'), created_at, updated_at, created_by, updated_by, data, computed, errors
      from tables.row_history where table_id = ${table_id} and to_seq > ${seq} and from_seq <= ${seq}
      returning ${rowColumnsSql}
    ),
    returned as (
      insert into tables.row_history (${historyColumns})
      select ${table_id}, id, ${at}, ${at}, 'r', '{}', '{}', null, created_at, created_by, updated_at, updated_by, ${by} from back
      where not exists (select from tables.row_history as h where h.table_id = ${table_id} and h.to_seq = ${at} and h.row_id = back.id)
      returning row_id
    )
    select (select count(*) from back) as back, (select count(*) from returned) as reinstated`);
  const reverted = back - reinstated;
  if (back !== gone)
    await tx.query(sql.typeAlias('void')`insert into tables.row_count_delta (table_id, delta) values (${table_id}, ${back - gone})`);
  return { reinstated, reverted, removed: gone - reverted, at };
}

/** The rows that a restore replaced or removed, as they were, by id. */
export async function versionsReplaced(tx: CommonQueryMethods, { table_id }: Schema, at: number) {
  const rows = await tx.any(sql.type(RowTableRow)`
    select row_id as id, from_seq as seq, created_at, updated_at, created_by, updated_by, data, computed, errors from tables.row_history
    where table_id = ${table_id} and to_seq = ${at} and from_seq < ${at}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The rows that a restore brought back or changed, by id. */
export async function rowsBack(tx: CommonQueryMethods, { row_table }: Schema, at: number) {
  const rows = await tx.any(sql.type(RowTableRow)`select ${rowColumnsSql} from ${rowTableSql(row_table)} where seq > ${at} order by id`);
  return new Map(rows.map((row) => [row.id, row]));
}
