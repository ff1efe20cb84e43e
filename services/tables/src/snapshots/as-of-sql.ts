import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { rowColumnsSql, rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema } from '../schema/schema.ts';

/** The columns of `row_history` under the names of a row table. */
const imageColumns = sql.fragment`row_id collate "C" as id, from_seq as seq, created_at, updated_at, created_by, updated_by, data, computed, errors`;

/** Returns the rows that were current at a version allocated while no writer was active. */
export const rowsAtVersionSql = (
  { row_table, table_id }: Pick<Schema, 'row_table' | 'table_id'>,
  seq: number,
): FragmentSqlToken => sql.fragment`(
  select ${rowColumnsSql} from ${rowTableSql(row_table)} where seq <= ${seq}
  union all
  select ${imageColumns} from tables.row_history where table_id = ${table_id} and to_seq > ${seq} and from_seq <= ${seq})`;

/**
 * Returns the rows that were current at a time: of each row the first version that had begun and not ended. A restored
 * row has its original times, and the empty version before it marks its absence.
 */
export const rowsAtTimeSql = ({ row_table, table_id }: Schema, time: string): FragmentSqlToken => sql.fragment`(
  with later as materialized (
    select distinct on (row_id) row_id, to_seq from tables.row_history
    where table_id = ${table_id} and ended_at > ${time}::timestamptz order by row_id, to_seq, from_seq
  )
  select ${rowColumnsSql} from ${rowTableSql(row_table)} as h
  where updated_at <= ${time}::timestamptz and not exists (select from later where later.row_id = h.id)
  union all
  select ${imageColumns} from later join tables.row_history as h using (row_id, to_seq)
  where h.table_id = ${table_id} and h.from_seq < h.to_seq and h.updated_at <= ${time}::timestamptz)`;
