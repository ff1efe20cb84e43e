import { columnTypes } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Column } from './schema.ts';

/** A table with the fields that writers and readers of rows need. */
const TableRow = z.object({
  id: z.string(),
  space_id: z.string(),
  plural_label: z.string(),
  row_table: z.string(),
  schema_version: z.number(),
  status_version: z.number(),
  archived: z.boolean(),
  title_column_id: z.string().nullable(),
});

/** A live column. */
export const ColumnRow = z.object({
  id: z.string(),
  table_id: z.string(),
  cid: z.string(),
  key: z.string(),
  label: z.string(),
  type: z.enum(columnTypes),
  options: z.array(z.object({ id: z.string(), name: z.string(), color: z.string().nullable() })),
  reference: z
    .object({
      table_id: z.string(),
      cardinality: z.enum(['one', 'many']),
      symmetric_column_id: z.string().nullable(),
      is_inverse: z.boolean(),
    })
    .nullable(),
  config: z.record(z.string(), z.unknown()),
  required: z.boolean(),
  default_value: z.json(),
  icon: z.string().nullable(),
  position: z.number(),
  value_type: z.enum(['text', 'number', 'boolean', 'date', 'datetime', 'list', 'object']),
  status: z.enum(['ok', 'pending', 'error']),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  version: z.number(),
  created_at: z.number(),
  updated_at: z.number(),
}) satisfies z.ZodType<Column>;

/** The columns of `user_column` in the order of `ColumnRow`. */
export const columnFields = sql.fragment`id, table_id, cid, key, label, type, options, reference, config, required, default_value,
  icon, position, value_type, status, error, version, created_at, updated_at`;

/** Returns a table of a Space, or null. */
export const findTable = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(TableRow)`
    select id, space_id, plural_label, row_table, schema_version, status_version, archived_at is not null as archived, title_column_id
    from tables.user_table where space_id = ${space} and id = ${id}`);

/** Returns the live columns of a table, in their order. */
export const findLiveColumns = (database: CommonQueryMethods, space: string, table: string) =>
  database.any(sql.type(ColumnRow)`
    select ${columnFields} from tables.user_column
    where space_id = ${space} and table_id = ${table} and deleted_at is null order by position, id`);

/** Returns the ids of the tables that exist. */
export const findExistingTables = (tx: CommonQueryMethods, space: string, ids: Iterable<string>) =>
  tx.anyFirst(sql.type(Id)`select id from tables.user_table where space_id = ${space} and id = any(${texts(ids)})`);

/** Returns the row tables of the tables that exist. */
export const findRowTables = (tx: CommonQueryMethods, space: string, ids: Iterable<string>) =>
  tx.any(sql.type(z.object({ id: z.string(), row_table: z.string() }))`
    select id, row_table from tables.user_table where space_id = ${space} and id = any(${texts(ids)})`);

/** Gives a table a new schema version and a new ETag, which makes every cached schema of it stale. */
export const bumpSchemaVersion = (tx: CommonQueryMethods, space: string, id: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    update tables.user_table set version = version + 1, schema_version = schema_version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);

const Id = z.object({ id: z.string() });

/** Returns ids as an SQL array. */
export const texts = (ids: Iterable<string>) => sql.array([...ids], 'text');

/** The fields of a table that callers can change. */
export interface TableFields {
  readonly slug?: string | undefined;
  readonly plural_label?: string | undefined;
  readonly singular_label?: string | null | undefined;
  readonly icon?: string | null | undefined;
  readonly color?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly title_column_id?: string | null | undefined;
  /** ISO 8601. */
  readonly archived_at?: string | null | undefined;
}

/** Updates fields of a table. Fields that writers and readers of rows depend on also change the schema version. */
export function updateTable(tx: CommonQueryMethods, space: string, id: string, fields: TableFields, now: string) {
  const assignments = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) =>
      column === 'archived_at'
        ? sql.fragment`archived_at = ${value}::timestamptz`
        : sql.fragment`${sql.identifier([column])} = ${value as string | null}`,
    );
  const isSchema = ['plural_label', 'title_column_id', 'archived_at'].some((column) => column in fields);
  return tx.query(sql.typeAlias('void')`
    update tables.user_table set ${sql.join(
      [
        ...assignments,
        sql.fragment`version = version + 1`,
        ...(isSchema ? [sql.fragment`schema_version = schema_version + 1`] : []),
        sql.fragment`updated_at = ${now}::timestamptz`,
      ],
      sql.fragment`, `,
    )} where space_id = ${space} and id = ${id}`);
}
