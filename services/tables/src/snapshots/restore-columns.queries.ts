import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { ColumnPlan } from './column-plan.ts';
import type { StoredMeta } from './stored-schema.ts';

/** The table and the time of a restore. */
export interface RestoreTarget {
  readonly space_id: string;
  readonly table_id: string;
  /** ISO 8601. */
  readonly now: string;
}

/**
 * Applies a column plan. Removed and changed columns first release their keys, so that swapped keys do not collide.
 * Deleted columns stay stored while a snapshot refers to them.
 */
export async function restoreColumns(tx: CommonQueryMethods, { space_id, now }: RestoreTarget, plan: ColumnPlan): Promise<void> {
  const leaving = [...plan.removed, ...plan.reverted].map(({ id }) => id);
  const coming = [...plan.reinstated, ...plan.reverted];
  if (leaving.length > 0)
    await tx.query(sql.typeAlias('void')`
      update tables.user_column set deleted_at = ${now}::timestamptz, version = version + 1
      where space_id = ${space_id} and id = any(${sql.array(leaving, 'text')})`);
  if (coming.length > 0)
    await tx.query(sql.typeAlias('void')`
      update tables.user_column as c
      set key = s.key, label = s.label, type = s.type, options = s.options, reference = s.reference, config = s.config,
        required = s.required, default_value = s.default_value, icon = s.icon, position = s.position, value_type = s.value_type,
        status = s.status, error = s.error, deleted_at = null, version = c.version + 1, updated_at = ${now}::timestamptz
      from jsonb_populate_recordset(null::tables.user_column, ${JSON.stringify(coming)}::jsonb) as s
      where c.space_id = ${space_id} and c.id = s.id`);
}

/**
 * Restores the names and the title column of a table, and increments its version. The schema version is incremented
 * too, if row readers and writers are affected. The slug stays, since addresses use it. Returns the new version.
 */
export const restoreTableFields = (
  tx: CommonQueryMethods,
  { space_id, table_id, now }: RestoreTarget,
  meta: StoredMeta,
  isColumns: boolean,
) =>
  tx.oneFirst(sql.type(z.object({ version: z.number() }))`
    update tables.user_table
    set plural_label = ${meta.plural_label}, singular_label = ${meta.singular_label}, icon = ${meta.icon}, color = ${meta.color},
      description = ${meta.description}, title_column_id = ${meta.title_column_id}, version = version + 1,
      schema_version = schema_version + case when ${isColumns} or plural_label <> ${meta.plural_label}
        or title_column_id is distinct from ${meta.title_column_id} then 1 else 0 end, updated_at = ${now}::timestamptz
    where space_id = ${space_id} and id = ${table_id} returning version`);

/** Restores the dependencies of these columns. Those of deleted columns stay, since the columns may return. */
export async function restoreDependencies(
  tx: CommonQueryMethods,
  { space_id }: RestoreTarget,
  columns: readonly { readonly id: string }[],
  dependencies: StoredMeta['dependencies'],
): Promise<void> {
  const ids = columns.map(({ id }) => id);
  await tx.query(sql.typeAlias('void')`
    delete from tables.column_dependency where space_id = ${space_id} and column_id = any(${sql.array(ids, 'text')})`);
  if (dependencies.length > 0)
    await tx.query(sql.typeAlias('void')`
      insert into tables.column_dependency (space_id, column_id, reads_column_id)
      select ${space_id}, * from ${sql.unnest(dependencies, ['text', 'text'])} as d (column_id, reads_column_id)`);
}

/** Returns the columns of a table that depend on themselves, also by way of other tables. */
export const findColumnsInCycles = (tx: CommonQueryMethods, { space_id, table_id }: RestoreTarget) =>
  tx.any(sql.type(z.object({ id: z.string(), label: z.string() }))`
    with recursive edge (id, reads) as materialized (
      select d.column_id, d.reads_column_id from tables.column_dependency as d
      join tables.user_column as c on c.space_id = d.space_id and c.id = d.column_id
      where d.space_id = ${space_id} and c.deleted_at is null
    ),
    reads (start, id) as (
      select e.id, e.reads from edge as e join tables.user_column as c on c.space_id = ${space_id} and c.id = e.id
      where c.table_id = ${table_id}
      union
      select r.start, e.reads from reads as r join edge as e on e.id = r.id
    )
    select id, label from tables.user_column
    where space_id = ${space_id} and id in (select start from reads where start = id) order by position`);
