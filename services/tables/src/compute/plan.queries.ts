import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { ColumnRow, columnFields } from '../schema/schema.queries.ts';

/** Identifies the compute locks among the advisory locks of Postgres. */
const COMPUTE_LOCK = 7_226_102;

const Version = z.object({ id: z.string(), version: z.string(), is_own: z.boolean() });

/**
 * Takes the writers' lock of tables, in the order of their ids, and returns their versions. `isOwn` is true if this
 * transaction changed one of them.
 */
export async function lockVersions(
  tx: CommonQueryMethods,
  space: string,
  tables: readonly string[],
): Promise<{ versions: ReadonlyMap<string, string>; isOwn: boolean }> {
  const found = await tx.any(sql.type(Version)`
    with gate as materialized (
      select id, pg_advisory_xact_lock_shared(hashtextextended(id, 0))
      from (select id from unnest(${sql.array([...tables], 'text')}) as id order by id offset 0) as tables
    )
    select t.id, t.xmin::text || ':' || t.version as version, coalesce(t.xmin = pg_current_xact_id_if_assigned()::xid, false) as is_own
    from gate join tables.user_table as t on t.space_id = ${space} and t.id = gate.id
    order by t.id for key share of t`);
  return { versions: new Map(found.map(({ id, version }) => [id, version])), isOwn: found.some(({ is_own }) => is_own) };
}

/** A table with the version of its Postgres row, which changes with each update. */
const VersionedTableRow = z.object({
  id: z.string(),
  version: z.string(),
  plural_label: z.string(),
  row_table: z.string(),
  schema_version: z.number(),
  status_version: z.number(),
  archived: z.boolean(),
  title_column_id: z.string().nullable(),
});

/** Returns tables in the order of their ids. */
export const findVersionedTables = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.any(sql.type(VersionedTableRow)`
    select id, xmin::text || ':' || version as version, plural_label, row_table, schema_version, status_version, archived_at is not null as archived,
      title_column_id
    from tables.user_table where space_id = ${space} and id = any(${sql.array([...ids], 'text')}) order by id`);

/** Returns the live columns of tables, in their order. */
export const findLiveColumnsOf = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.any(sql.type(ColumnRow)`
    select ${columnFields} from tables.user_column
    where space_id = ${space} and table_id = any(${sql.array([...ids], 'text')}) and deleted_at is null order by position, id`);

/** Takes the compute lock of a group of tables, identified by the first of them, until the transaction ends. */
export const lockComputeGroup = (tx: CommonQueryMethods, firstTable: string) =>
  tx.query(sql.typeAlias('void')`select from pg_advisory_xact_lock(hashtextextended(${firstTable}, ${COMPUTE_LOCK}))`);
