import type { Actor } from '@space/contracts/core';
import { isoTime, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { jsonbSql } from '../schema/jsonb-sql.ts';
import { RowTableRow, rowColumnsSql, rowTableSql } from '../schema/row-table-sql.ts';
import type { Column, Schema, StoredRow } from '../schema/schema.ts';
import { autonumberSequence } from '../schema/unique-index-sql.ts';
import { sortByUniqueCells } from './unique-order.ts';

const texts = (values: readonly (string | null)[]) => sql.array([...values], 'text');
const idsOf = (rows: readonly { readonly id: string }[]) => texts(rows.map(({ id }) => id));

/** Reads rows of a row table, ordered by id. */
export const findRows = (tx: CommonQueryMethods, row_table: string, ids: readonly string[]): Promise<readonly StoredRow[]> =>
  tx.any(sql.type(RowTableRow)`select ${rowColumnsSql} from ${rowTableSql(row_table)} where id = any(${texts(ids)}) order by id`);

/** Reads and locks rows against changes until the transaction ends. Other transactions may still add links to them. */
export const lockRows = (tx: CommonQueryMethods, row_table: string, ids: readonly string[]): Promise<readonly StoredRow[]> =>
  tx.any(
    sql.type(
      RowTableRow,
    )`select ${rowColumnsSql} from ${rowTableSql(row_table)} where id = any(${texts(ids)}) order by id for no key update`,
  );

/** Reads and locks rows for deletion. Other transactions cannot add links to them. */
export const lockForDeletion = (tx: CommonQueryMethods, row_table: string, ids: readonly string[]): Promise<readonly StoredRow[]> =>
  tx.any(
    sql.type(RowTableRow)`select ${rowColumnsSql} from ${rowTableSql(row_table)} where id = any(${texts(ids)}) order by id for update`,
  );

const Versions = z.object({ id: z.string(), seq: z.number() });

/** Inserts and counts rows, sorted by their unique cells, and returns them in the given order with their versions. The caller holds the writers' lock. */
export async function insertRows(tx: CommonQueryMethods, schema: Schema, rows: readonly StoredRow[]): Promise<StoredRow[]> {
  const [{ created_by, created_at }] = rows as [StoredRow];
  const ordered = sortByUniqueCells(schema, rows);
  const now = sql.fragment`${isoTime(created_at)}::timestamptz`;
  const seqs = await tx.any(sql.type(Versions)`
    with change as (
      insert into ${rowTableSql(schema.row_table)} (id, seq, created_at, updated_at, created_by, updated_by, data, computed, errors)
      select r.id, nextval('tables.row_seq'), ${now}, ${now}, ${jsonbSql(created_by)}, ${jsonbSql(created_by)}, r.data::jsonb,
        r.computed::jsonb, r.errors::jsonb
      from unnest(${idsOf(ordered)}, ${rowDocumentsSql(ordered)}) as r (id, data, computed, errors)
      returning id, seq
    ),
    counted as (insert into tables.row_count_delta (table_id, delta) values (${schema.table_id}, ${rows.length}))
    select id, seq from change`);
  return withVersions(rows, seqs);
}

/** Stores new versions of locked rows and copies the old versions to the history. */
export async function updateRows(tx: CommonQueryMethods, schema: Schema, rows: readonly StoredRow[]): Promise<StoredRow[]> {
  const [{ updated_by, updated_at }] = rows as [StoredRow];
  const now = isoTime(updated_at);
  const seqs = await tx.any(sql.type(Versions)`
    with change as materialized (
      select r.id, nextval('tables.row_seq') as seq, r.data::jsonb as data, r.computed::jsonb as computed, r.errors::jsonb as errors
      from unnest(${idsOf(rows)}, ${rowDocumentsSql(rows)}) as r (id, data, computed, errors)
    ),
    history as (
      ${intoHistorySql(schema, 'u', updated_by, now)} join change on change.id = h.id
    ),
    updated as (
      update ${rowTableSql(schema.row_table)} as h
      set seq = change.seq, data = change.data, computed = change.computed, errors = change.errors,
        updated_at = ${now}::timestamptz, updated_by = ${jsonbSql(updated_by)}
      from change where h.id = change.id
    )
    select id, seq from change`);
  return withVersions(rows, seqs);
}

/** Deletes and counts locked rows, and copies them to the history. */
export const deleteRows = (tx: CommonQueryMethods, schema: Schema, rows: readonly StoredRow[], by: Actor, now: string) =>
  tx.query(sql.typeAlias('void')`
    with change as materialized (select r.id, nextval('tables.row_seq') as seq from unnest(${idsOf(rows)}) as r (id)),
    history as (
      ${intoHistorySql(schema, 'd', by, now)} join change on change.id = h.id
    ),
    counted as (insert into tables.row_count_delta (table_id, delta) values (${schema.table_id}, ${-rows.length}))
    delete from ${rowTableSql(schema.row_table)} as h using change where h.id = change.id`);

/** Copies row versions that end at `change.seq` to the history. The caller appends the join. */
const intoHistorySql = ({ table_id, row_table }: Schema, op: 'u' | 'd', by: Actor, now: string) => sql.fragment`
  insert into tables.row_history (table_id, row_id, from_seq, to_seq, op, data, computed, errors, created_at, created_by,
    updated_at, updated_by, ended_by, ended_at)
  select ${table_id}, h.id, h.seq, change.seq, ${op}, h.data, h.computed, h.errors, h.created_at, h.created_by, h.updated_at,
    h.updated_by, ${jsonbSql(by)}, ${now}::timestamptz
  from ${rowTableSql(row_table)} as h`;

const rowDocumentsSql = (rows: readonly StoredRow[]) => sql.fragment`
  ${texts(rows.map(({ data }) => JSON.stringify(data)))},
  ${texts(rows.map(({ computed }) => JSON.stringify(computed)))},
  ${texts(rows.map(({ errors }) => errors && JSON.stringify(errors)))}`;

function withVersions(rows: readonly StoredRow[], versions: readonly { id: string; seq: number }[]): StoredRow[] {
  const seqs = new Map(versions.map(({ id, seq }) => [id, seq]));
  return rows.map((row) => ({ ...row, seq: seqs.get(row.id)! }));
}

/** Allocates the next numbers of an autonumber column. */
export const allocateAutonumbers = (
  tx: CommonQueryMethods,
  { row_table }: Schema,
  { cid }: Column,
  count: number,
): Promise<readonly number[]> =>
  tx.anyFirst(sql.type(z.object({ number: z.number() }))`
    select nextval(${`tables.${autonumberSequence(row_table, cid)}`}::text::regclass) as number from generate_series(1, ${count})`);

/** Reads the cells of some columns of these rows, before a transaction. */
export async function findCells(
  database: CommonQueryMethods,
  row_table: string,
  ids: readonly string[],
  cids: readonly string[],
): Promise<unknown[]> {
  const rows = await database.any(sql.type(z.object({ data: z.record(z.string(), z.json()) }))`
    select data from ${rowTableSql(row_table)} where id = any(${texts(ids)})`);
  return rows.flatMap(({ data }) => cids.map((cid) => data[cid]));
}
