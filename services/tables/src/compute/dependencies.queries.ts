import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Column } from '../schema/schema.ts';

/** Identifies the lock of schema changes among the advisory locks of Postgres. */
const SCHEMA_CHANGE_LOCK = 7_226_101;

/** A computed column that reads another one. */
const Dependent = z.object({ table_id: z.string(), column_id: z.string(), column_key: z.string() });

/** Returns the live columns that read a column directly. */
export const findDirectDependents = (tx: CommonQueryMethods, space: string, columnId: string) =>
  tx.any(sql.type(Dependent)`
    select c.table_id, c.id as column_id, c.key as column_key from tables.column_dependency as d
    join tables.user_column as c on c.space_id = d.space_id and c.id = d.column_id and c.deleted_at is null
    where d.space_id = ${space} and d.reads_column_id = ${columnId} and d.column_id <> ${columnId} order by c.table_id, c.position, c.id`);

/** A column and one column that it reads directly. */
export const Edge = z.object({ column_id: z.string(), reads_column_id: z.string() });

/** A column and one column that it reads directly. */
export type Edge = z.infer<typeof Edge>;

/**
 * Returns these tables and the tables connected with them by lookups, rollups and counts, in either direction, in the
 * order of their ids.
 */
export const findConnectedTables = (database: CommonQueryMethods, space: string, tables: readonly string[]): Promise<readonly string[]> =>
  database.anyFirst(sql.type(z.object({ id: z.string() }))`
    with recursive link (a, b) as materialized (
      select c.table_id, coalesce(c.config->>'table_id', r.reference->>'table_id') from tables.user_column as c
      left join tables.user_column as r on r.space_id = c.space_id and r.id = c.config->>'reference_column'
      where c.space_id = ${space} and c.type in ('lookup', 'rollup', 'count') and c.deleted_at is null
    ),
    component (id) as (
      select unnest(${sql.array([...tables], 'text')})
      union
      select case when link.a = component.id then link.b else link.a end
      from component join link on component.id in (link.a, link.b)
    )
    select t.id from component join tables.user_table as t on t.space_id = ${space} and t.id = component.id order by t.id`);

/** Stores the columns that a new column reads. The caller calls `lockTablesOfColumns` afterwards. */
export async function insertDependencies(tx: CommonQueryMethods, space: string, columnId: string, reads: readonly string[]): Promise<void> {
  if (reads.length === 0) return;
  await tx.query(sql.typeAlias('void')`
    insert into tables.column_dependency (space_id, column_id, reads_column_id)
    select ${space}, ${columnId}, id from unnest(${sql.array([...new Set(reads)], 'text')}) as id`);
}

/** Returns the tables of these columns and the tables that they point to. */
export const findTablesOfColumns = (tx: CommonQueryMethods, space: string, columnIds: readonly string[]) =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    select distinct t.id from tables.user_column as c, lateral (values (c.table_id), (c.reference->>'table_id'), (c.config->>'table_id')) as t (id)
    where c.space_id = ${space} and c.id = any(${sql.array([...columnIds], 'text')}) and t.id is not null`);

/** Returns the dependency edges that can be reached from these columns, towards the columns they read or towards their readers. */
export function findEdges(
  tx: CommonQueryMethods,
  space: string,
  from: readonly string[],
  towards: 'reads' | 'readers',
): Promise<readonly Edge[]> {
  const [fromColumn, toColumn] =
    towards === 'reads'
      ? [sql.fragment`column_id`, sql.fragment`reads_column_id`]
      : [sql.fragment`reads_column_id`, sql.fragment`column_id`];
  return tx.any(sql.type(Edge)`
    with recursive reached (id) as (
      select unnest(${sql.array([...from], 'text')})
      union
      select d.${toColumn} from reached join tables.column_dependency as d on d.space_id = ${space} and d.${fromColumn} = reached.id
    )
    select d.column_id, d.reads_column_id from reached join tables.column_dependency as d on d.space_id = ${space} and d.${fromColumn} = reached.id
    order by 1, 2`);
}

/**
 * Returns the keys of lookups, rollups and counts that read a column, directly or through formulas. Their stored cells
 * could not follow a column that changes with time.
 */
export const findVolatileReaders = (tx: CommonQueryMethods, space: string, columnId: string) =>
  tx.anyFirst(sql.type(z.object({ key: z.string() }))`
    with recursive reader (id, type, key) as (
      select ${columnId}::text, 'formula', null::text
      union
      select c.id, c.type, c.key from reader
      join tables.column_dependency as d on d.space_id = ${space} and d.reads_column_id = reader.id
      join tables.user_column as c on c.space_id = d.space_id and c.id = d.column_id and c.deleted_at is null
      where reader.type = 'formula'
    )
    select key from reader where type <> 'formula' order by key`);

/** A column that another one reads; its key is null when it does not exist. */
export const Read = z.object({ column_id: z.string(), id: z.string(), key: z.string().nullable() });

/** Returns the columns that columns read, with the keys of deleted columns too. */
export const findReads = (tx: CommonQueryMethods, space: string, columnIds: readonly string[]) =>
  tx.any(sql.type(Read)`
    select d.column_id, d.reads_column_id as id, c.key from tables.column_dependency as d
    left join tables.user_column as c on c.space_id = d.space_id and c.id = d.reads_column_id
    where d.space_id = ${space} and d.column_id = any(${sql.array([...columnIds], 'text')})`);

/** Returns the table of a column, also of a deleted one, or null. */
export const findTableOfColumn = (tx: CommonQueryMethods, space: string, columnId: string) =>
  tx.maybeOneFirst(sql.type(z.object({ table_id: z.string() }))`
    select table_id from tables.user_column where space_id = ${space} and id = ${columnId}`);

/** Takes the lock of schema changes of a Space until the transaction ends. */
export const lockSpaceSchema = (tx: CommonQueryMethods, space: string) =>
  tx.query(sql.typeAlias('void')`select from pg_advisory_xact_lock(hashtextextended(${space}, ${SCHEMA_CHANGE_LOCK}))`);

/** Deletes the dependencies of a column. */
export const deleteDependencies = (tx: CommonQueryMethods, space: string, columnId: string) =>
  tx.query(sql.typeAlias('void')`delete from tables.column_dependency where space_id = ${space} and column_id = ${columnId}`);

/** Gives tables a new schema version, which makes every cached schema of them stale. */
export const bumpSchemaVersions = (tx: CommonQueryMethods, space: string, tables: readonly string[]) =>
  tx.query(sql.typeAlias('void')`
    update tables.user_table set version = version + 1, schema_version = schema_version + 1
    where space_id = ${space} and id = any(${sql.array([...tables], 'text')})`);

const NamedColumn = z.object({ id: z.string(), key: z.string(), table_id: z.string(), table: z.string() });

/** Returns the keys of columns with the names of their tables. */
export const findColumnNames = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.any(sql.type(NamedColumn)`
    select c.id, c.key, c.table_id, t.plural_label as table from tables.user_column as c
    join tables.user_table as t on t.space_id = c.space_id and t.id = c.table_id
    where c.space_id = ${space} and c.id = any(${sql.array([...ids], 'text')})`);

/** Stores the state of a computed column as a new version of it. */
export const saveColumnStatus = (
  tx: CommonQueryMethods,
  space: string,
  columnId: string,
  { value_type, status, error }: Pick<Column, 'value_type' | 'status' | 'error'>,
) =>
  tx.query(sql.typeAlias('void')`
    update tables.user_column set version = version + 1, value_type = ${value_type}, status = ${status},
      error = ${error ? JSON.stringify(error) : null}::jsonb
    where space_id = ${space} and id = ${columnId}`);
