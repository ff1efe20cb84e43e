import type { Actor } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { RowTableRow, rowColumnsSql, rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema } from '../schema/schema.ts';

/** Counts of the rows that a restore changed. */
export interface RestoredRows {
  /** Deleted rows that were inserted again. */
  readonly reinstated: number;
  /** Changed rows that were reverted. */
  readonly reverted: number;
  /** Rows created since the snapshot and now deleted. */
  readonly removed: number;
  /** The version at which the restore ended the replaced rows. Their restored versions are greater. */
  readonly at: number;
}

/** The columns of `row_history`, in the order of the statements below. */
const historyColumns = sql.fragment`table_id, row_id, from_seq, to_seq, op, data, computed, errors, created_at, created_by,
  updated_at, updated_by, ended_by, ended_at`;

/**
 * Restores the rows as of version `seq`, as ordinary changes: replaced versions go to the history, and restored rows
 * get new versions. The cost depends on the rows changed since. A deleted row also gets an empty version, which records
 * the time and author of its return. The caller holds the exclusive lock of the table.
 */
export async function restoreRows(
  tx: CommonQueryMethods,
  { row_table, table_id }: Pick<Schema, 'row_table' | 'table_id'>,
  seq: number,
  { actor, now }: { actor: Actor; now: string },
): Promise<RestoredRows> {
  const by = sql.fragment`${JSON.stringify(actor)}::jsonb, ${now}::timestamptz`;
  const at = await tx.oneFirst(sql.type(z.object({ seq: z.number() }))`select nextval('tables.row_seq') as seq`);
  // Delete in a separate first statement, since unique indexes are checked row by row.
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

/** Reads the versions that a restore replaced or removed, ordered by row id. */
export async function findReplacedVersions(tx: CommonQueryMethods, { table_id }: Schema, at: number) {
  const rows = await tx.any(sql.type(RowTableRow)`
    select row_id as id, from_seq as seq, created_at, updated_at, created_by, updated_by, data, computed, errors from tables.row_history
    where table_id = ${table_id} and to_seq = ${at} and from_seq < ${at}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Reads the rows that a restore inserted or changed, ordered by id. */
export async function findRestoredRows(tx: CommonQueryMethods, { row_table }: Schema, at: number) {
  const rows = await tx.any(sql.type(RowTableRow)`select ${rowColumnsSql} from ${rowTableSql(row_table)} where seq > ${at} order by id`);
  return new Map(rows.map((row) => [row.id, row]));
}
