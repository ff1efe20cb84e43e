import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { jsonbSql } from '../schema/jsonb-sql.ts';
import type { Cell, Column, Option, Schema } from '../schema/schema.ts';

const jsonOrNull = (value: unknown) => (value === null || value === undefined ? sql.fragment`null` : jsonbSql(value));

/** A column to be inserted. */
export type NewColumn = Omit<Column, 'version' | 'created_at' | 'updated_at' | 'status' | 'error'>;

/** Allocates the next `cid`s of a table. A `cid` is never reused, not even after a restore. */
export async function allocateCids(tx: CommonQueryMethods, space: string, table: string, count: number): Promise<string[]> {
  const next = await tx.oneFirst(sql.type(z.object({ next_cid: z.number() }))`
    update tables.user_table set next_cid = next_cid + ${count} where space_id = ${space} and id = ${table} returning next_cid`);
  return Array.from({ length: count }, (_, index) => `c${next - count + index}`);
}

/** Inserts columns. */
export const insertColumns = (tx: CommonQueryMethods, space: string, columns: readonly NewColumn[], now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into tables.user_column
      (space_id, id, table_id, cid, key, label, type, options, reference, config, required, default_value, icon, position, value_type,
       created_at, updated_at)
    select ${space}, id, table_id, cid, key, label, type, options, reference, config, required, default_value, icon, position, value_type,
      ${now}::timestamptz, ${now}::timestamptz
    from jsonb_populate_recordset(null::tables.user_column, ${JSON.stringify(columns.map(timeless))}::jsonb)`);

/** A column without its timestamps, which have another format here than in the table. */
const timeless = (column: NewColumn) => ({ ...column, created_at: undefined, updated_at: undefined });

/** The mutable fields of a column. */
export interface ColumnFields {
  readonly key?: string;
  readonly label?: string;
  readonly type?: Column['type'];
  readonly options?: Column['options'];
  readonly reference?: Column['reference'];
  readonly config?: Column['config'];
  readonly required?: boolean;
  readonly default_value?: Cell;
  readonly icon?: string | null;
  readonly value_type?: Column['value_type'];
  readonly status?: Column['status'];
  readonly error?: Column['error'];
}

const jsonColumns: ReadonlySet<string> = new Set(['options', 'reference', 'config', 'default_value', 'error']);

/** Updates fields of an existing column. */
export const updateColumn = (tx: CommonQueryMethods, space: string, id: string, fields: ColumnFields, now: string) =>
  tx.query(sql.typeAlias('void')`
    update tables.user_column set ${sql.join(
      [
        ...Object.entries(fields).map(([name, value]) =>
          jsonColumns.has(name)
            ? sql.fragment`${sql.identifier([name])} = ${jsonOrNull(value)}`
            : sql.fragment`${sql.identifier([name])} = ${value as string | boolean | null}`,
        ),
        sql.fragment`version = version + 1`,
        sql.fragment`updated_at = ${now}::timestamptz`,
      ],
      sql.fragment`, `,
    )} where space_id = ${space} and id = ${id}`);

/** Sets the order of the columns of a table. */
export const orderColumns = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.query(sql.typeAlias('void')`
    update tables.user_column as c set position = o.position - 1
    from unnest(${sql.array([...ids], 'text')}) with ordinality as o (id, position)
    where c.space_id = ${space} and c.id = o.id and c.position <> o.position - 1`);

/** Marks a column as deleted. Its cells stay stored while a snapshot can restore them. */
export const softDeleteColumn = (tx: CommonQueryMethods, space: string, id: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    update tables.user_column set deleted_at = ${now}::timestamptz, version = version + 1 where space_id = ${space} and id = ${id}`);

/** Returns the keys of live columns of the Space, by id. */
export async function findColumnKeys(
  database: CommonQueryMethods,
  space: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await database.any(sql.type(z.object({ id: z.string(), key: z.string() }))`
    select id, key from tables.user_column where space_id = ${space} and id = any(${sql.array([...ids], 'text')}) and deleted_at is null`);
  return new Map(found.map(({ id, key }) => [id, key]));
}

/** Removes the link from a reference column to its deleted inverse column. */
export const clearSymmetricColumn = (tx: CommonQueryMethods, space: string, id: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    update tables.user_column
    set reference = reference || '{"symmetric_column_id": null}', version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);

/** Appends the options that the column does not have yet, in one statement, so that concurrent writers add each option once. */
export async function appendOptions(
  tx: CommonQueryMethods,
  { space_id, table_id }: Pick<Schema, 'space_id' | 'table_id'>,
  columnId: string,
  options: readonly Option[],
): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    update tables.user_column set version = version + 1, options = options || (
      select coalesce(jsonb_agg(added), '[]') from jsonb_array_elements(${JSON.stringify(options)}::jsonb) as added
      where not exists (select from jsonb_array_elements(options) as known where known->>'id' = added->>'id'))
    where space_id = ${space_id} and id = ${columnId}`);
  await tx.query(sql.typeAlias('void')`
    update tables.user_table set version = version + 1, schema_version = schema_version + 1
    where space_id = ${space_id} and id = ${table_id}`);
}
