import { invalidFields, notFound } from '@space/contracts/core';
import { ROW_HISTORY_DAYS } from '@space/contracts/tables';
import { isoTime, sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { rowColumnsSql, rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema } from '../schema/schema.ts';
import { findSnapshot } from './snapshots.queries.ts';
import { schemaWith } from './stored-schema.ts';

/** A table as it was. */
export interface AsOf {
  /** Its columns then; `schema_version` is that of now, which `current` asks for. */
  readonly schema: Schema;
  /** A FROM item in parentheses, without an alias, with the columns of a row_table. */
  readonly source: FragmentSqlToken;
}

/** The images of `row_history` as rows of a row_table. */
const imageColumns = sql.fragment`row_id collate "C" as id, from_seq as seq, created_at, updated_at, created_by, updated_by, data, computed, errors`;

/**
 * A table as it was at a snapshot, given by its id, or at a time, given in ISO 8601: rows as they were then; columns as
 * they were at the snapshot, or as they are now. A time before the table was made, or longer ago than the history goes
 * back, is refused.
 */
export async function resolveAsOf(database: CommonQueryMethods, schema: Schema, text: string): Promise<AsOf> {
  if (text.startsWith('snp_')) return asOfSnapshot(database, schema, text);
  const time = readTime(text);
  const { created_at, kept_since } = await database.one(sql.type(z.object({ created_at: z.number(), kept_since: z.number() }))`
    select created_at, now() - make_interval(days => ${ROW_HISTORY_DAYS}) as kept_since from tables.user_table where space_id = ${schema.space_id} and id = ${schema.table_id}`);
  if (time < created_at) throw refused(`is before the table was created (${isoTime(created_at)})`);
  if (time < kept_since)
    throw refused(
      `is longer ago than old versions of rows are kept (${ROW_HISTORY_DAYS} days); name a snapshot to see a table as it was before`,
    );
  return { schema, source: rowsAtTime(schema, isoTime(time)) };
}

async function asOfSnapshot(database: CommonQueryMethods, schema: Schema, id: string): Promise<AsOf> {
  const snapshot = await findSnapshot(database, schema.space_id, schema.table_id, id);
  if (!snapshot) throw notFound('snapshot of this table', id);
  return { schema: schemaWith(schema, snapshot.columns, snapshot.meta.title_column_id), source: rowsAtVersion(schema, snapshot.seq) };
}

/** The rows that were current at a version drawn while nobody wrote. */
const rowsAtVersion = ({ row_table, table_id }: Pick<Schema, 'row_table' | 'table_id'>, seq: number): FragmentSqlToken => sql.fragment`(
  select ${rowColumnsSql} from ${rowTableSql(row_table)} where seq <= ${seq}
  union all
  select ${imageColumns} from tables.row_history where table_id = ${table_id} and to_seq > ${seq} and from_seq <= ${seq})`;

/**
 * The rows that were current at a time: of each row the first version that had not ended by then, if it had begun. A row
 * that a restore brought back carries its old times; the image that was never valid before it says that it was gone.
 */
const rowsAtTime = ({ row_table, table_id }: Schema, time: string): FragmentSqlToken => sql.fragment`(
  with later as materialized (
    select distinct on (row_id) row_id, to_seq from tables.row_history
    where table_id = ${table_id} and ended_at > ${time}::timestamptz order by row_id, to_seq, from_seq
  )
  select ${rowColumnsSql} from ${rowTableSql(row_table)} as h
  where updated_at <= ${time}::timestamptz and not exists (select from later where later.row_id = h.id)
  union all
  select ${imageColumns} from later join tables.row_history as h using (row_id, to_seq)
  where h.table_id = ${table_id} and h.from_seq < h.to_seq and h.updated_at <= ${time}::timestamptz)`;

/** A time of ISO 8601 in milliseconds: a date alone is its first moment in UTC, one without a zone is in UTC too. */
function readTime(text: string): number {
  const iso = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(text);
  const time = iso ? Date.parse(text.includes('T') && !iso[1] ? `${text}Z` : text) : Number.NaN;
  // Date.parse takes the 30th of February for the 2nd of March.
  const isDay = !Number.isNaN(time) && new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10));
  if (!isDay) throw refused('must be the id of a snapshot or a time such as 2026-05-31T12:00:00Z');
  return time;
}

const refused = (message: string) => invalidFields([{ path: 'as_of', code: 'invalid_as_of', message }]);
