import { invalidFields, notFound, readZonedTime } from '@space/contracts/core';
import { ROW_HISTORY_DAYS } from '@space/contracts/tables';
import { isoTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import type { Schema } from '../schema/schema.ts';
import { rowsAtTimeSql, rowsAtVersionSql } from './as-of-sql.ts';
import { findHistoryRange, findSnapshot } from './snapshots.queries.ts';
import { schemaWith } from './stored-schema.ts';

/** A table at a point in its past. */
export interface AsOf {
  /** Its columns at that point. `schema_version` is the current one, which the query verifies. */
  readonly schema: Schema;
  /** A FROM item in parentheses without an alias, with the columns of a row table. */
  readonly source: FragmentSqlToken;
}

/**
 * Resolves a snapshot id or a time. Rows are read as of that point. Columns are those of the snapshot, or the
 * current ones for a time. Rejects a time before the creation of the table or before the retained history.
 */
export async function resolveAsOf(database: CommonQueryMethods, schema: Schema, text: string): Promise<AsOf> {
  if (text.startsWith('snp_')) return asOfSnapshot(database, schema, text);
  const time = readTime(text);
  const { created_at, history_since } = await findHistoryRange(database, schema, ROW_HISTORY_DAYS);
  if (time < created_at) throw invalidAsOf(`is before the table was created (${isoTime(created_at)})`);
  if (time < history_since) throw invalidAsOf(`is older than the row history (${ROW_HISTORY_DAYS} days); use the id of a snapshot instead`);
  return { schema, source: rowsAtTimeSql(schema, isoTime(time)) };
}

async function asOfSnapshot(database: CommonQueryMethods, schema: Schema, id: string): Promise<AsOf> {
  const snapshot = await findSnapshot(database, schema.space_id, schema.table_id, id);
  if (!snapshot) throw notFound('snapshot of this table', id);
  return { schema: schemaWith(schema, snapshot.columns, snapshot.meta.title_column_id), source: rowsAtVersionSql(schema, snapshot.seq) };
}

/** Parses an ISO 8601 time, or a local time with its zone, to milliseconds. A date alone is its midnight in UTC. The default zone is UTC. */
function readTime(text: string): number {
  const zoned = readZonedTime(text);
  if (zoned && 'message' in zoned) throw invalidAsOf(zoned.message);
  if (zoned) return Date.parse(zoned.instant);
  const iso = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(text);
  const time = iso ? Date.parse(text.includes('T') && !iso[1] ? `${text}Z` : text) : Number.NaN;
  // Date.parse reads 30 February as 2 March.
  const isDay = !Number.isNaN(time) && new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10));
  if (!isDay) throw invalidAsOf('must be the id of a snapshot or a time such as 2026-05-31T12:00:00Z or 2026-05-31T12:00[Europe/Berlin]');
  return time;
}

const invalidAsOf = (message: string) => invalidFields([{ path: 'as_of', code: 'invalid_as_of', message }]);
