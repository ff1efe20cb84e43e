import { listQuery, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { TABLE_DELETED } from '../schema/column-errors.ts';
import { rowCountSql } from '../schema/row-count-sql.ts';
import type { TableFields } from '../schema/schema.queries.ts';

/** A table as selected, without its columns. */
const TableRow = z.object({
  id: z.string(),
  slug: z.string(),
  plural_label: z.string(),
  singular_label: z.string().nullable(),
  icon: z.string().nullable(),
  color: z.string().nullable(),
  description: z.string().nullable(),
  title_column_id: z.string().nullable(),
  row_table: z.string(),
  archived_at: z.number().nullable(),
  version: z.number(),
  created_at: z.number(),
  updated_at: z.number(),
  row_count: z.number(),
});

/** A table as selected, without its columns. */
export type TableRow = z.infer<typeof TableRow>;

/** Builds a page of the tables of a Space. */
export const listTables = (space: string, { archived, sort, ...page }: PageInput & { archived: boolean; sort: string }): PageQuery =>
  listQuery(page, {
    from: sql.fragment`tables.user_table as t`,
    alias: 't',
    where: sql.fragment`t.space_id = ${space} and (t.archived_at is not null) = ${archived}`,
    item: sql.fragment`(select row_to_json(r) from (select
      t.id, ${wireTime(sql.fragment`t.created_at`)} as created_at, ${wireTime(sql.fragment`t.updated_at`)} as updated_at,
      t.plural_label as name, t.plural_label, t.singular_label, t.slug, t.icon, t.color, t.description,
      (select c.key from tables.user_column as c where c.space_id = t.space_id and c.id = t.title_column_id) as title_field_key,
      t.archived_at is not null as archived, ${wireTime(sql.fragment`t.archived_at`)} as archived_at) as r)`,
    ...orderOf(sort, 't', {
      updated_at: { column: sql.fragment`t.updated_at`, type: 'timestamp' },
      name: { column: sql.fragment`lower(t.plural_label)`, type: 'text' },
    }),
  });

/** Returns a table with its row count, or null. */
export const findTableRow = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(TableRow)`
    select id, slug, plural_label, singular_label, icon, color, description, title_column_id, row_table, archived_at, version, created_at,
      updated_at, ${rowCountSql(sql.fragment`t.id`)} as row_count
    from tables.user_table as t where space_id = ${space} and id = ${id}`);

/** Locks the tables of a Space against creation and renaming until the transaction ends. */
export const lockTableNames = (tx: CommonQueryMethods, space: string) =>
  tx.query(sql.typeAlias('void')`select from pg_advisory_xact_lock(hashtextextended(${`tables of ${space}`}, 0))`);

/** Counts the tables of a Space, including archived ones. */
export const countTables = (tx: CommonQueryMethods, space: string) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from tables.user_table where space_id = ${space}`);

/** Inserts a table. */
export const insertTable = (
  tx: CommonQueryMethods,
  table: { space_id: string; id: string; row_table: string; now: string } & TableFields & { slug: string; plural_label: string },
) =>
  tx.query(sql.typeAlias('void')`
    insert into tables.user_table (space_id, id, slug, plural_label, singular_label, icon, color, description, row_table, created_at, updated_at)
    values (${table.space_id}, ${table.id}, ${table.slug}, ${table.plural_label}, ${table.singular_label ?? null}, ${table.icon ?? null},
            ${table.color ?? null}, ${table.description ?? null}, ${table.row_table}, ${table.now}::timestamptz, ${table.now}::timestamptz)`);

/** Deletes a table with its columns, views, links, comments and snapshots. The caller drops its row table. */
export const deleteTable = async (tx: CommonQueryMethods, space: string, id: string, row_table: string): Promise<void> => {
  await tx.query(sql.typeAlias('void')`delete from tables.user_table where space_id = ${space} and id = ${id}`);
  await tx.query(sql.typeAlias('void')`delete from tables.row_count_delta where table_id = ${id}`);
  await tx.query(sql.typeAlias('void')`delete from tables.row_history where table_id = ${id}`);
  await tx.query(sql.typeAlias('void')`delete from tables.cell_index where row_table = ${row_table}`);
};

/** Returns live columns of other tables that refer to this one: references, and lookups that match its rows. */
export const findReferencingColumns = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.any(sql.type(z.object({ id: z.string(), table_id: z.string() }))`
    select id, table_id from tables.user_column
    where space_id = ${space} and table_id <> ${id} and deleted_at is null and (reference->>'table_id' = ${id} or config->>'table_id' = ${id})
    order by table_id, position`);

/** Marks the references to a deleted table. They lose their other side. */
export const markOrphanedReferences = (tx: CommonQueryMethods, space: string, table: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    update tables.user_column
    set reference = reference || '{"symmetric_column_id": null}', status = 'error', error = ${JSON.stringify(TABLE_DELETED)}::jsonb,
      version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and deleted_at is null and reference->>'table_id' = ${table}`);
