import { columnTypes } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Column } from './schema.ts';

/** A table as Postgres answers it, for writers and readers of its rows. */
const TableRow = z.object({
  id: z.string(),
  space_id: z.string(),
  plural_label: z.string(),
  heap: z.string(),
  schema_version: z.number(),
  archived: z.boolean(),
  title_column_id: z.string().nullable(),
});

/** A live column as Postgres answers it. */
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
      mirror: z.boolean(),
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

/** One table of a Space, or null. */
export const findTable = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(TableRow)`
    select id, space_id, plural_label, heap, schema_version, archived_at is not null as archived, title_column_id
    from tables.user_table where space_id = ${space} and id = ${id}`);

/** The live columns of a table, in their order. */
export const liveColumns = (database: CommonQueryMethods, space: string, table: string) =>
  database.any(sql.type(ColumnRow)`
    select ${columnFields} from tables.user_column
    where space_id = ${space} and table_id = ${table} and deleted_at is null order by position, id`);
