import type { CallContext } from '@space/bus';
import type { Row } from '@space/contracts/tables';
import { sql } from '@space/database';
import { z } from 'zod';
import type { Column, Schema, StoredRow } from '../schema/schema.ts';
import { loadRelatedData, type RowReadPorts } from './related-data.ts';
import { toRowResponse } from './row-response.ts';

/** How rows are shown. */
export interface ShowOptions {
  /** The columns to show; all of them when left out. */
  readonly columns?: readonly Column[] | undefined;
}

/** Rows as the wire shows them (spec, Row), with the names of what they point to. */
export async function toRowResponses(
  showing: RowReadPorts,
  asking: CallContext,
  schema: Schema,
  rows: readonly StoredRow[],
  { columns = schema.columns }: ShowOptions = {},
): Promise<Row[]> {
  const now = showing.clock.now();
  const shown = columns.length === schema.columns.length ? schema : { ...schema, columns };
  // The title may be a column that is not shown, and then needs names all the same.
  const named = schema.title && !columns.includes(schema.title) ? [...columns, schema.title] : columns;
  const beside = await loadRelatedData(showing, asking, schema, rows, named);
  const pendingOf = await findPendingColumns(showing, schema, columns);
  return rows.map((row) => {
    const { _pending: _, _errors, ...wire } = toRowResponse(schema, row, beside, now);
    const kept = shown === schema ? wire.data : Object.fromEntries(columns.map(({ key }) => [key, wire.data[key] ?? null]));
    const errors = _errors && columns.flatMap(({ key }) => (_errors[key] ? [[key, _errors[key]] as const] : []));
    const pending = pendingOf(row.id);
    return {
      ...wire,
      data: kept,
      ...(errors && errors.length > 0 && { _errors: Object.fromEntries(errors) }),
      ...(pending.length > 0 && { _pending: pending }),
    };
  });
}

const Job = z.object({ column_ids: z.array(z.string()), row_ids: z.array(z.string()).nullable(), after_row_id: z.string() });

/** Which of these columns may still be out of date in a row; the jobs are looked at only while a column is pending. */
async function findPendingColumns(
  { database }: RowReadPorts,
  schema: Schema,
  columns: readonly Column[],
): Promise<(id: string) => string[]> {
  const waiting = columns.filter(({ status }) => status === 'pending');
  if (waiting.length === 0) return () => [];
  const jobs = await database.any(sql.type(Job)`
    select column_ids, row_ids, after_row_id from tables.recompute_job
    where space_id = ${schema.space_id} and table_id = ${schema.table_id}`);
  const awaited = jobs.map(({ column_ids, row_ids, after_row_id }) => ({
    columns: new Set(column_ids),
    waits: row_ids ? Set.prototype.has.bind(new Set(row_ids)) : (id: string) => id > after_row_id,
  }));
  return (id) => waiting.filter((column) => awaited.some((job) => job.columns.has(column.id) && job.waits(id))).map(({ key }) => key);
}
