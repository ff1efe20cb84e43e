import { invalidFields, notFound } from '@space/contracts/core';
import { ROW_HISTORY_DAYS } from '@space/contracts/tables';
import { isoTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import type { Schema } from '../schema/schema.ts';
import { rowsAtTime, rowsAtVersion } from './as-of-sql.ts';
import { findHistoryRange, findSnapshot } from './snapshots.queries.ts';
import { schemaWith } from './stored-schema.ts';

/** A table as it was. */
export interface AsOf {
  /** Its columns then; `schema_version` is that of now, which `current` asks for. */
  readonly schema: Schema;
  /** A FROM item in parentheses, without an alias, with the columns of a row_table. */
  readonly source: FragmentSqlToken;
}

/**
 * A table as it was at a snapshot, given by its id, or at a time, given in ISO 8601: rows as they were then; columns as
 * they were at the snapshot, or as they are now. A time before the table was made, or longer ago than the history goes
 * back, is refused.
 */
export async function resolveAsOf(database: CommonQueryMethods, schema: Schema, text: string): Promise<AsOf> {
  if (text.startsWith('snp_')) return asOfSnapshot(database, schema, text);
  const time = readTime(text);
  const { created_at, history_since } = await findHistoryRange(database, schema, ROW_HISTORY_DAYS);
  if (time < created_at) throw refused(`is before the table was created (${isoTime(created_at)})`);
  if (time < history_since) throw refused(`is older than the row history (${ROW_HISTORY_DAYS} days); use the id of a snapshot instead`);
  return { schema, source: rowsAtTime(schema, isoTime(time)) };
}

async function asOfSnapshot(database: CommonQueryMethods, schema: Schema, id: string): Promise<AsOf> {
  const snapshot = await findSnapshot(database, schema.space_id, schema.table_id, id);
  if (!snapshot) throw notFound('snapshot of this table', id);
  return { schema: schemaWith(schema, snapshot.columns, snapshot.meta.title_column_id), source: rowsAtVersion(schema, snapshot.seq) };
}

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
