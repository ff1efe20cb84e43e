import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { rowTableSql } from '../schema/row-table-sql.ts';
import { autonumberSequence, uniqueIndexName } from '../schema/unique-index-sql.ts';

const Gone = z.object({ space_id: z.string(), id: z.string(), table_id: z.string(), cid: z.string(), row_table: z.string() });

type GoneColumn = z.infer<typeof Gone>;

/** Progress of clearing a column: first the cells of rows, then those of their history. */
export interface Progress {
  readonly row_id: string;
  /** Null while rows are being cleared. */
  readonly to_seq: number | null;
}

/**
 * Condition of a deleted column `c` that no snapshot can restore: neither one of its table nor one of the table that it
 * is the inverse of.
 */
const isUnreachable = sql.fragment`c.deleted_at is not null and not exists (
  select from tables.snapshot as s where s.space_id = c.space_id and s.table_id = c.table_id
    and s.columns @> jsonb_build_array(jsonb_build_object('id', c.id)))
  and not exists (
  select from tables.snapshot as s where s.space_id = c.space_id and s.table_id = c.reference->>'table_id' and c.reference->'is_inverse' = 'true'
    and s.columns @> jsonb_build_array(jsonb_build_object('id', c.reference->>'symmetric_column_id')))`;

/** Clears the next cells of a column and returns the progress. Undefined if the column was removed or restored. */
export async function clearChunk(tx: CommonQueryMethods, column: GoneColumn, at: Progress, limit: number): Promise<Progress | undefined> {
  // Writers take the same lock (schema/locks.queries.ts), so a restore has either ended or not begun.
  await tx.query(sql.typeAlias('void')`select from pg_advisory_xact_lock_shared(hashtextextended(${column.table_id}, 0))`);
  const isStill = await tx.exists(sql.type(z.object({}))`
    select 1 from tables.user_column as c join tables.user_table as t on t.space_id = c.space_id and t.id = c.table_id
    where c.space_id = ${column.space_id} and c.id = ${column.id} and ${isUnreachable}`);
  if (!isStill) return undefined;
  return at.to_seq === null ? clearRows(tx, column, at.row_id, limit) : clearHistory(tx, column, at, limit);
}

const has = (cid: string) => sql.fragment`(data ? ${cid}::text or computed ? ${cid}::text or coalesce(errors ? ${cid}::text, false))`;

const without = (cid: string) => sql.fragment`
  data = h.data - ${cid}::text, computed = h.computed - ${cid}::text, errors = nullif(h.errors - ${cid}::text, '{}')`;

async function clearRows(tx: CommonQueryMethods, { row_table, cid }: GoneColumn, after: string, limit: number): Promise<Progress> {
  const last = await tx.maybeOneFirst(sql.type(z.object({ id: z.string() }))`
    with chunk as (select id from ${rowTableSql(row_table)} where id > ${after} and ${has(cid)} order by id limit ${limit} for update),
    cleared as (update ${rowTableSql(row_table)} as h set ${without(cid)} from chunk where h.id = chunk.id)
    select id from chunk order by id desc limit 1`);
  return last === null ? { row_id: '', to_seq: 0 } : { row_id: last, to_seq: null };
}

async function clearHistory(
  tx: CommonQueryMethods,
  column: GoneColumn,
  { to_seq, row_id }: Progress,
  limit: number,
): Promise<Progress | undefined> {
  const last = await tx.maybeOne(sql.type(z.object({ to_seq: z.number(), row_id: z.string() }))`
    with chunk as (
      select to_seq, row_id from tables.row_history
      where table_id = ${column.table_id} and (to_seq, row_id) > (${to_seq}, ${row_id}) and ${has(column.cid)}
      order by to_seq, row_id limit ${limit} for update
    ),
    cleared as (
      update tables.row_history as h set ${without(column.cid)} from chunk
      where h.table_id = ${column.table_id} and h.to_seq = chunk.to_seq and h.row_id = chunk.row_id
    )
    select to_seq, row_id from chunk order by to_seq desc, row_id desc limit 1`);
  if (last) return last;
  for (const index of [uniqueIndexName(column.row_table, column.cid), `${column.row_table}_${column.cid}_links`])
    await tx.query(sql.typeAlias('void')`drop index if exists ${sql.identifier(['tables', index])}`);
  await tx.query(sql.typeAlias('void')`
    drop sequence if exists ${sql.identifier(['tables', autonumberSequence(column.row_table, column.cid)])}`);
  await tx.query(sql.typeAlias('void')`delete from tables.user_column where space_id = ${column.space_id} and id = ${column.id}`);
  return undefined;
}

/** Returns deleted columns that nothing can restore, the earliest deletion first. */
export const findUnreachableColumns = (database: CommonQueryMethods, limit: number) =>
  database.any(sql.type(Gone)`
    select c.space_id, c.id, c.table_id, c.cid, t.row_table from tables.user_column as c
    join tables.user_table as t on t.space_id = c.space_id and t.id = c.table_id
    where ${isUnreachable} order by c.deleted_at limit ${limit}`);
