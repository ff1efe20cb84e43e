import { MAX_RECOMPUTED_BYTES } from '@space/contracts/tables';
import { entriesOfPage, limitPageBytes, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { rowCountSql } from '../schema/row-count-sql.ts';
import { cellsOfSlotSql, RowTableRow, rowTableSql } from '../schema/row-table-sql.ts';
import type { Column, Schema, StoredRow } from '../schema/schema.ts';
import type { RecomputeJob } from './recompute-jobs.queries.ts';

/** Returns the rows of the next batch of a job, in the order of their ids. */
export const findNextRowIds = (
  tx: CommonQueryMethods,
  { row_table }: Schema,
  { row_ids, after_row_id }: RecomputeJob,
  limit: number,
): Promise<readonly string[]> =>
  row_ids
    ? Promise.resolve(
        row_ids
          .filter((id) => id > after_row_id)
          .toSorted()
          .slice(0, limit),
      )
    : tx.anyFirst(sql.type(z.object({ id: z.string() }))`
        select id from ${rowTableSql(row_table)} where id > ${after_row_id} order by id limit ${limit}`);

/** Returns the number of rows of a table. */
export const countRows = (tx: CommonQueryMethods, { table_id }: Schema) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select greatest(${rowCountSql(table_id)}, 0) as count`);

/** Returns the ids of all rows in order, or undefined if there are more than `limit`. */
export async function findFewRowIds(tx: CommonQueryMethods, { row_table }: Schema, limit: number): Promise<readonly string[] | undefined> {
  const ids = await tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    select id from ${rowTableSql(row_table)} order by id limit ${limit + 1}`);
  return ids.length > limit ? undefined : ids;
}

/** Clears the cells of columns that are no longer stored. */
export async function clearCells(
  tx: CommonQueryMethods,
  { row_table }: Schema,
  columns: readonly Column[],
  ids: readonly string[],
): Promise<void> {
  if (columns.length === 0) return;
  const cids = sql.array(
    columns.map(({ cid }) => cid),
    'text',
  );
  await tx.query(sql.typeAlias('void')`
    update ${rowTableSql(row_table)} set computed = computed - ${cids}, errors = nullif(errors - ${cids}, '{}')
    where id = any(${sql.array([...ids], 'text')}) and (computed ?| ${cids} or errors ?| ${cids})`);
}

const LockedRow = RowTableRow.and(z.object({ bytes: z.number(), slot: z.number() }));

/** Locked rows. */
interface LockedRows {
  readonly rows: readonly StoredRow[];
  /** The bytes of the stored cells of each row. */
  readonly bytes: readonly number[];
  readonly has_more: boolean;
}

/**
 * Returns the first of these rows, as many as fit in `MAX_RECOMPUTED_BYTES`, locked against changes by others in the order of their
 * ids until the transaction ends.
 */
export async function lockRowsToRecompute(tx: CommonQueryMethods, { row_table }: Schema, ids: readonly string[]): Promise<LockedRows> {
  const entries = {
    rows: sql.fragment`
      select id, seq, created_at, updated_at, created_by, updated_by, data::text as data, computed::text as computed, errors
      from ${rowTableSql(row_table)} where id = any(${sql.array([...ids], 'text')}) order by id for no key update`,
    columns: sql.fragment`*, octet_length(data) + octet_length(computed) as bytes`,
    bytes: sql.fragment`octet_length(data) + octet_length(computed)`,
    limit: ids.length,
    page_bytes: MAX_RECOMPUTED_BYTES,
  };
  const found = await tx.any(sql.type(LockedRow)`
    select id, seq, created_at, updated_at, created_by, updated_by, ${cellsOfSlotSql('data')}, ${cellsOfSlotSql('computed')}, errors, bytes, slot
    from (${limitPageBytes(entries)}) as entry`);
  const { entries: whole, has_more } = entriesOfPage(found, ids.length);
  return {
    rows: whole.map(({ bytes: _bytes, slot: _slot, ...row }) => row),
    bytes: whole.map(({ bytes }) => bytes),
    has_more,
  };
}

/** Stores computed cells and their errors. Rows get no new version. */
export function saveComputedCells(tx: CommonQueryMethods, { row_table }: Schema, rows: readonly StoredRow[]) {
  const cells = JSON.stringify(rows.map(({ id, computed, errors }) => ({ id, computed, errors })));
  return tx.query(sql.typeAlias('void')`
    update ${rowTableSql(row_table)} as h set computed = c.computed, errors = c.errors
    from jsonb_to_recordset(${cells}::jsonb) as c (id text, computed jsonb, errors jsonb)
    where h.id = c.id`);
}
